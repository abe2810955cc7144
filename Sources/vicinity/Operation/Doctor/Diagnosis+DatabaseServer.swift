import Essentials
import Workplace

/// What a server of PostgreSQL gives a workplace.
extension Diagnosis {
    /// A node opens seven connections, one more while it starts, and a command needs one.
    static let connectionsOfNode = 8

    /// The settings of the server.
    static func server(_ settings: ServerSettings, now: Timestamp) -> [Diagnosis] {
        [
            version(settings), durability(settings), connections(settings), timeouts(settings),
            backups(settings), user(settings), timeZones(settings), clock(of: settings, now: now),
        ]
    }

    /// The database on a server; the version of its schema is 0 when it has none.
    static func database(
        _ address: String, _ summary: DatabaseSummary, hasOnlyOtherTables: Bool
    ) -> Diagnosis {
        guard !hasOnlyOtherTables else {
            return .wrong(
                "database", "There are other tables in this database",
                "Make one of its own: createdb --encoding UTF8 --template template0 vicinity.")
        }
        guard summary.schemaVersion > 0 else {
            return .warning(
                "database", "\(address) has no tables yet", "The server makes them at its start.")
        }
        return database(address, .readable(summary))
    }

    /// A server or database that the program cannot use.
    ///
    /// - Parameters:
    ///   - address: The database, without a password.
    ///   - reason: The description of the error.
    /// - Returns: What is wrong, and what to do.
    static func unusable(_ address: String, _ reason: String) -> Diagnosis {
        // The description of `PostgresRefusal.wrongEncoding`, which this module does not import.
        let start = "The encoding of the database is "
        if reason.hasPrefix(start) {
            return .wrong(
                "encoding", "It is \(reason.dropFirst(start.count).prefix { $0 != ";" }); it must be UTF8",
                "Make another database: createdb --encoding UTF8 --template template0.")
        }
        return .wrong(
            "server", "\(address) cannot be used: \(reason)",
            "Try it with psql, as the user that runs the server: docs/postgresql.md.")
    }

    /// The address at which other nodes reach the server that listens here.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - answer: What answers there.
    ///   - here: What answers where the server listens; `nil` while none does.
    /// - Returns: What was found.
    static func nodeURL(_ url: String, _ answer: NodeTrial.Outcome, here: NodeTrial.Outcome?) -> Diagnosis {
        let subject = "node"
        guard let here else {
            guard case .nothing = answer else {
                return .warning(
                    subject,
                    "Something answers at \(url), where other nodes look for this one, and no server listens here",
                    NodeTrial.advice)
            }
            return .ok(subject, "Other nodes look for this one at \(url); no server listens here yet")
        }
        // Which process listens here is not known over TLS, and of an earlier version.
        let process: String? =
            switch (here, answer) {
            case (.server(let process?), _), (_, .server(let process?)): process
            default: nil
            }
        guard let warning = NodeTrial.warning(of: answer, at: url, process: process) else {
            return .ok(subject, "Other nodes reach this one at \(url)")
        }
        return .warning(subject, warning.finding, warning.advice)
    }

    private static func version(_ settings: ServerSettings) -> Diagnosis {
        guard settings.versionNumber >= 150_000 else {
            return .wrong(
                "server", "PostgreSQL \(settings.version) is too old", "Use PostgreSQL 15 or later.")
        }
        guard !settings.onlyReads else {
            return .wrong(
                "server", "It only reads: it follows another server, or is set to read only",
                "Name the server that takes changes, or promote this one.")
        }
        return .ok("server", "PostgreSQL \(settings.version) with the encoding \(settings.encoding)")
    }

    private static func durability(_ settings: ServerSettings) -> Diagnosis {
        guard settings.hasSync else {
            return .wrong(
                "durability", "fsync is off: a crash of the machine can destroy the database",
                "Set fsync = on in postgresql.conf.")
        }
        guard settings.hasFullPages else {
            return .wrong(
                "durability", "full_page_writes is off: a crash of the machine can damage tables",
                "Set full_page_writes = on in postgresql.conf.")
        }
        // Vicinity switches `off` to `on` for itself; with `local` no commit waits for a standby.
        let waits = !settings.standbys.isEmpty && settings.synchronousCommit != "local"
        if waits, settings.synchronousFollowers == 0 {
            return .wrong(
                "durability",
                "synchronous_standby_names is \(settings.standbys) and no standby follows, so commits wait",
                "Start the standby, or run ALTER SYSTEM RESET synchronous_standby_names and SELECT pg_reload_conf()."
            )
        }
        guard settings.synchronousCommit != "off" else {
            return .warning(
                "durability",
                "synchronous_commit is off; Vicinity switches it on for itself, but other programs lose changes in a crash",
                "Set synchronous_commit = on.")
        }
        let standbys =
            if !waits { "no standby has it by then" } else if settings.synchronousFollowers == nil {
                "commits wait for the standbys \(settings.standbys), and this user cannot see whether one follows (it lacks pg_read_all_stats)"
            } else { "the standbys \(settings.standbys) have it too" }
        return .ok(
            "durability",
            "A change is on the disk before it is acknowledged (synchronous_commit = \(settings.synchronousCommit)); \(standbys)"
        )
    }

