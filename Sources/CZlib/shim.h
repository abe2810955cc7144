#pragma once
#include <zlib.h>

/* inflateInit2 and deflateInit2 are macros. 16 above the largest window means a gzip header. */
static inline int czlib_begin(z_stream *stream) { return inflateInit2(stream, MAX_WBITS + 16); }
static inline int czlib_begin_compression(z_stream *stream) {
    return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY);
}
