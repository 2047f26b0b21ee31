/* Lines of Hub, version 2. */

#ifndef HUB_H
#define HUB_H

/* Takes standard output for the lines of Hub. The engine, which may print too, writes to standard error from now on.
   Returns whether that was possible. */
int open_output(void);

/* Writes a line; from any thread. */
void say(const char *format, ...);

/* Writes the line `error message="..."`. */
void error(const char *format, ...);

/* Replaces, in place, what a value in quotes cannot contain. */
char *clean(char *text);

/* Splits a line into its command and arguments, in place. Returns the command, which is empty in a blank line. */
const char *split(char *line);

/* The value of an argument of the line that was split last, empty for a flag; NULL if it is not there. */
const char *value_of(const char *name);

#endif
