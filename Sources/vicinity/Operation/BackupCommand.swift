import CommandLineArguments
import Glibc
import SQLite

/// Copies the database to a file, also while a server serves it, and checks the copy.
enum BackupCommand {
    private static let file = Positional("FILE", "Where the backup goes.", kind: .file)
    private static let force = Option(flag: "force", "Replaces a backup that is there.")

    static let command = Command(
        "backup", "Copies the database to a file, also while a server serves it, and checks the copy.",
        discussion: [
            "The backup has every change that was acknowledged before the command began. It is written beside FILE, synced and "
                + "verified, and only then gets its name. FILE.sha256 has its digest. Both are for their owner alone: a backup has "
                + "orders, accounts and, of the last 24 hours, where people were who consented."
        ],
        options: [SharedOptions.database, force], positionals: [file])

    static func run(_ arguments: ParsedArguments) throws {
        let database = try SharedOptions.databasePath(
            arguments,
            elsewhere:
                "pg_dump makes a backup of it while servers run, and pg_basebackup one of the whole server")
        let target = try arguments.text(file)
        try check(database, target, mayReplace: arguments.has(force))
        try Interruption.watching { try backUp(database, to: target, $0) }
        Terminal.out("Backed up to \(target): \(ByteCount.text(DatabaseFile.size(target))), verified.")
    }

    private static func check(_ database: String, _ target: String, mayReplace: Bool) throws {
        guard DatabaseFile.exists(database) else {
            throw CommandFailure("There is no database \(database); name the server's with --database.")
        }
        guard DatabaseFile.exists(target) else {
            return try DatabaseFile.requireRoom(for: DatabaseFile.size(database), inFolderOf: target)
        }
        guard !DatabaseFile.areSame(database, target) else {
            throw CommandFailure("\(target) is the database itself.", exitCode: 2)
        }
        guard mayReplace else {
            throw CommandFailure("The file \(target) is there already; --force replaces it.")
        }
        try DatabaseFile.requireRoom(for: DatabaseFile.size(database), inFolderOf: target)
    }

    /// Copies, verifies, and only then gives the copy its name.
    static func backUp(_ database: String, to target: String, _ interruption: Interruption) throws {
        let partial = DatabaseFile.temporary(beside: target)
        DatabaseFile.remove(partial)
        defer { DatabaseFile.remove(partial) }
        try copy(database, to: partial, interruption)
        try VerifyCommand.verify(partial) { _ in }
        try interruption.check()
        // The digest is that of the file beside it, or there is none.
        unlink(BackupDigest.path(of: target))
        try DatabaseFile.rename(partial, to: target)
        try BackupDigest.write(for: target)
        try DatabaseFile.syncFolder(of: target)
    }

    /// Copies a database to a new file and shows the progress.
    static func copy(_ source: String, to target: String, _ interruption: Interruption) throws {
        var progress = ProgressLine("Copied")
        do {
            try DatabaseCopy(from: source, to: target).run { state in
                try interruption.check()
                progress.show(done: state.copiedPages, of: state.pages)
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure("\(source) cannot be copied: \(error)")
        }
    }
}
