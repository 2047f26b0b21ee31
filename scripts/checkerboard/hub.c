#include "hub.h"

#include <ctype.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static FILE *output;
static pthread_mutex_t output_lock = PTHREAD_MUTEX_INITIALIZER;

int open_output(void)
{
    output = fdopen(dup(1), "w");
    return output != NULL && dup2(2, 1) >= 0;
}

void say(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    pthread_mutex_lock(&output_lock);
    vfprintf(output, format, values);
    fputc('\n', output);
    fflush(output);
    pthread_mutex_unlock(&output_lock);
    va_end(values);
}

void error(const char *format, ...)
{
    char message[2048];
    va_list values;
    va_start(values, format);
    vsnprintf(message, sizeof message, format, values);
    va_end(values);
    say("error message=\"%s\"", clean(message));
}

char *clean(char *text)
{
    for (char *character = text; *character; character++)
        if (*character == '"' || iscntrl((unsigned char)*character))
            *character = ' ';
    return text;
}

static struct argument {
    const char *name, *value;
} arguments[64];

static size_t argument_count;

const char *split(char *line)
{
    for (argument_count = 0; argument_count < sizeof arguments / sizeof *arguments; argument_count++) {
        struct argument *argument = &arguments[argument_count];
        while (isspace((unsigned char)*line))
            line++;
        if (*line == 0)
            break;
        argument->name = line;
        while (*line && *line != '=' && !isspace((unsigned char)*line))
            line++;
        argument->value = line;
        if (*line == '=') {
            *line++ = 0;
            int is_quoted = *line == '"';
            argument->value = line += is_quoted;
            while (*line && (is_quoted ? *line != '"' : !isspace((unsigned char)*line)))
                line++;
        }
        /* Here also the value of a flag begins, and ends. */
        if (*line)
            *line++ = 0;
    }
    return argument_count == 0 ? "" : arguments[0].name;
}

const char *value_of(const char *name)
{
    for (size_t number = 1; number < argument_count; number++)
        if (strcmp(arguments[number].name, name) == 0)
            return arguments[number].value;
    return NULL;
}