    private static func connections(_ settings: ServerSettings) -> Diagnosis {
        let freeOfServer = settings.connectionLimit - settings.connections
        let text = "\(settings.connections) of \(settings.connectionLimit) are in use"
        if let limit = settings.userConnectionLimit, limit - settings.userConnections < freeOfServer {
            return connections(
                "\(text), and \(settings.userConnections) of the user's own \(limit)",
                free: limit - settings.userConnections,
                raise: "Raise the limit of the user (ALTER ROLE … CONNECTION LIMIT -1)")
        }
        return connections(text, free: freeOfServer, raise: "Raise max_connections")
    }

    private static func connections(_ text: String, free: Int, raise: String) -> Diagnosis {
        guard free >= connectionsOfNode else {
            return .wrong(
                "connections", "\(text); one more node needs \(connectionsOfNode)",
                "\(raise), or end what holds the others.")
        }
        guard free >= 3 * connectionsOfNode else {
            let nodes = free / connectionsOfNode
            let room = nodes == 1 ? "1 more node" : "\(nodes) more nodes"
            return .warning(
                "connections", "\(text), which leaves room for \(room)",
                "\(raise): in an upgrade, old and new nodes run beside each other.")
        }
        return .ok("connections", text)
    }

    private static func timeouts(_ settings: ServerSettings) -> Diagnosis {
        if let time = settings.idleSessionTimeout {
            return .wrong(
                "timeouts",
                "idle_session_timeout ends connections that do nothing for \(seconds(time)), also those that wait for notifications and hold the lock of the sender",
                "Set idle_session_timeout = 0 for the user of Vicinity.")
        }
        if let time = settings.statementTimeout, time < .seconds(30) {
            return .warning(
                "timeouts",
                "statement_timeout is \(Int((time / .milliseconds(1)).rounded())) ms: Vicinity sets 60 s for itself, but other programs of this user end early",
                "Set statement_timeout = 0 for the user of Vicinity.")
        }
        let note = "Vicinity ends its own transactions after 60 s without a statement"
        guard let time = settings.idleTransactionTimeout else {
            return .ok("timeouts", "\(note); the server sets no limit of its own")
        }
        return .ok(
            "timeouts",
            "\(note); for other programs idle_in_transaction_session_timeout is \(seconds(time))")
    }

    private static func seconds(_ time: Duration) -> String { "\(Int((time / .seconds(1)).rounded())) s" }

    private static func backups(_ settings: ServerSettings) -> Diagnosis {
        guard settings.archives else {
            return .warning(
                "backups", "The write-ahead log is not archived, so that a restore ends at the last dump",
                "Set archive_mode = on and archive_command, as docs/postgresql.md describes.")
        }
        guard settings.hasChecksums else {
            return .warning(
                "backups",
                "Pages have no checksums, so that damage of the disk can reach the backups unnoticed",
                "Stop PostgreSQL and run pg_checksums --enable.")
        }
        return .ok("backups", "The write-ahead log is archived, and pages have checksums")
    }

    private static func user(_ settings: ServerSettings) -> Diagnosis {
        if settings.isInTheClear {
            return .wrong(
                "connection", "It goes over the network without TLS, so that others can read it",
                "Add sslmode=verify-full to the address, and set up TLS on the server.")
        }
        guard !settings.isSuperuser else {
            return .warning(
                "connection", "The user may do everything on the server of the database",
                "Use one that only owns the database: createuser vicinity.")
        }
        return .ok("connection", "It is protected, and the user has no rights beyond the database")
    }

    private static func timeZones(_ settings: ServerSettings) -> Diagnosis {
        guard settings.hasTimeZones else {
            return .warning(
                "time zones", "The server has no data of time zones; Vicinity uses those of this machine",
                "Install tzdata on the machine of the database.")
        }
        return .ok("time zones", "The server has their data")
    }

    private static func clock(of settings: ServerSettings, now: Timestamp) -> Diagnosis {
        let difference = settings.time.duration(to: now)
        let seconds = Int((difference / .seconds(1)).rounded())
        guard abs(seconds) >= 2 else {
            return .ok("clocks", "Those of the server and of this machine agree")
        }
        let words = seconds > 0 ? "ahead of" : "behind"
        return .warning(
            "clocks", "The clock of this machine is \(abs(seconds)) s \(words) the server's",
            "Set both by a time server: timedatectl set-ntp true.")
    }
}
