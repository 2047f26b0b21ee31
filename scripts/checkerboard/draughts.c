#include "draughts.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct variant VARIANTS[] = {
    {21, "english", BLACK, 0, 0, 0}, {22, "italian", WHITE, 0, 0, 1},   {24, "spanish", WHITE, 1, 0, 1},
    {25, "russian", WHITE, 1, 1, 0}, {26, "brazilian", WHITE, 1, 0, 0}, {29, "czech", WHITE, 1, 0, 0},
};

const struct variant *variant;

int choose_variant(int gametype)
{
    for (size_t number = 0; number < sizeof VARIANTS / sizeof *VARIANTS; number++)
        if (VARIANTS[number].gametype == gametype)
            variant = &VARIANTS[number];
    return variant != NULL;
}

/* ---- Squares ---- */

struct place place_of(int square)
{
    int y = (square - 1) / 4, column = (square - 1) % 4;
    int x = 2 * (variant->mirrored ? column : 3 - column) + (y & 1);
    return (struct place){x, y};
}

int square_at(struct place place)
{
    int x = place.x, y = place.y;
    if (x < 0 || x > 7 || y < 0 || y > 7 || (x + y) % 2 != 0)
        return 0;
    return 4 * y + (variant->mirrored ? x / 2 : 3 - x / 2) + 1;
}

int engine_number(int square)
{
    struct place place = place_of(square);
    switch (variant->gametype) {
    case 24:
        return 1 + 4 * (7 - place.y) + (7 - place.x) / 2;
    case 29:
        return 32 - 4 * place.y - place.x / 2;
    default:
        return square;
    }
}

static int is_last_rank(int square, int color)
{
    return color == WHITE ? square <= 4 : square > 28;
}

static unsigned bit(int square)
{
    return 1u << (square - 1);
}

/* ---- Text ---- */

void set_start(struct position *position)
{
    memset(position, 0, sizeof *position);
    position->color = variant->first;
    for (int square = 1; square <= 12; square++) {
        position->piece[square] = BLACK | MAN;
        position->piece[33 - square] = WHITE | MAN;
    }
}

int read_position(const char *text, struct position *position)
{
    static const char LETTERS[] = "ewbWB";
    static const int PIECES[] = {EMPTY, WHITE | MAN, BLACK | MAN, WHITE | KING, BLACK | KING};
    if (strlen(text) != 33 || (text[0] != 'W' && text[0] != 'B'))
        return 0;
    position->color = text[0] == 'W' ? WHITE : BLACK;
    for (int square = 1; square <= 32; square++) {
        const char *letter = strchr(LETTERS, text[square]);
        if (letter == NULL)
            return 0;
        position->piece[square] = PIECES[letter - LETTERS];
    }
    return 1;
}

char *write_fen(const struct position *position, char *text)
{
    *text++ = position->color == WHITE ? 'W' : 'B';
    for (int color = WHITE; color <= BLACK; color++) {
        text += sprintf(text, ":%c", color == WHITE ? 'W' : 'B');
        const char *comma = "";
        for (int square = 1; square <= 32; square++)
            if (position->piece[square] & color) {
                const char *king = position->piece[square] & KING ? "K" : "";
                text += sprintf(text, "%s%s%d", comma, king, engine_number(square));
                comma = ",";
            }
    }
    return text;
}

const char *read_move(const char *text, struct move *move)
{
    int numbers[2 + 32], count = 0;
    for (;;) {
        char *end;
        if (!isdigit((unsigned char)*text) || count == 2 + 32)
            return NULL;
        numbers[count++] = (int)strtol(text, &end, 10);
        text = end;
        if (*text != '-' && *text != 'x')
            break;
        text++;
    }
    if (count < 2)
        return NULL;
    *move = (struct move){.from = numbers[0], .to = numbers[1], .count = count - 2};
    memcpy(move->captured, numbers + 2, (size_t)move->count * sizeof *numbers);
    return text;
}

