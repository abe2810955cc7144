#pragma once
#include <sqlite3.h>

/* SQLITE_TRANSIENT is a cast macro, which Swift does not import. A null pointer would bind NULL, so that an empty
   text or blob needs the address of an empty literal. */

static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    const char *start = bytes ? (const char *)bytes : "";
    return sqlite3_bind_text64(statement, index, start, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}
