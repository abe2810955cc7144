import PostgreSQL
import SQLite

// What is checked of a database on a server of PostgreSQL instead of the file.
extension DatabaseCheck {
    /// Every row of every table can be read.
    static let serverTables = DatabaseCheck(name: "tables") { connection in
        let names = try connection.all(
            "SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"
        ) { try $0.text(0) }
        var rows = 0
        for name in names {
            // The text of a row has each of its values, also those that are stored apart.
            let sql = "SELECT count(*), max(length(t::text)) FROM \"\(name)\" AS t"
            rows += try connection.first(sql) { try $0.int(0) } ?? 0
        }
        return .sound("\(rows) rows of \(names.count) tables were read")
    }

    /// The version of the schema, which says whether this program can serve the database.
    static let serverSchema = DatabaseCheck(name: "schema") { connection in
        guard case .postgres(let server) = connection.engine else { return .sound("") }
        let newest = SQLiteSchema.migrations.last?.version ?? 0
        let state = try PostgresSchema.state(on: server)
        guard state.version > 0 else { return .damaged("the database is not one of Vicinity") }
        guard state.suits(newest) else {
            return .damaged("version \(state.version), but this program knows only versions up to \(newest)")
        }
        return .sound(
            state.version < newest
                ? "version \(state.version); serving makes it \(newest)" : "version \(state.version)")
    }

    /// Rows that refer to rows of other tables, compared row by row: a damaged index would hide one from the server.
    static let serverReferences = DatabaseCheck(name: "references") { connection in
        let references = try connection.all(
            """
            SELECT conrelid::regclass::text, confrelid::regclass::text,
                (SELECT string_agg(format('child.%I = parent.%I', here.attname, there.attname), ' AND ')
                    FROM unnest(conkey, confkey) AS pair (own, other)
                    JOIN pg_attribute AS here ON here.attrelid = conrelid AND here.attnum = pair.own
                    JOIN pg_attribute AS there ON there.attrelid = confrelid AND there.attnum = pair.other),
                (SELECT string_agg(format('child.%I', attname), ', ') FROM unnest(conkey) AS own
                    JOIN pg_attribute ON attrelid = conrelid AND attnum = own)
            FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2
            """
        ) { (try $0.text(0), try $0.text(1), try $0.text(2), try $0.text(3)) }
        for (table, parent, same, columns) in references {
            let sql = """
                SELECT 1 FROM \(table) AS child WHERE num_nulls(\(columns)) = 0
                    AND NOT EXISTS (SELECT 1 FROM \(parent) AS parent WHERE \(same)) LIMIT 1
                """
            if try connection.first(sql, row: { _ in true }) == true {
                return .damaged("a row of \(table) refers to a missing row of \(parent)")
            }
        }
        return .sound("no row refers to a missing one")
    }
}
