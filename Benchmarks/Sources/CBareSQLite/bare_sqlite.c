#include "bare_sqlite.h"

#include <sqlite3.h>
#include <time.h>

static const char TEXT[] = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static int execute(sqlite3 *database, const char *sql) {
    return sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static int insert_row(sqlite3_stmt *insert) {
    return sqlite3_bind_text(insert, 1, TEXT, sizeof TEXT - 1, SQLITE_STATIC) == SQLITE_OK
        && sqlite3_step(insert) == SQLITE_DONE && sqlite3_reset(insert) == SQLITE_OK;
}

static int insert_rows(sqlite3 *database, sqlite3_stmt *insert, long rows, long rows_in_transaction) {
    for (long row = 0; row < rows; row++) {
        if (row % rows_in_transaction == 0 && !execute(database, "BEGIN IMMEDIATE")) return 0;
        if (!insert_row(insert)) return 0;
        int is_last = (row + 1) % rows_in_transaction == 0 || row + 1 == rows;
        if (is_last && !execute(database, "COMMIT")) return 0;
    }
    return 1;
}

double bare_sqlite_rows_per_second(const char *path, long rows, long rows_in_transaction) {
    sqlite3 *database;
    sqlite3_stmt *insert = NULL;
    double rate = -1;
    if (sqlite3_open(path, &database) == SQLITE_OK
        && execute(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                             "CREATE TABLE events (number INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT")
        && sqlite3_prepare_v2(database, "INSERT INTO events (body) VALUES (?)", -1, &insert, NULL) == SQLITE_OK) {
        double start = now();
        if (insert_rows(database, insert, rows, rows_in_transaction)) rate = rows / (now() - start);
    }
    sqlite3_finalize(insert);
    sqlite3_close(database);
    return rate;
}
