import PostgreSQL
import SQLite

/// Copies the schema and the rows of a workplace between SQLite and PostgreSQL.
enum DatabaseTransfer {
    /// A table with the names of its columns, in the order of the table.
    struct Table: Hashable, Sendable {
        let name: String
        let columns: [String]
    }

    /// The statements that make the tables, the indexes, the views and the triggers of a file; a table comes after those that it
    /// refers to.
    static func schema(of file: Connection) throws -> [String] {
        var statements = try inOrder(of: file).map(\.sql)
        for kind in ["index", "view", "trigger"] {
            statements += try file.all(
                "SELECT sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL ORDER BY rowid", kind
            ) { try $0.text(0) }
        }
        return statements
    }

    /// The tables of a file; a table comes after those that it refers to.
    static func tables(of file: Connection) throws -> [Table] {
        try inOrder(of: file).map { name, _ in
            let columns = try file.all("SELECT name FROM pragma_table_info(?) ORDER BY cid", name) {
                try $0.text(0)
            }
            return Table(name: name, columns: columns)
        }
    }

    /// The columns of a file whose rows get the number after the largest, by table.
    static func numberedColumns(of file: Connection) throws -> [(table: String, column: String)] {
        try inOrder(of: file).compactMap { name, sql in
            SQLScript.numberedColumn(of: sql).map { (name, $0) }
        }
    }

    private static func inOrder(of file: Connection) throws -> [(name: String, sql: String)] {
        let sql = """
            SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name
            """
        var waiting = try file.all(sql) { (name: try $0.text(0), sql: try $0.text(1)) }
        var placed: [(name: String, sql: String)] = []
        while !waiting.isEmpty {
            let names = Set(waiting.map(\.name))
            let next = try waiting.filter { table in
                let parents = try file.all("SELECT \"table\" FROM pragma_foreign_key_list(?)", table.name) {
                    try $0.text(0)
                }
                return names.isDisjoint(with: Set(parents).subtracting([table.name]))
            }
            precondition(!next.isEmpty, "tables refer to each other in a circle")
            placed += next
            let found = Set(next.map(\.name))
            waiting.removeAll { found.contains($0.name) }
        }
        return placed
    }

    /// Copies all rows of a file to the empty tables of a server, in the transaction of the caller.
    ///
    /// - Returns: The number of rows by table.
    static func copy(from file: Connection, to server: PostgresConnection) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for table in try tables(of: file) {
            let names = table.columns.map { "\"\($0)\"" }.joined(separator: ", ")
            let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
            let insert = "INSERT INTO \(table.name) (\(names)) VALUES (\(marks))"
            var count = 0
            try file.forEach("SELECT \(names) FROM \"\(table.name)\"") { row in
                try server.execute(
                    insert,
                    try table.columns.indices.map { PostgresValue(try row.value($0)) })
                count += 1
            }
            counts[table.name] = count
        }
        let numbers = "SELECT name, seq FROM sqlite_schema JOIN sqlite_sequence USING (name)"
        let hasSequences =
            try file.first("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'") { _ in } != nil
        if hasSequences {
            for (table, number) in try file.all(numbers, row: { (try $0.text(0), try $0.int64(1)) }) {
                try server.execute(
                    "SELECT setval(pg_get_serial_sequence('\(table)', 'number'), ?)",
                    [.integer(max(number, 1))])
            }
        }
        return counts
    }

    /// Copies all rows of a server to a file in the same schema, in the transactions of the caller, in place of those that the file's
    /// migrations have made.
    ///
    /// - Returns: The number of rows by table.
    static func copy(from server: PostgresConnection, to file: Connection) throws -> [String: Int] {
        let tables = try tables(of: file)
        for table in tables.reversed() { try file.execute("DELETE FROM \"\(table.name)\"") }
        var counts: [String: Int] = [:]
        for table in tables {
            let names = table.columns.map { "\"\($0)\"" }.joined(separator: ", ")
            let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
            let insert = "INSERT INTO \"\(table.name)\" (\(names)) VALUES (\(marks))"
            // A part at a time, because results of the server arrive whole.
            try server.execute(
                script: "DECLARE rows_to_copy NO SCROLL CURSOR FOR SELECT \(names) FROM \(table.name)")
            var count = 0
            var found = 0
            repeat {
                found = 0
                try server.forEach("FETCH 1000 FROM rows_to_copy /* \(table.name) */") { row in
                    try file.execute(
                        insert, arguments: try table.columns.indices.map { SQLValue(try row.value($0)) })
                    found += 1
                }
                count += found
            } while found > 0
            try server.execute(script: "CLOSE rows_to_copy")
            counts[table.name] = count
        }
        return counts
    }
}
