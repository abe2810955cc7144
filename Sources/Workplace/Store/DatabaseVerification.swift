import PostgreSQL
import SQLite

/// Verifies the file of a workplace, whether it is being served, lies idle or is a backup.
///
/// All checks see one state of the file and change nothing in it. They need the time to read the whole file.
public enum DatabaseVerification: Sendable {
    /// What a check found.
    public struct Finding: Hashable, Sendable {
        /// What was checked, in one word.
        public let name: String
        /// Whether it is damaged.
        public let isDamaged: Bool
        /// What was looked at or, for damage, the first place.
        public let detail: String

        init(_ name: String, _ outcome: DatabaseCheck.Outcome) {
            self.name = name
            switch outcome {
            case .sound(let text): (isDamaged, detail) = (false, text)
            case .damaged(let text): (isDamaged, detail) = (true, text)
            }
        }
    }

    /// In this order, because a later check relies on the earlier ones.
    private static let checks: [DatabaseCheck] = [.file, .schema, .references] + contentChecks

    /// The checks of what the tables hold, which are the same on both engines.
    static let contentChecks: [DatabaseCheck] = [
        .ledger, .balances, .orders, .payments, .pickups, .attendance, .feed,
    ]

    /// Runs the checks, on the calling thread, and ends with the first that finds damage.
    ///
    /// - Parameters:
    ///   - path: Where the file is; it must exist.
    ///   - report: Gets each finding as it is made.
    /// - Returns: The damage; `nil` when there is none.
    /// - Throws: `SQLiteError` when the file cannot be opened or read for another reason than damage.
    public static func run(path: String, report: (Finding) -> Void = { _ in }) throws -> Finding? {
        var last: Finding?
        do {
            try StoreConnection.inspecting(path: path) { connection in
                for check in checks where last?.isDamaged != true {
                    let finding = Finding(check.name, try outcome(of: check, on: connection))
                    last = finding
                    report(finding)
                }
            }
        } catch let error as SQLiteError where error.isDamage {
            // The first page is read before the first check.
            guard last == nil else { throw error }
            let finding = Finding(DatabaseCheck.file.name, .damaged("\(error)"))
            report(finding)
            return finding
        }
        return last?.isDamaged == true ? last : nil
    }

    /// The checks of a database on a server, which looks after its files by itself.
    private static let serverChecks: [DatabaseCheck] =
        [.serverTables, .serverSchema, .serverReferences] + contentChecks

    /// Runs the checks on a database of a server, on the calling thread, and ends with the first that finds damage.
    ///
    /// Servers may go on writing meanwhile: all checks see one state.
    ///
    /// - Parameters:
    ///   - address: The server and the database.
    ///   - report: Gets each finding as it is made.
    /// - Returns: The damage; `nil` when there is none.
    /// - Throws: `PostgresError` when the server cannot be reached or refuses.
    public static func run(address: String, report: (Finding) -> Void = { _ in }) throws -> Finding? {
        try StoreConnection.inspecting(address: address) { connection in
            for check in serverChecks {
                let outcome: DatabaseCheck.Outcome
                do { outcome = try check.run(connection) } catch let error as PostgresError
                    where error.isDamage
                {
                    outcome = .damaged("\(error)")
                }
                let finding = Finding(check.name, outcome)
                report(finding)
                if finding.isDamaged { return finding }
            }
            return nil
        }
    }

    private static func outcome(
        of check: DatabaseCheck, on connection: StoreConnection
    ) throws -> DatabaseCheck.Outcome {
        do { return try check.run(connection) } catch let error as SQLiteError where error.isDamage {
            return .damaged("\(error)")
        }
    }
}

extension PostgresError {
    /// Whether the content of the database causes the error, rather than the connection or the load.
    fileprivate var isDamage: Bool {
        state.hasPrefix("XX") || state.hasPrefix("42") || state.hasPrefix("22")
    }
}

extension SQLiteError {
    /// Whether the content of the file causes the error, rather than the disk or a lock.
    fileprivate var isDamage: Bool {
        switch code {
        case .corrupt, .notADatabase, .mismatch, .error: true
        default: false
        }
    }
}
