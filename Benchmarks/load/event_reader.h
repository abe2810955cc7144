/* Reads a stream of server-sent events in chunked transfer coding, and hands out each line of its content. */
#ifndef EVENT_READER_H
#define EVENT_READER_H
#include <stdbool.h>
#include <stddef.h>

enum { LINE_CAPACITY = 4096 };

struct text_line {
    size_t length;
    char text[LINE_CAPACITY];
};

struct event_reader {
    enum { HEADER, CHUNK_SIZE, CONTENT, CHUNK_END } part;
    size_t left;
    /* Two, because a chunk may end in the middle of a line of content. */
    struct text_line framing, content;
};

/* Takes bytes as they came, and calls back with each whole line of content. */
void take_bytes(struct event_reader *reader, const char *bytes, size_t length,
    void (*take_line)(void *context, const char *text), void *context);

/* Whether the header of the answer has been read. */
bool is_open(const struct event_reader *reader);

#endif
