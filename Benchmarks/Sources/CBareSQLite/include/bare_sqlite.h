#ifndef BARE_SQLITE_H
#define BARE_SQLITE_H

/// Inserts rows of 64 bytes into a new database, WAL and FULL, a number of them in each transaction.
///
/// Returns the rows a second, or a negative number when SQLite refused.
double bare_sqlite_rows_per_second(const char *path, long rows, long rows_in_transaction);

#endif
