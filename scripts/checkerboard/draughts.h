/* Positions and moves of draughts on 64 squares, as far as a host needs them: it does not know which moves are legal.

   Squares have their numbers in Hub: 1 to 32 in reading order, as White sees the board. */

#ifndef DRAUGHTS_H
#define DRAUGHTS_H

/* The pieces of CheckerBoard: a colour and a kind, such as WHITE | KING. */
enum { EMPTY = 0, WHITE = 1, BLACK = 2, MAN = 4, KING = 8 };

struct variant {
    int gametype; /* its number in CheckerBoard */
    const char *name;
    int first;          /* who has the first move */
    int flying;         /* whether kings move any distance */
    int crowns_at_once; /* whether a man that reaches the last rank in a capture goes on as a king */
    int mirrored;       /* whether each player has a light square on the left */
};

/* The game that the engine plays. */
extern const struct variant *variant;

/* Chooses the variant of this number. Returns whether there is one. */
int choose_variant(int gametype);

struct position {
    int piece[33]; /* by square; the first is not used */
    int color;     /* to move */
};

struct move {
    int from, to, count, captured[32];
};

/* A square in CheckerBoard's array board[x][y]. */
struct place {
    int x, y;
};

struct place place_of(int square);

/* The square, or 0 outside the board. */
int square_at(struct place place);

/* Sets up the initial position. */
void set_start(struct position *position);

/* Reads a position of Hub, such as `Wbbbe...`. Returns whether it is one. */
int read_position(const char *text, struct position *position);

/* Writes a position as a FEN with the numbers of CheckerBoard. Returns the end of the text. */
char *write_fen(const struct position *position, char *text);

/* The number of a square in CheckerBoard. */
int engine_number(int square);

/* Reads a move of Hub: `11-15`, or `22x13x17x18` with the captured squares at the end. Returns the text after it, or
   NULL. */
const char *read_move(const char *text, struct move *move);

void write_move(const struct move *move, char *text);

/* Whether a piece of the mover can go so, to an empty square, and captures only pieces of the opponent. */
int is_possible(const struct position *position, const struct move *move);

/* Plays a move that is legal. */
void play(struct position *position, const struct move *move);

/* Finds the move from one position to the pieces of another. Returns whether there is one. */
int find_move(const struct position *before, const int after[33], struct move *move);

#endif
