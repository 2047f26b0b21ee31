/* An engine for CheckerBoard that plays the first legal move of English draughts that it finds, for tests of the host.
   It prints what it is told. GAMETYPE is the game that it claims to play, and FAULT what it does wrong. */

/* For usleep. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef GAMETYPE
#define GAMETYPE 21
#endif
#ifndef FAULT
#define FAULT 0
#endif

enum { NONE, HANG, WAIT, CRASH, ILLEGAL, NO_MOVE, LONG_TEXT, LONG_REPLY };

struct coor {
    int x, y;
};

struct CBmove {
    int jumps, newpiece, oldpiece;
    struct coor from, to, path[12], del[12];
    int delpiece[12];
};

static int is_on_board(int x, int y)
{
    return x >= 0 && x < 8 && y >= 0 && y < 8;
}

/* Moves the piece on (x, y) if it can make a move of `length`: 1, or 2 for captures, which go on. */
static int move_piece(int board[8][8], int x, int y, int length, struct CBmove *move)
{
    int piece = board[x][y], color = piece & 3, forward = color == 2 ? 1 : -1;
    move->from = (struct coor){x, y};
    move->jumps = 0;
    for (int direction = 0; direction < 4; direction++) {
        int dx = direction & 1 ? 1 : -1, dy = direction & 2 ? 1 : -1;
        int to_x = x + length * dx, to_y = y + length * dy;
        if ((!(piece & 8) && dy != forward) || !is_on_board(to_x, to_y) || board[to_x][to_y] != 0)
            continue;
        if (length == 2) {
            if (!(board[x + dx][y + dy] & (color ^ 3)))
                continue;
            move->del[move->jumps++] = (struct coor){x + dx, y + dy};
            board[x + dx][y + dy] = 0;
        }
        board[x][y] = 0;
        x = to_x, y = to_y;
        board[x][y] = piece;
        move->to = (struct coor){x, y};
        int is_crowned = !(piece & 8) && y == (color == 2 ? 7 : 0);
        if (is_crowned)
            board[x][y] = color | 8;
        if (length == 1 || is_crowned)
            return 1;
        direction = -1;
    }
    return move->jumps > 0;
}

static int make_move(int board[8][8], int color, struct CBmove *move)
{
    for (int length = 2; length >= 1; length--)
        for (int place = 0; place < 64; place++)
            if ((board[place / 8][place % 8] & color) && move_piece(board, place / 8, place % 8, length, move))
                return 1;
    return 0;
}

int getmove(int board[8][8], int color, double seconds, char *text, int *playnow, int info, int moreinfo,
            struct CBmove *move)
{
    int kings = 0;
    for (int place = 0; place < 64; place++)
        kings += board[place / 8][place % 8] >> 3;
    printf("getmove color=%d seconds=%.3f info=%d left=%d increment=%d kings=%d\n", color, seconds, info,
           (moreinfo >> 16) & 0xffff, moreinfo & 0xffff, kings);
    fflush(stdout);
    strcpy(text, "depth 1");
    while (FAULT == HANG || (FAULT == WAIT && !*(volatile int *)playnow))
        usleep(1000);
    if (FAULT == CRASH)
        abort();
    if (FAULT == LONG_TEXT)
        memset(text, 'x', 1500);
    if (FAULT == NO_MOVE)
        return 3;
    int copy[8][8];
    memcpy(copy, board, sizeof copy);
    struct CBmove made;
    if (!make_move(copy, color, &made))
        return 2;
    if (FAULT == ILLEGAL)
        copy[made.to.x][made.to.y] = 0;
    /* Engines for other games tell the move, and need not change the board. */
    if (GAMETYPE == 21)
        memcpy(board, copy, sizeof copy);
    else
        *move = made;
    return 3;
}

int enginecommand(char *command, char *reply)
{
    static int hashsize = 8;
    if (FAULT == LONG_REPLY)
        memset(reply, 'x', 2000);
    *reply = 0;
    printf("%s\n", command);
    fflush(stdout);
    if (strcmp(command, "name") == 0)
        strcpy(reply, "Test \"1\"\nengine");
    else if (strcmp(command, "get gametype") == 0)
        sprintf(reply, "%d", GAMETYPE);
    else if (strcmp(command, "get hashsize") == 0)
        sprintf(reply, "%d", hashsize);
    else if (strncmp(command, "set hashsize ", 13) == 0 && atoi(command + 13) <= 64)
        hashsize = atoi(command + 13);
    else
        return strncmp(command, "set gamehist", 12) == 0;
    return 1;
}
