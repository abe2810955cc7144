#pragma once
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Makes an empty file that only its owner may read and write, unless there is a file already. SQLite gives the log and
   the shared memory beside a file the permissions of the file. Opening a file that SQLite has open, and closing it,
   would drop SQLite's locks; O_EXCL opens none that is there. */
static inline void csqlite_make_private_file(const char *path) {
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0) close(file);
}

/* Tells which file is at a path, by device and number; returns 0 when it cannot be told. */
static inline int csqlite_file_identity(const char *path, sqlite3_uint64 *device, sqlite3_uint64 *number) {
    struct stat status;
    if (stat(path, &status) != 0) return 0;
    *device = (sqlite3_uint64)status.st_dev;
    *number = (sqlite3_uint64)status.st_ino;
    return 1;
}

/* SQLite's own statistics of memory, which nobody reads, take a lock for each piece of memory. */
static inline int csqlite_stop_counting_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
