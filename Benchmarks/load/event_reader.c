#include "event_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void refuse(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(1);
}

/* Adds a byte to a line; true when it ended the line, which then stands without its end. */
static bool ends_line(struct text_line *line, char byte) {
    if (byte == '\n') {
        line->text[line->length] = 0;
        line->length = 0;
        return true;
    }
    if (byte == '\r') return false;
    if (line->length + 1 == LINE_CAPACITY) refuse("a line of a stream is too long");
    line->text[line->length++] = byte;
    return false;
}

static void take_framing(struct event_reader *reader) {
    const char *text = reader->framing.text;
    switch (reader->part) {
    case HEADER:
        if (strncmp(text, "HTTP/", 5) == 0 && !strstr(text, " 200 ")) refuse(text);
        if (text[0] == 0) reader->part = CHUNK_SIZE;
        break;
    case CHUNK_SIZE:
        reader->left = strtoul(text, NULL, 16);
        if (reader->left == 0) refuse("the server ended a stream");
        reader->part = CONTENT;
        break;
    case CHUNK_END:
        reader->part = CHUNK_SIZE;
        break;
    case CONTENT:
        break;
    }
}

void take_bytes(struct event_reader *reader, const char *bytes, size_t length,
    void (*take_line)(void *context, const char *text), void *context) {
    for (size_t index = 0; index < length; index++) {
        if (reader->part != CONTENT) {
            if (ends_line(&reader->framing, bytes[index])) take_framing(reader);
            continue;
        }
        if (ends_line(&reader->content, bytes[index])) take_line(context, reader->content.text);
        if (--reader->left == 0) reader->part = CHUNK_END;
    }
}

bool is_open(const struct event_reader *reader) { return reader->part != HEADER; }
