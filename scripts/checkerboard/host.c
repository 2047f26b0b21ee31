/* Plays with an engine for CheckerBoard as with a Hub engine: loads the library, and speaks Hub, version 2, on standard
   input and output. docs/checkerboard.md says how to build and use it. */

#define _POSIX_C_SOURCE 200809L

#include "draughts.h"
#include "engine.h"
#include "hub.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- The search, on a thread of its own ---- */

static struct {
    int is_set; /* whether there is a position */
    struct position position;
    char history[1 << 13]; /* the position after the last move that cannot be taken back, and the moves since */
} game;

/* The time for a search. */
struct level {
    double seconds; /* on average */
    double longest; /* then the engine is told to play at once; 0: never */
    int info, more_info;
    int is_refused; /* another limit, which engines do not know */
};

static struct level next_level, level;

static enum { IDLE, PONDERING, SEARCHING } state;
static pthread_t searcher;
static int is_first_search = 1; /* of a game */

/* What the engine reads while it searches, and when to set it; 0: never. */
static int play_now;
static double deadline;
static pthread_mutex_t timing = PTHREAD_MUTEX_INITIALIZER;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void set_play_now(int value, double next_deadline)
{
    pthread_mutex_lock(&timing);
    *(volatile int *)&play_now = value;
    deadline = next_deadline;
    pthread_mutex_unlock(&timing);
}

/* Tells the engine to play when its time is over: not all look at the clock themselves. */
static void *watch(void *nothing)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    for (;;) {
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&timing);
        if (deadline > 0 && now() >= deadline)
            *(volatile int *)&play_now = 1;
        pthread_mutex_unlock(&timing);
    }
    return nothing;
}

static void *search(void *nothing)
{
    command("set gamehist %s", game.history);
    int info = level.info | (is_first_search ? RESET_MOVES : 0);
    is_first_search = 0;
    struct move move;
    if (search_move(&game.position, level.seconds, &play_now, info, level.more_info, &move)) {
        char text[200];
        write_move(&move, text);
        say("done move=%s", text);
    } else {
        error("the engine has returned a board that no move leads to; its text: %.200s", search_text());
        say("done");
    }
    return nothing;
}

static void reset_level(void)
{
    /* Whole milliseconds of it fit into an int. */
    static const double ENDLESS = 1e6;
    next_level = (struct level){.seconds = ENDLESS};
}

static void start_search(void)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 32 << 20);
    level = next_level;
    reset_level();
    set_play_now(0, level.longest > 0 ? now() + level.longest : 0);
    state = SEARCHING;
    if (pthread_create(&searcher, &attributes, search, NULL) != 0) {
        error("there is too little memory for a thread");
        say("done");
        state = IDLE;
    }
    pthread_attr_destroy(&attributes);
}

/* Ends a search, whose `done` comes first. */
static void finish_search(void)
{
    if (state == PONDERING)
        say("done");
    if (state == SEARCHING) {
        set_play_now(1, 0);
        pthread_join(searcher, NULL);
    }
    state = IDLE;
}

/* ---- The commands ---- */

static const char *const OPTIONS[] = {
    "hashsize", "book",       "bookfile",   "dbpath",        "dbmbytes", "max_dbpieces",
    "mtcpath",  "enable_wld", "enable_mtc", "searchthreads", "solve",
};

static void introduce(void)
{
    const char *name = command("name");
    say("id name=\"%s\"", name == NULL ? "engine for CheckerBoard" : name);
    say("param name=variant value=%s type=enum values=%s", variant->name, variant->name);
    for (size_t number = 0; number < sizeof OPTIONS / sizeof *OPTIONS; number++) {
        const char *value = command("get %s", OPTIONS[number]);
        if (value != NULL) {
            int is_number = *value && strspn(value, "0123456789") == strlen(value);
            say("param name=%s value=\"%s\" type=%s", OPTIONS[number], value, is_number ? "int" : "string");
        }
    }
    say("wait");
}

static void set_parameter(const char *name, const char *value)
{
    if (name == NULL || value == NULL)
        error("set-param: expected name= and value=");
    else if (strcmp(name, "variant") == 0) {
        if (strcmp(value, variant->name) != 0)
            error("set-param: found variant=%s, expected %s", value, variant->name);
    } else if (command("set %s %s", name, value) == NULL)
        error("set-param: the engine refuses '%s' for %s", value, name);
}

static void set_position(const char *start, const char *moves)
{
    struct position *position = &game.position;
    game.is_set = 0;
    set_start(position);
    if (start != NULL && !read_position(start, position)) {
        error("pos: found '%.60s', expected W or B and 32 of w b W B e", start);
        return;
    }
    const char *history_end = game.history + sizeof game.history - sizeof " 32-32";
    char *history = write_fen(position, game.history);
    while (moves != NULL && *moves) {
        struct move move;
        const char *rest = read_move(moves, &move);
        if (rest == NULL || !is_possible(position, &move)) {
            error("pos: found '%.40s', expected a legal move", moves);
            return;
        }
        int is_reversible = move.count == 0 && (position->piece[move.from] & KING);
        play(position, &move);
        if (is_reversible && history < history_end)
            history += sprintf(history, " %d-%d", engine_number(move.from), engine_number(move.to));
        else
            history = write_fen(position, game.history);
        for (moves = rest; isspace((unsigned char)*moves); moves++)
            ;
    }
    game.is_set = 1;
}

