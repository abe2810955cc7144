/// Takes scripts of migrations apart.
enum SQLScript {
    /// The statements of a script, without their semicolons.
    ///
    /// A trigger ends with `END;`, and has semicolons within.
    static func statements(of script: String) -> [String] {
        var statements: [String] = []
        var statement = ""
        var quote: Character?
        for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
            if quote == nil, line.drop(while: \.isWhitespace).hasPrefix("--") { continue }
            for character in line {
                if let open = quote {
                    if character == open { quote = nil }
                } else if character == "'" || character == "\"" {
                    quote = character
                }
                guard character == ";", quote == nil, isComplete(statement) else {
                    statement.append(character)
                    continue
                }
                statements.append(statement)
                statement = ""
            }
            statement.append("\n")
        }
        statements.append(statement)
        return statements.map { $0.trimmed }.filter { !$0.isEmpty }
    }

    private static func isComplete(_ statement: String) -> Bool {
        guard statement.trimmed.hasPrefix("CREATE TRIGGER") else { return true }
        return statement.trimmed.hasSuffix("END")
    }

    /// A trigger of PostgreSQL that refuses what a trigger of SQLite refuses.
    ///
    /// All triggers of the schema are of one kind: `BEFORE` a change, `RAISE(ABORT, …)`, perhaps `WHEN` a condition holds.
    static func trigger(_ statement: String) -> String {
        let text = statement.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let body = text.range(of: " BEGIN SELECT RAISE(ABORT, ") ?? text.endIndex..<text.endIndex
        let head = String(text[..<body.lowerBound])
        let message = String(text[body.upperBound...].prefix(while: { $0 != ")" }))
        let parts = head.components(around: " WHEN ")
        let words = parts.0.split(separator: " ").map(String.init)
        let name = words[2]
        let condition = parts.1.map { PostgresDialect.statement($0) } ?? "true"
        let returned = words.contains("DELETE") ? "OLD" : "NEW"
        return """
            CREATE OR REPLACE FUNCTION vicinity_\(name)() RETURNS trigger LANGUAGE plpgsql AS $vicinity$
            BEGIN
                IF \(condition) THEN RAISE EXCEPTION \(message) USING ERRCODE = 'restrict_violation'; END IF;
                RETURN \(returned);
            END $vicinity$;
            \(parts.0) FOR EACH ROW EXECUTE FUNCTION vicinity_\(name)()
            """
    }

    /// The column of a table to which SQLite gives the number after the largest; `nil` without one.
    static func numberedColumn(of table: String) -> String? {
        // Not at commas: the key of `at INTEGER, PRIMARY KEY (…)` is another one.
        let words = table.split(whereSeparator: { $0.isWhitespace || $0 == "(" }).map(String.init)
        for index in words.indices.dropFirst().dropLast(2)
        where words[index] == "INTEGER" && words[index + 1] == "PRIMARY" && words[index + 2].hasPrefix("KEY")
        {
            return words.dropFirst(index + 3).first?.hasPrefix("AUTOINCREMENT") == true
                ? nil : words[index - 1]
        }
        return nil
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }

    fileprivate func components(around separator: String) -> (String, String?) {
        guard let place = range(of: separator) else { return (self, nil) }
        return (String(self[..<place.lowerBound]), String(self[place.upperBound...]))
    }

    fileprivate func range(of part: String) -> Range<Index>? { firstRange(of: part) }
}
