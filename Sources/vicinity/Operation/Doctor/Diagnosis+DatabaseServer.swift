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
    static func database(_ address: String, _ summary: DatabaseSummary) -> Diagnosis {
        guard summary.schemaVersion > 0 else {
            return .warning(
                "database", "\(address) has no tables yet", "The server makes them at its start.")
        }
        return database(address, .readable(summary))
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
        guard settings.synchronousCommit != "off" else {
            return .warning(
                "durability",
                "synchronous_commit is off; Vicinity switches it on for itself, but other programs lose changes in a crash",
                "Set synchronous_commit = on.")
        }
        let standbys =
            settings.standbys.isEmpty
            ? "no standby has it by then" : "the standbys \(settings.standbys) have it too"
        return .ok(
            "durability",
            "A change is on the disk before it is acknowledged (synchronous_commit = \(settings.synchronousCommit)); \(standbys)"
        )
    }

    private static func connections(_ settings: ServerSettings) -> Diagnosis {
        let free = settings.connectionLimit - settings.connections
        let text = "\(settings.connections) of \(settings.connectionLimit) are in use"
        guard free >= connectionsOfNode else {
            return .wrong(
                "connections", "\(text); one more node needs \(connectionsOfNode)",
                "Raise max_connections, or end what holds the others.")
        }
        guard free >= 3 * connectionsOfNode else {
            return .warning(
                "connections", "\(text), which leaves room for \(free / connectionsOfNode) more nodes",
                "Raise max_connections: in an upgrade, old and new nodes run beside each other.")
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
