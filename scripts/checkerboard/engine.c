#define __USE_MINGW_ANSI_STDIO 1

#include "engine.h"
#include "hub.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#define WINAPI
#endif

/* ---- The interface ---- */

enum { TEXT_SIZE = 1024, MAX_JUMPS = 12 };

struct engine_move {
    int jumps, new_piece, old_piece;
    struct place from, to, path[MAX_JUMPS], captured[MAX_JUMPS];
    int captured_piece[MAX_JUMPS];
};

static int(WINAPI *getmove)(int board[8][8], int color, double seconds, char *text, int *play_now, int info,
                            int more_info, struct engine_move *move);
static int(WINAPI *enginecommand)(char *command, char *reply);

/* What engines write to. Some write past the end, so there is room after each part, filled with a known byte. */
enum { GUARD_SIZE = 1 << 16, GUARD_BYTE = 0xa5 };

static struct {
    int board[8][8];
    unsigned char after_board[GUARD_SIZE];
    struct engine_move move;
    unsigned char after_move[GUARD_SIZE];
    char text[TEXT_SIZE];
    unsigned char after_text[GUARD_SIZE];
    char command[TEXT_SIZE * 16];
    char reply[TEXT_SIZE];
    unsigned char after_reply[GUARD_SIZE];
} shared;

static void check_guard(unsigned char *guard, const char *name, size_t size)
{
    size_t written = GUARD_SIZE;
    while (written > 0 && guard[written - 1] == GUARD_BYTE)
        written--;
    if (written > 0)
        error("the engine has written %zu bytes past the end of %s, which has %zu", written, name, size);
    memset(guard, GUARD_BYTE, GUARD_SIZE);
}

static void check_guards(void)
{
    check_guard(shared.after_board, "the board", sizeof shared.board);
    check_guard(shared.after_move, "the move", sizeof shared.move);
    check_guard(shared.after_text, "its text", sizeof shared.text);
    check_guard(shared.after_reply, "its reply", sizeof shared.reply);
    shared.text[TEXT_SIZE - 1] = shared.reply[TEXT_SIZE - 1] = 0;
}

char *command(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(shared.command, sizeof shared.command, format, values);
    va_end(values);
    shared.reply[0] = 0;
    int is_known = enginecommand(shared.command, shared.reply);
    check_guards();
    return is_known ? clean(shared.reply) : NULL;
}

/* ---- The search ---- */

/* Reads the move that the engine tells. It must, if it does not play the English game. */
static int told_move(const struct position *position, struct move *move)
{
    const struct engine_move *told = &shared.move;
    if (told->jumps < 0 || told->jumps > MAX_JUMPS)
        return 0;
    *move = (struct move){.from = square_at(told->from), .to = square_at(told->to), .count = told->jumps};
    for (int number = 0; number < told->jumps; number++)
        move->captured[number] = square_at(told->captured[number]);
    return is_possible(position, move);
}

int search_move(const struct position *position, double seconds, int *play_now, int info, int more_info,
                struct move *move)
{
    memset(shared.board, 0, sizeof shared.board);
    memset(&shared.move, 0, sizeof shared.move);
    memset(shared.text, 0, sizeof shared.text);
    for (int square = 1; square <= 32; square++) {
        struct place place = place_of(square);
        shared.board[place.x][place.y] = position->piece[square];
    }
    getmove(shared.board, position->color, seconds, shared.text, play_now, info, more_info, &shared.move);
    check_guards();
    int after[33] = {0};
    for (int square = 1; square <= 32; square++) {
        struct place place = place_of(square);
        after[square] = shared.board[place.x][place.y];
    }
    int is_english = variant->gametype == 21;
    return (!is_english && told_move(position, move)) || find_move(position, after, move);
}

char *search_text(void)
{
    return clean(shared.text);
}

/* ---- The library ---- */

#ifdef _WIN32
static void *load(const char *path)
{
    HMODULE library = LoadLibraryA(path);
    if (library == NULL)
        error("cannot load '%s': error %lu of Windows", path, GetLastError());
    return (void *)library;
}

static void *find(void *library, const char *name)
{
    return (void *)GetProcAddress(library, name);
}
#else
static void *load(const char *path)
{
    /* Without a slash it would only be looked for in the folders of the system. */
    char full_path[4096];
    snprintf(full_path, sizeof full_path, "%s%s", strchr(path, '/') ? "" : "./", path);
    void *library = dlopen(full_path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        error("cannot load the engine: %s", dlerror());
    return library;
}

static void *find(void *library, const char *name)
{
    return dlsym(library, name);
}
#endif

int open_engine(const char *path)
{
    memset(&shared, GUARD_BYTE, sizeof shared);
    void *library = load(path);
    if (library == NULL)
        return 0;
    *(void **)&getmove = find(library, "getmove");
    *(void **)&enginecommand = find(library, "enginecommand");
    if (getmove == NULL || enginecommand == NULL) {
        const char *name = getmove == NULL ? "getmove" : "enginecommand";
        error("'%s' has no function %s; in C++ it must be extern 'C'", path, name);
        return 0;
    }
    const char *reply = command("get gametype");
    int gametype = reply == NULL ? 21 : atoi(reply);
    if (!choose_variant(gametype)) {
        error("'%s' plays game type %d; expected 21, 22, 24, 25, 26 or 29", path, gametype);
        return 0;
    }
    return 1;
}