void write_move(const struct move *move, char *text)
{
    text += sprintf(text, "%d%c%d", move->from, move->count > 0 ? 'x' : '-', move->to);
    for (int number = 0; number < move->count; number++)
        text += sprintf(text, "x%d", move->captured[number]);
}

/* ---- Moves ---- */

/* Whether a piece on the empty square `at` can capture exactly the pieces of the set `left`, and ends on `to`.
   `piece` becomes what it is then. Captured pieces stay on the board until the move is over. */
static int captures(const struct position *position, int at, int to, unsigned left, int *piece)
{
    if (left == 0)
        return at == to;
    int reach = (*piece & KING) && variant->flying ? 7 : 1;
    for (int direction = 0; direction < 4; direction++) {
        int dx = direction & 1 ? 1 : -1, dy = direction & 2 ? 1 : -1;
        struct place place = place_of(at);
        int square = 0;
        for (int steps = 0; steps < reach; steps++) {
            place.x += dx, place.y += dy;
            square = square_at(place);
            if (square == 0 || position->piece[square] != EMPTY)
                break;
        }
        if (square == 0 || !(left & bit(square)))
            continue;
        for (int steps = 0; steps < reach; steps++) {
            place.x += dx, place.y += dy;
            int landing = square_at(place), now = *piece;
            if (landing == 0 || position->piece[landing] != EMPTY)
                break;
            if (variant->crowns_at_once && is_last_rank(landing, now & (WHITE | BLACK)))
                now = (now & ~MAN) | KING;
            if (captures(position, landing, to, left & ~bit(square), &now)) {
                *piece = now;
                return 1;
            }
        }
    }
    return 0;
}

static unsigned captured_set(const struct move *move)
{
    unsigned set = 0;
    for (int number = 0; number < move->count; number++)
        set |= bit(move->captured[number]);
    return set;
}

static int is_square(int number)
{
    return number >= 1 && number <= 32;
}

int is_possible(const struct position *position, const struct move *move)
{
    int opponent = position->color ^ (WHITE | BLACK);
    if (!is_square(move->from) || !is_square(move->to) || !(position->piece[move->from] & position->color))
        return 0;
    if (move->from == move->to ? move->count == 0 : position->piece[move->to] != EMPTY)
        return 0;
    for (int number = 0; number < move->count; number++)
        if (!is_square(move->captured[number]) || !(position->piece[move->captured[number]] & opponent))
            return 0;
    return 1;
}

void play(struct position *position, const struct move *move)
{
    int piece = position->piece[move->from];
    position->piece[move->from] = EMPTY;
    /* A man may pass the last rank, which only its way can tell. */
    captures(position, move->from, move->to, captured_set(move), &piece);
    if (is_last_rank(move->to, position->color))
        piece = (piece & ~MAN) | KING;
    for (int number = 0; number < move->count; number++)
        position->piece[move->captured[number]] = EMPTY;
    position->piece[move->to] = piece;
    position->color ^= WHITE | BLACK;
}

int find_move(const struct position *before, const int after[33], struct move *move)
{
    int mine = before->color, gone = 0, come = 0;
    memset(move, 0, sizeof *move);
    for (int square = 1; square <= 32; square++) {
        int old = before->piece[square], new = after[square];
        if (old == new)
            continue;
        if (old == EMPTY && (new & mine))
            move->to = square, come++;
        else if (new == EMPTY && (old & mine))
            move->from = square, gone++;
        else if (new == EMPTY)
            move->captured[move->count++] = square;
        else
            return 0;
    }
    if (gone == 1 && come == 1)
        return 1;
    /* A piece may capture its way back to its own square. */
    for (int square = 1; square <= 32 && gone == 0 && come == 0 && move->count > 0; square++) {
        struct position lifted = *before;
        int piece = before->piece[square];
        lifted.piece[square] = EMPTY;
        if ((piece & mine) && captures(&lifted, square, square, captured_set(move), &piece)) {
            move->from = move->to = square;
            return 1;
        }
    }
    return 0;
}
