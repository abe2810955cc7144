import PostgreSQL
import SQLite

/// The schema of a workplace's database on PostgreSQL.
///
/// There is one list of migrations, which is that of SQLite. A new database gets the tables, and the rows in them, that all
/// migrations leave in an empty file of SQLite. Later migrations are translated one by one.
enum PostgresSchema {
    /// What the statements of the product call and PostgreSQL lacks, and the version of the schema.
    ///
    /// `vicinity_next` gives rows the number after the largest, as SQLite does: without gaps, because transactions that write
    /// run one after another.
    static let base = """
        CREATE TABLE vicinity_schema (version BIGINT NOT NULL, oldest BIGINT);
        INSERT INTO vicinity_schema (version) VALUES (0);
        \(commits);
        CREATE FUNCTION vicinity_instr(text, text) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
            AS 'SELECT strpos($1, $2)::bigint';
        CREATE FUNCTION vicinity_instr(bytea, bytea) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
            AS 'SELECT position($2 in $1)::bigint';
        CREATE FUNCTION vicinity_json_extract(text, text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
            AS 'SELECT $1::jsonb #>> string_to_array(substr($2, 3), ''.'')';
        CREATE FUNCTION vicinity_json_valid(text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
            AS 'BEGIN PERFORM $1::jsonb; RETURN true; EXCEPTION WHEN OTHERS THEN RETURN false; END';
        CREATE FUNCTION vicinity_json_each(whole text, path text DEFAULT '$')
            RETURNS TABLE (key text, value text) LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
            AS 'WITH part AS (SELECT $1::jsonb #> string_to_array(substr($2, 3), ''.'') AS content)
                SELECT (position - 1)::text, element FROM part, jsonb_array_elements_text(
                    CASE jsonb_typeof(content) WHEN ''array'' THEN content ELSE ''[]'' END)
                    WITH ORDINALITY AS one (element, position)
                UNION ALL SELECT one.key, one.value FROM part, jsonb_each_text(
                    CASE jsonb_typeof(content) WHEN ''object'' THEN content ELSE ''{}'' END) AS one';
        CREATE FUNCTION vicinity_strftime(form text, seconds numeric, epoch text) RETURNS text LANGUAGE sql IMMUTABLE STRICT
            AS 'SELECT to_char(to_timestamp($2) AT TIME ZONE ''UTC'', ''YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'')';
        CREATE FUNCTION vicinity_strftime(form text, moment text) RETURNS text LANGUAGE sql STABLE STRICT
            AS 'SELECT extract(epoch FROM now())::bigint::text';
        CREATE FUNCTION vicinity_unixepoch() RETURNS bigint LANGUAGE sql STABLE
            AS 'SELECT extract(epoch FROM now())::bigint';
        """

    /// The table of `PostgresDatabase.Configuration.commitTable`.
    static let commitTable = "vicinity_commits"
    private static let commits = """
        CREATE TABLE IF NOT EXISTS \(commitTable) (writer TEXT PRIMARY KEY, number BIGINT NOT NULL, at BIGINT NOT NULL)
        """
    /// Deletes the rows of writers that have not written for a day; one that writes again gets a new row.
    private static let oldCommits =
        "DELETE FROM \(commitTable) WHERE at < extract(epoch FROM now())::bigint - 86400"

    private static let exists = "SELECT to_regclass('vicinity_schema') IS NOT NULL"

    /// The version of a schema, and which programs may serve it.
    struct State: Hashable, Sendable {
        /// The version of the schema; 0 without one.
        let version: Int
        /// The newest version that a program must know at least to read and write.
        let oldest: Int

        /// Whether a program may read and write whose newest version is this one.
        func suits(_ known: Int) -> Bool { known >= oldest }
    }

    /// The version of the schema, and which programs may serve it.
    static func state(on connection: PostgresConnection) throws -> State {
        let version = try version(on: connection)
        guard version > 0, try hasOldest(connection) else {
            return State(version: version, oldest: version)
        }
        let oldest = try connection.first("SELECT oldest FROM vicinity_schema") { try $0.optionalInt64(0) }
        return State(version: version, oldest: (oldest ?? nil).map(Int.init) ?? version)
    }

    /// Databases of earlier programs lack the column.
    private static func hasOldest(_ connection: PostgresConnection) throws -> Bool {
        let sql = """
            SELECT count(*) > 0 FROM pg_attribute
                WHERE attrelid = to_regclass('vicinity_schema') AND attname = 'oldest'
            """
        return try connection.first(sql) { try $0.bool(0) } ?? false
    }

    /// A query that says whether a program may write whose newest version is this one.
    static func admission(of known: Int) -> String {
        "SELECT coalesce(oldest, version) <= \(known) FROM vicinity_schema"
    }

    /// The version of the schema; 0 without one.
    static func version(on connection: PostgresConnection) throws -> Int {
        guard try connection.first(exists, row: { try $0.bool(0) }) == true else { return 0 }
        return try connection.first("SELECT version FROM vicinity_schema") { try $0.int(0) } ?? 0
    }

    /// Writes a row without a change, so that the commit must reach the disk, and a temporary file, so that the disk must have room.
    ///
    /// The row alone fits into a page that is there, also on a full disk.
    static func touch(_ connection: PostgresConnection) throws {
        try connection.execute("UPDATE vicinity_schema SET version = version")
        // More than the memory that the statement may use, about 400 kB. Other jobs of the transaction get the usual memory.
        try connection.execute(script: "SET LOCAL work_mem = '64kB'")
        _ = try connection.first("SELECT count(*) FROM generate_series(1, 20000)") { try $0.int64(0) }
        try connection.execute(script: "SET LOCAL work_mem TO DEFAULT")
    }

