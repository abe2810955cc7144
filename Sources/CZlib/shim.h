#pragma once
#include <zlib.h>

/* inflateInit2 is a macro. 16 above the largest window means a gzip header. */
static inline int czlib_begin(z_stream *stream) { return inflateInit2(stream, MAX_WBITS + 16); }