static double number(const char *text)
{
    return text == NULL ? 0 : atof(text);
}

static double least(double one, double other)
{
    return one < other ? one : other;
}

/* A limit of 0 would be none. */
static double positive(double seconds)
{
    return seconds > 0.001 ? seconds : 0.001;
}

/* Writes a clock into `more_info`, in the smallest unit of CheckerBoard that it fits into. */
static void set_clock(double left, double increment)
{
    static const double PER_SECOND[] = {1000, 100, 10};
    int unit = 0;
    while (unit < 2 && left * PER_SECOND[unit] > 65535)
        unit++;
    unsigned told_left = (unsigned)least(left * PER_SECOND[unit], 65535);
    unsigned told_increment = (unsigned)least(increment * PER_SECOND[unit], 65535);
    next_level.more_info = (int)(told_left << 16 | told_increment);
    next_level.info = (unit + 1) << CLOCK_UNIT_SHIFT;
}

static void set_level(void)
{
    const char *move_time = value_of("move-time"), *clock = value_of("time");
    if (value_of("depth") != NULL || value_of("nodes") != NULL) {
        next_level.is_refused = 1;
        error("level: found a limit in plies or nodes, expected a time: engines for CheckerBoard have no other limit");
    } else if (move_time != NULL) {
        next_level.seconds = next_level.longest = positive(number(move_time));
        next_level.info = EXACT_TIME;
    } else if (clock != NULL) {
        double increment = number(value_of("inc")), moves = number(value_of("moves"));
        /* Hub adds the increment before the move. */
        double left = positive(number(clock) + increment);
        next_level.seconds = least(left / 2, increment + left / (moves > 0 ? moves + 1 : 20));
        next_level.longest = least(4 * next_level.seconds, 0.8 * left);
        /* CheckerBoard has no moves after which more time is added. */
        if (moves == 0)
            set_clock(left, increment);
    }
}

static void go(void)
{
    if (!game.is_set || next_level.is_refused) {
        error(game.is_set ? "go: the level was refused" : "go: there is no position");
        reset_level();
        say("done");
    } else if (value_of("ponder") != NULL)
        state = PONDERING; /* engines cannot, so the search begins with ponder-hit */
    else
        start_search();
}

/* Whether a line with this command ends a search that runs. Hub ignores unknown commands. */
static int ends_search(const char *word)
{
    static const char *const WORDS[] = {"hub", "set-param", "init", "new-game", "pos", "go", "stop", "quit"};
    for (size_t number = 0; number < sizeof WORDS / sizeof *WORDS; number++)
        if (strcmp(word, WORDS[number]) == 0)
            return 1;
    return 0;
}

/* Carries out a line. Returns whether more may follow. */
static int obey(char *line)
{
    const char *word = split(line);
    if (strcmp(word, "ping") == 0)
        say("pong");
    else if (strcmp(word, "level") == 0)
        set_level();
    else if (strcmp(word, "ponder-hit") == 0) {
        if (state == PONDERING)
            start_search();
    } else if (ends_search(word))
        finish_search();
    if (strcmp(word, "hub") == 0)
        introduce();
    else if (strcmp(word, "set-param") == 0)
        set_parameter(value_of("name"), value_of("value"));
    else if (strcmp(word, "init") == 0)
        say("ready");
    else if (strcmp(word, "new-game") == 0)
        is_first_search = 1;
    else if (strcmp(word, "pos") == 0) {
        set_position(value_of("pos"), value_of("moves"));
        reset_level();
    } else if (strcmp(word, "go") == 0)
        go();
    return strcmp(word, "quit") != 0;
}

int main(int count, char **values)
{
    static char line[1 << 16];
    pthread_t watcher;
    if (!open_output()) {
        perror("standard output");
        return 1;
    }
    if (count != 2) {
        error("found %d arguments, expected one: the library of the engine", count - 1);
        return 1;
    }
    if (!open_engine(values[1]))
        return 1;
    reset_level();
    if (pthread_create(&watcher, NULL, watch, NULL) != 0) {
        error("there is too little memory for a thread");
        return 1;
    }
    int goes_on = 1;
    while (goes_on && fgets(line, sizeof line, stdin) != NULL) {
        if (strchr(line, '\n') == NULL && !feof(stdin)) {
            error("found a line of more than %zu characters", sizeof line - 2);
            return 1;
        }
        goes_on = obey(line);
    }
    finish_search();
    return 0;
}
