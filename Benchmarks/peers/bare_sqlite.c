/* What SQLite alone does with the rows of a round: bare_sqlite SOURCE TARGET ORDERS-A-TRANSACTION ORDERS.
 *
 * SOURCE is the database that the server made; TARGET is a copy of what it began with. The rows of each order are
 * read into memory first; then they are inserted with prepared statements and nothing else: no HTTP, no JSON, no
 * checks, no reads. Prints the orders a second. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MAXIMUM_COLUMNS = 16 };

/* A row on its way, with the statement that writes it. */
struct row {
    sqlite3_stmt *statement;
    int count;
    sqlite3_value *values[MAXIMUM_COLUMNS];
};

/* What belongs to an order in a table: how to find it and how to write it. */
struct part {
    const char *select, *insert;
    sqlite3_stmt *find, *write;
};

static struct part parts[] = {
    {"SELECT * FROM orders WHERE rowid = ?1", "INSERT INTO orders VALUES (?,?,?,?,?,?,?,?,?,?)", 0, 0},
    {"SELECT * FROM order_transitions WHERE order_id = (SELECT id FROM orders WHERE rowid = ?1)",
        "INSERT INTO order_transitions VALUES (?,?,?,?,?,?,?,?)", 0, 0},
    {"SELECT * FROM tickets WHERE order_id = (SELECT id FROM orders WHERE rowid = ?1)",
        "INSERT INTO tickets VALUES (?,?,?,?,?,?,?,?,?,?)", 0, 0},
    {"SELECT * FROM ledger WHERE kind = 'payment' AND order_id = (SELECT id FROM orders WHERE rowid = ?1)",
        "INSERT INTO ledger VALUES (?,?,?,?,?,?,?,?,?,?,?,?)", 0, 0},
    {"SELECT person, currency, balance FROM ledger WHERE kind = 'payment' AND order_id = "
     "(SELECT id FROM orders WHERE rowid = ?1)",
        "INSERT INTO meal_balances VALUES (?,?,?) ON CONFLICT DO UPDATE SET amount = excluded.amount", 0, 0},
    {"SELECT * FROM idempotency_keys WHERE order_id = (SELECT id FROM orders WHERE rowid = ?1)",
        "INSERT INTO idempotency_keys VALUES (?,?,?,?,?)", 0, 0},
    /* Each order has the same number of entries, in its own order, so that a share of the feed is as good. */
    {"SELECT * FROM feed WHERE number > (?1 - 1) * ?2 AND number <= ?1 * ?2",
        "INSERT INTO feed VALUES (?,?,?,?,?)", 0, 0},
};
enum { PARTS = sizeof parts / sizeof *parts };

static sqlite3 *source, *target;
static struct row *rows;
static size_t row_count;

static void check(int code, sqlite3 *database) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    fprintf(stderr, "%s\n", sqlite3_errmsg(database));
    exit(1);
}

static void execute(sqlite3 *database, const char *sql) {
    check(sqlite3_exec(database, sql, NULL, NULL, NULL), database);
}

static void prepare(void) {
    /* Keys are found by their order here only. */
    execute(source, "CREATE INDEX IF NOT EXISTS benchmark_keys ON idempotency_keys (order_id)");
    execute(target, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; "
        "PRAGMA cache_size = -16384");
    for (int index = 0; index < PARTS; index++) {
        check(sqlite3_prepare_v2(source, parts[index].select, -1, &parts[index].find, NULL), source);
        check(sqlite3_prepare_v2(target, parts[index].insert, -1, &parts[index].write, NULL), target);
    }
}

static void keep(struct part *part) {
    rows = realloc(rows, (row_count + 1) * sizeof *rows);
    struct row *row = &rows[row_count++];
    row->statement = part->write;
    row->count = sqlite3_column_count(part->find);
    for (int column = 0; column < row->count; column++)
        row->values[column] = sqlite3_value_dup(sqlite3_column_value(part->find, column));
}

static long entries_of_an_order(void) {
    sqlite3_stmt *count;
    check(sqlite3_prepare_v2(source, "SELECT (SELECT count(*) FROM feed) / count(*) FROM orders", -1, &count, NULL),
        source);
    check(sqlite3_step(count), source);
    long entries = sqlite3_column_int64(count, 0);
    sqlite3_finalize(count);
    return entries;
}

/* Reads the rows of an order; true when there is one of that number. */
static int read_order(long number, long entries) {
    size_t before = row_count;
    for (int index = 0; index < PARTS; index++) {
        struct part *part = &parts[index];
        sqlite3_bind_int64(part->find, 1, number);
        if (sqlite3_bind_parameter_count(part->find) == 2) sqlite3_bind_int64(part->find, 2, entries);
        while (sqlite3_step(part->find) == SQLITE_ROW) keep(part);
        check(sqlite3_reset(part->find), source);
    }
    return row_count > before;
}

static void write_row(const struct row *row) {
    for (int column = 0; column < row->count; column++)
        check(sqlite3_bind_value(row->statement, column + 1, row->values[column]), target);
    check(sqlite3_step(row->statement), target);
    check(sqlite3_reset(row->statement), target);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int count, char **arguments) {
    if (count != 5) return 2;
    check(sqlite3_open(arguments[1], &source), source);
    check(sqlite3_open(arguments[2], &target), target);
    long batch = atol(arguments[3]), limit = atol(arguments[4]), orders = 0;
    prepare();
    long entries = entries_of_an_order();
    size_t *ends = calloc(limit + 1, sizeof *ends);
    while (orders < limit && read_order(orders + 1, entries)) ends[++orders] = row_count;
    double start = now();
    for (long order = 0; order < orders; order++) {
        if (order % batch == 0) execute(target, "BEGIN IMMEDIATE");
        for (size_t row = ends[order]; row < ends[order + 1]; row++) write_row(&rows[row]);
        if ((order + 1) % batch == 0 || order + 1 == orders) execute(target, "COMMIT");
    }
    double seconds = now() - start;
    printf("{\"orders\": %ld, \"rows\": %zu, \"rate\": %.1f}\n", orders, row_count, orders / seconds);
}
