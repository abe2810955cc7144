import CommandLineArguments
import Workplace

/// Verifies a database or a backup, and changes nothing in it.
enum VerifyCommand {
    private static let file = Positional(
        "FILE", "A backup or another file; without one, the database is verified.", kind: .file, count: 0...1)

    static let command = Command(
        "verify", "Verifies a backup or the database, also while a server serves it.",
        discussion: [
            "A line for each check: the digest of a backup, the pages of the file, the version of the schema, references between "
                + "tables, the ledger and its balances, the orders, and the numbers of the change feed. The first damage ends the "
                + "command with exit code 1.",
            "A database on a server of PostgreSQL is read as it is at one moment, while servers go on.",
        ],
        options: [SharedOptions.database], positionals: [file])

    static func run(_ arguments: ParsedArguments) throws {
        if let path = arguments[file] { return try verify(path) { Terminal.out($0) } }
        switch try SharedOptions.databaseAddress(arguments) {
        case .sqlite(let path): try verify(path) { Terminal.out($0) }
        case .postgres(let address):
            try verify(server: address, named: SharedOptions.databaseAddress(arguments).description)
        }
    }

    private static func verify(server address: String, named name: String) throws {
        let finding: DatabaseVerification.Finding?
        do { finding = try DatabaseVerification.run(address: address) { Terminal.out(line(for: $0)) } } catch
        {
            throw CommandFailure("The database \(name) cannot be verified: \(error)")
        }
        if let finding { throw CommandFailure("\(name) is damaged. \(finding.name): \(finding.detail)") }
    }

    /// Verifies a file and prints a line for each check.
    ///
    /// - Throws: `CommandFailure` with the first damage.
    static func verify(_ path: String, print: (String) -> Void) throws {
        guard DatabaseFile.exists(path) else { throw CommandFailure("There is no file \(path).") }
        let finding: DatabaseVerification.Finding?
        do {
            try compareDigest(of: path, print: print)
            finding = try DatabaseVerification.run(path: path) { print(line(for: $0)) }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure("The file \(path) cannot be verified: \(error)")
        }
        if let finding { throw CommandFailure("\(path) is damaged. \(finding.name): \(finding.detail)") }
    }

    private static func compareDigest(of path: String, print: (String) -> Void) throws {
        switch try BackupDigest.compare(path) {
        case .none: break
        case .same: print(line("ok", "digest", "the file is as it was written"))
        case .different:
            print(line("damaged", "digest", "the file is not as it was written"))
            // SQLite may know the place.
            let finding = try DatabaseVerification.run(path: path) {
                if $0.isDamaged { print(line(for: $0)) }
            }
            let place =
                finding.map { "\($0.name): \($0.detail)" } ?? "No check of its content finds the place."
            throw CommandFailure("\(path) is damaged: it is not as it was written. \(place)")
        case .unreadable(let digest):
            throw CommandFailure("The file \(digest) is no digest of a backup.")
        }
    }

    private static func line(for finding: DatabaseVerification.Finding) -> String {
        line(finding.isDamaged ? "damaged" : "ok", finding.name, finding.detail)
    }

    /// A line for a finding, which other checks print as well.
    static func line(_ verdict: String, _ name: String, _ detail: String) -> String {
        verdict.padding(to: 8) + " " + name.padding(to: 10) + " " + detail
    }
}

extension String {
    /// The text with spaces up to a width.
    fileprivate func padding(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
