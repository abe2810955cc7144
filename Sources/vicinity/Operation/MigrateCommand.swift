import CommandLineArguments
import Workplace

/// Moves a database from a file to a server of PostgreSQL, and back.
enum MigrateCommand {
    private static let source = Positional(
        "FROM", "The database: sqlite:PATH or postgres://USER@HOST/DATABASE.")
    private static let target = Positional(
        "TO", "The new database of the other kind: nothing may be in it, or at its path.")

    static let command = Command(
        "migrate", "Copies a database from a file to a server of PostgreSQL, or back.",
        discussion: [
            "Stop all servers of the database first. The copy has the same orders, accounts, sessions and numbers of the change feed. The "
                + "number of rows of each table is compared, and the copy is verified. The original stays as it is.",
            "A file of an earlier version of the program is copied and brought up to date first.",
        ],
        positionals: [source, target])

    static func run(_ arguments: ParsedArguments) throws {
        let from = try DatabaseAddress(try arguments.text(source), of: "FROM")
        let to = try DatabaseAddress(try arguments.text(target), of: "TO")
        let count: Int
        do {
            switch (from, to) {
            case (.sqlite(let path), .postgres(let address)):
                guard DatabaseFile.exists(path) else { throw CommandFailure("There is no file \(path).") }
                // Held until the copy is complete, so that no server writes meanwhile.
                let lock = try ServingLock(database: path)
                count = try toServer(path, address)
                lock.release()
            case (.postgres(let address), .sqlite(let path)):
                guard !DatabaseFile.exists(path) else {
                    throw CommandFailure("There is a file \(path) already.")
                }
                try Installation.makeFolder(of: path)
                do { count = try DatabaseMove.toFile(address: address, path: path) } catch {
                    // An incomplete file would be in the way of the next attempt.
                    DatabaseFile.remove(path)
                    throw error
                }
            default:
                throw CommandFailure(
                    "One of the two is a file (sqlite:) and the other a server (postgres:).", exitCode: 2)
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure("The database \(from) cannot be copied to \(to): \(error)")
        }
        Terminal.out("Copied \(count) rows from \(from) to \(to), and verified the copy.")
    }

    /// Copies a file to a server; one in an earlier schema by way of a copy that is brought up to date.
    private static func toServer(_ path: String, _ address: String) throws -> Int {
        guard try DatabaseSummary(path: path).schemaVersion < DatabaseSummary.newestSchemaVersion else {
            return try DatabaseMove.toServer(path: path, address: address)
        }
        try DatabaseFile.requireRoom(for: DatabaseFile.size(path), inFolderOf: path)
        let upgraded = DatabaseFile.temporary(beside: path)
        DatabaseFile.remove(upgraded)
        defer { DatabaseFile.remove(upgraded) }
        try Interruption.watching { try BackupCommand.copy(path, to: upgraded, $0) }
        try DatabaseMove.upgrade(path: upgraded)
        return try DatabaseMove.toServer(path: upgraded, address: address)
    }
}
