/* An engine for CheckerBoard: a library with the functions getmove and enginecommand. */

#ifndef ENGINE_H
#define ENGINE_H

#include "draughts.h"

/* Bits of `info`: the engine forgets earlier positions; it takes the time exactly; from bit 2 on the unit of the clock
   in `more_info`. */
enum { RESET_MOVES = 1, EXACT_TIME = 2, CLOCK_UNIT_SHIFT = 2 };

/* Loads the library and chooses the variant that it plays. Returns whether it can be used; if not, an error has said
   why. */
int open_engine(const char *path);

/* Sends a command. Returns the reply, or NULL if the engine does not know it. The next command overwrites the reply. */
char *command(const char *format, ...);

/* Searches for `seconds` on average, or until `play_now` is not 0. Returns whether the engine has made a move. */
int search_move(const struct position *position, double seconds, int *play_now, int info, int more_info,
                struct move *move);

/* What the engine has told about the search. */
char *search_text(void);

#endif