    /// Whether a commit on this database has waited for a synchronous standby for more than a second.
    ///
    /// With a standby that follows, such a wait ends within milliseconds. A user without further rights sees its own sessions only.
    static func hasWaitingCommit(on connection: PostgresConnection) throws -> Bool {
        let sql = """
            SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()
                AND query_start < clock_timestamp() - interval '1 second'
            """
        return try connection.first(sql) { try $0.int64(0) } ?? 0 > 0
    }

    /// Brings the schema to the newest version of a list, in one transaction of the caller.
    ///
    /// A newer schema stays as it is if each of its further steps suits earlier programs.
    ///
    /// - Throws: `DatabaseRefusal.schemaIsNewer` and `PostgresError`.
    static func migrate(_ connection: PostgresConnection, _ migrations: [Migration]) throws {
        let newest = migrations.last?.version ?? 0
        let state = try state(on: connection)
        let found = state.version
        guard state.suits(newest) else { throw DatabaseRefusal.schemaIsNewer(found: found, known: newest) }
        if found > 0 {
            // Databases of earlier programs lack the table and the column.
            try connection.execute(script: "\(commits); \(oldCommits)")
            if try !hasOldest(connection) {
                try connection.execute(script: "ALTER TABLE vicinity_schema ADD COLUMN oldest BIGINT")
            }
        }
        guard found < newest else { return }
        // Copying a large table may take longer than any statement while the program serves.
        try connection.execute(script: "SET LOCAL statement_timeout = 0")
        // What the tables are after all migrations, which names the columns that number rows.
        let file = try Connection.inMemory(migrations)
        guard found > 0 else {
            _ = try create(on: connection, from: file)
            return try name(oldestOf: migrations, on: connection)
        }
        for migration in migrations where migration.version > found {
            for statement in SQLScript.statements(of: migration.script) {
                try apply(statement, on: connection)
            }
        }
        try finish(connection, as: file)
        try name(oldestOf: migrations, on: connection)
    }

    /// Records which programs may serve the schema that a list of migrations leaves.
    static func name(oldestOf migrations: [Migration], on connection: PostgresConnection) throws {
        let oldest = migrations.last { !$0.suitsEarlierPrograms }?.version ?? 0
        try connection.execute("UPDATE vicinity_schema SET oldest = ?", [.integer(Int64(oldest))])
    }

    /// The database has tables that are not Vicinity's.
    struct OtherTables: Error, Equatable, CustomStringConvertible {
        let database: String

        var description: String {
            "There are other tables in the database \(database); make one of its own."
        }
    }

    /// The end of a query for tables, apart from those of extensions; a condition about the schema follows it.
    static let tables = """
        FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
        WHERE relkind IN ('r', 'p') AND NOT EXISTS (
            SELECT FROM pg_depend
            WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
        """

    /// Refuses a schema that has tables already, apart from those of extensions.
    private static func requireNoTables(_ connection: PostgresConnection) throws {
        let sql = """
            SELECT current_database()::text WHERE EXISTS (SELECT \(tables) AND nspname = current_schema())
            """
        guard let database = try connection.first(sql, row: { try $0.text(0) }) else { return }
        throw OtherTables(database: database)
    }

    /// Makes the tables of a file, and copies its rows.
    ///
    /// - Returns: The number of rows by table.
    /// - Throws: ``OtherTables``, `SQLiteError` and `PostgresError`.
    static func create(on connection: PostgresConnection, from file: Connection) throws -> [String: Int] {
        try requireNoTables(connection)
        try connection.execute(script: base)
        for statement in try DatabaseTransfer.schema(of: file) { try apply(statement, on: connection) }
        let counts = try DatabaseTransfer.copy(from: file, to: connection)
        try finish(connection, as: file)
        return counts
    }

    private static func finish(_ connection: PostgresConnection, as file: Connection) throws {
        for (table, column) in try DatabaseTransfer.numberedColumns(of: file) {
            try number(column, of: table, on: connection)
        }
        let version = try StoreConnection(file).schemaVersion()
        try connection.execute("UPDATE vicinity_schema SET version = ?", [.integer(Int64(version))])
    }

    /// Gives new rows of a table the number after the largest.
    private static func number(_ column: String, of table: String, on connection: PostgresConnection) throws {
        try connection.execute(
            script: """
                CREATE OR REPLACE FUNCTION vicinity_next_\(table)() RETURNS bigint LANGUAGE sql VOLATILE
                    AS 'SELECT coalesce(max(\(column)), 0) + 1 FROM \(table)';
                ALTER TABLE \(table) ALTER COLUMN \(column) SET DEFAULT vicinity_next_\(table)()
                """)
    }

    /// Runs one statement of a migration.
    static func apply(_ statement: String, on connection: PostgresConnection) throws {
        let words = statement.split(maxSplits: 3, omittingEmptySubsequences: true) { $0.isWhitespace }.map(
            String.init)
        switch (words.first, words.dropFirst().first) {
        case ("CREATE", "TRIGGER"):
            try connection.execute(script: SQLScript.trigger(statement))
        case ("DROP", "TRIGGER"):
            let name = words[2]
            let sql =
                "SELECT relname::text FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE tgname = ?"
            guard let table = try connection.first(sql, [.text(name)], row: { try $0.text(0) }) else {
                return
            }
            try connection.execute(script: "DROP TRIGGER \(name) ON \(table)")
        case ("ALTER", _), ("CREATE", _):
            try connection.execute(script: PostgresDialect.schema(statement))
        default:
            try connection.execute(script: PostgresDialect.statement(statement))
        }
    }
}
