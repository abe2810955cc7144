#pragma once
#include <sqlite3.h>

/* SQLITE_STATIC is a cast macro, which Swift does not import: the bytes stay where they are, by the caller's word,
   until the statement is bound anew. A null pointer would bind NULL, so that an empty text or blob needs the address
   of an empty literal. */

static inline int csqlite_bind_kept_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    const char *start = bytes ? (const char *)bytes : "";
    return sqlite3_bind_text64(statement, index, start, count, SQLITE_STATIC, SQLITE_UTF8);
}

static inline int csqlite_bind_kept_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_STATIC);
}

/* SQLite's own statistics of memory, which nobody reads, take a lock for each piece of memory. */
static inline int csqlite_stop_counting_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
