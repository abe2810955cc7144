import CommandLineArguments
import Essentials
import SQLite
import Workplace

/// Puts a backup in the place of the database, which is kept under another name.
enum RestoreCommand {
    private static let file = Positional(
        "FILE", "The backup of a file; none for a database on a server of PostgreSQL.", kind: .file,
        count: 0...1)

    static let command = Command(
        "restore", "Puts a backup in the place of the database, which is kept under another name.",
        discussion: [
            "The backup is verified first. The command is refused while a server serves the database. The database that is replaced "
                + "stays beside it, as PATH.before-restore-TIME.",
            "All sessions, pairings that wait and links that set a password end, because some may have ended after the backup: people "
                + "sign in again, and screens are paired again. Pages reload everything by themselves.",
            "A database on a server of PostgreSQL is restored with PostgreSQL's own tools. Give no FILE then: the command ends sessions in it as "
                + "above, and is refused while nodes serve it.",
        ],
        options: [SharedOptions.database], positionals: [file])

    private static let sentences = """
        All sessions have ended: people sign in again, and screens are paired again.
        What was withdrawn after the backup is in force again: look at suspended people, revoked keys of gateways, and consents.
        """

    static func run(_ arguments: ParsedArguments) throws {
        let given = arguments[file]
        if given == nil, case .postgres(let address) = try SharedOptions.databaseAddress(arguments) {
            return try prepare(address, named: SharedOptions.databaseAddress(arguments).description)
        }
        let database = try SharedOptions.databasePath(
            arguments,
            elsewhere:
                "pg_restore puts a dump into a new database, which vicinity restore without a file then prepares"
        )
        guard let backup = given else {
            throw CommandFailure("Name the backup: vicinity restore FILE.", exitCode: 2)
        }
        guard !DatabaseFile.areSame(database, backup) else {
            throw CommandFailure("\(backup) is the database itself.", exitCode: 2)
        }
        try VerifyCommand.verify(backup) { Terminal.error($0) }
        let replaced = try Interruption.watching {
            try restore(backup, to: database, at: Installation.now(), $0)
        }
        Terminal.out("Restored \(backup) to \(database).")
        if let replaced { Terminal.out("The database that it replaced is \(replaced).") }
        Terminal.out(sentences)
    }

    /// Prepares a database that PostgreSQL's own tools have restored.
    private static func prepare(_ address: String, named name: String) throws {
        do { try RestoredCopy.prepare(address: address) } catch {
            throw CommandFailure("The database \(name) cannot be prepared: \(error)")
        }
        Terminal.out("Prepared \(name).")
        Terminal.out(sentences)
    }

    /// Restores a verified backup.
    ///
    /// - Returns: Where the replaced database is; `nil` when there was none.
    static func restore(
        _ backup: String, to database: String, at time: Timestamp, _ interruption: Interruption
    ) throws -> String? {
        let isReplacing = DatabaseFile.exists(database)
        try Installation.makeFolder(of: database)
        try DatabaseFile.requireRoom(for: DatabaseFile.size(backup), inFolderOf: database)
        // On the file that is replaced, until the new one is in its place.
        let lock = isReplacing ? try ServingLock(database: database) : nil
        defer { lock?.release() }
        let partial = DatabaseFile.temporary(beside: database)
        DatabaseFile.remove(partial)
        defer { DatabaseFile.remove(partial) }
        try BackupCommand.copy(backup, to: partial, interruption)
        do { try RestoredCopy.prepare(path: partial) } catch {
            throw CommandFailure("The backup \(backup) cannot be prepared: \(error)")
        }
        try interruption.check()
        let kept = isReplacing ? "\(database).before-restore-\(time.compactText)" : nil
        if let kept { try setAside(database, as: kept) }
        try DatabaseFile.rename(partial, to: database)
        try DatabaseFile.syncFolder(of: database)
        return kept
    }

    /// Keeps the replaced database as a file that is complete by itself, and leaves nothing of its log beside the new one.
    ///
    /// SQLite would apply a log that it finds beside a file, whatever file that is.
    private static func setAside(_ database: String, as kept: String) throws {
        // A sound database takes its log in; one that is too damaged keeps it under the new name.
        do { try settle(database) } catch { Terminal.error("The replaced database is damaged: \(error)") }
        try DatabaseFile.keep(database, as: kept)
        for end in DatabaseFile.companions where DatabaseFile.exists(database + end) {
            try DatabaseFile.rename(database + end, to: kept + end)
        }
        try DatabaseFile.syncFolder(of: database)
    }

    /// Opens and closes a database, which copies its log to the file.
    private static func settle(_ path: String) throws { try Database(path: path).closeAndWait() }
}

extension Timestamp {
    /// The time in UTC as a part of a file's name, such as `20261123T150203Z`.
    fileprivate var compactText: String {
        description.prefix("2026-11-23T15:02:03".count).filter { $0.isLetter || $0.isNumber } + "Z"
    }
}
