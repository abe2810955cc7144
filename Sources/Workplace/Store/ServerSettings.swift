public import Essentials
import PostgreSQL

/// How a server of PostgreSQL is set up, as far as it matters to a workplace.
public struct ServerSettings: Hashable, Sendable {
    /// The version, such as `15.18`.
    public let version: String
    /// The version as a number: 150018 for 15.18.
    public let versionNumber: Int
    /// The encoding of the database.
    public let encoding: String
    /// Whether the server waits for its disk.
    public let hasSync: Bool
    /// Whether a page that was written in part is repaired after a crash.
    public let hasFullPages: Bool
    /// What a transaction of this user waits for at its commit, before the program asks for more.
    public let synchronousCommit: String
    /// The standby servers that a commit waits for; empty for none.
    public let standbys: String
    /// How many connected standbys a commit can wait for; `nil` when this user may not see it.
    public let synchronousFollowers: Int?
    /// How many connections other users than superusers may have.
    public let connectionLimit: Int
    /// How many connections there are now, without the one that asks.
    public let connections: Int
    /// How many connections the user may have; `nil` without a limit of its own.
    public let userConnectionLimit: Int?
    /// How many connections the user has now, without the one that asks.
    public let userConnections: Int
    /// How many of all connections are of nodes of Vicinity on this database.
    public let connectionsOfNodes: Int
    /// After how long the server ends a session that does nothing; `nil` for never.
    public let idleSessionTimeout: Duration?
    /// After how long the server ends a transaction that does nothing, where the program does not say it; `nil` for never.
    public let idleTransactionTimeout: Duration?
    /// After how long the server ends a statement, where the program does not say it; `nil` for never.
    public let statementTimeout: Duration?
    /// Whether the database has tables, and none of Vicinity.
    public let hasOnlyOtherTables: Bool
    /// Whether the server follows another one, or lets sessions only read.
    public let onlyReads: Bool
    /// Whether pages have checksums.
    public let hasChecksums: Bool
    /// Whether the write-ahead log is archived.
    public let archives: Bool
    /// Whether the server has the data of time zones.
    public let hasTimeZones: Bool
    /// Whether the user may do everything on the server.
    public let isSuperuser: Bool
    /// Whether the connection goes over a network without TLS.
    public let isInTheClear: Bool
    /// The time of the server.
    public let time: Timestamp

    /// The condition by which connections of this program are known among those of a server.
    static let isOfNode = "(application_name = 'vicinity' OR application_name LIKE 'vicinity %')"

    /// Asks a server, on the calling thread.
    ///
    /// - Parameter address: The server and the database.
    /// - Throws: `PostgresError` when the server cannot be reached or refuses.
    public init(address: String) throws {
        let connection = try PostgresConnection(address: address)
        func setting(_ name: String) throws -> String {
            // The value before this program has set another one for itself.
            try connection.first("SELECT reset_val FROM pg_settings WHERE name = $1", [.text(name)]) {
                try $0.text(0)
            } ?? ""
        }
        func number(_ sql: String) throws -> Int { try connection.first(sql) { try $0.int(0) } ?? 0 }
        func fact(_ sql: String) throws -> Bool { try connection.first(sql) { try $0.bool(0) } ?? false }
        func timeout(_ name: String) throws -> Duration? {
            let milliseconds = Int64(try setting(name)) ?? 0
            return milliseconds > 0 ? .milliseconds(milliseconds) : nil
        }
        version = try connection.first("SHOW server_version") { try $0.text(0) } ?? ""
        versionNumber = Int(try setting("server_version_num")) ?? 0
        encoding = try connection.first("SHOW server_encoding") { try $0.text(0) } ?? ""
        hasSync = try setting("fsync") == "on"
        hasFullPages = try setting("full_page_writes") == "on"
        synchronousCommit = try setting("synchronous_commit")
        standbys = try setting("synchronous_standby_names")
        let following = "SELECT count(*) FROM pg_stat_replication WHERE sync_state"
        let followers = try number("\(following) IN ('sync', 'quorum')")
        let hidden = try number("\(following) IS NULL")
        synchronousFollowers = followers == 0 && hidden > 0 ? nil : followers
        connectionLimit =
            (Int(try setting("max_connections")) ?? 0)
            - (Int(try setting("superuser_reserved_connections")) ?? 0)
        let others = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        connections = try number("SELECT count(*) \(others)")
        connectionsOfNodes = try number(
            "SELECT count(*) \(others) AND \(Self.isOfNode) AND datname = current_database()")
        // The server does not limit superusers.
        let userLimit = try number(
            """
            SELECT CASE WHEN rolsuper THEN -1 ELSE rolconnlimit END::bigint FROM pg_roles
            WHERE rolname = session_user
            """)
        userConnectionLimit = userLimit >= 0 ? userLimit : nil
        userConnections = try number("SELECT count(*) \(others) AND usename = session_user")
        statementTimeout = try timeout("statement_timeout")
        hasOnlyOtherTables = try fact(
            """
            SELECT to_regclass('vicinity_schema') IS NULL AND EXISTS (
                SELECT \(PostgresSchema.tables) AND nspname <> 'information_schema' AND nspname !~ '^pg_')
            """)
        idleSessionTimeout = try timeout("idle_session_timeout")
        idleTransactionTimeout = try timeout("idle_in_transaction_session_timeout")
        onlyReads = try fact("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on'")
        hasChecksums = try setting("data_checksums") == "on"
        archives = try setting("archive_mode") != "off"
        hasTimeZones = try fact("SELECT count(*) > 0 FROM pg_timezone_names WHERE name = 'Europe/Berlin'")
        isSuperuser = try fact("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        isInTheClear = try fact(
            """
            SELECT NOT ssl AND inet_client_addr() IS NOT NULL AND NOT inet_client_addr() <<= '127.0.0.0/8'
                AND inet_client_addr() <> '::1' FROM pg_stat_ssl WHERE pid = pg_backend_pid()
            """)
        time = Timestamp(
            millisecondsSinceEpoch: Int64(
                try number("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")))
    }

    /// Describes a server for tests: everything is in order but for what is named.
    package init(
        versionNumber: Int = 150_018, hasSync: Bool = true, hasFullPages: Bool = true,
        synchronousCommit: String = "on", standbys: String = "", synchronousFollowers: Int? = 0,
        connectionLimit: Int = 97, connections: Int = 7, userConnectionLimit: Int? = nil,
        userConnections: Int = 7, connectionsOfNodes: Int = 7, statementTimeout: Duration? = nil,
        hasOnlyOtherTables: Bool = false, idleSessionTimeout: Duration? = nil,
        idleTransactionTimeout: Duration? = nil, onlyReads: Bool = false, hasChecksums: Bool = true,
        archives: Bool = true, hasTimeZones: Bool = true, isSuperuser: Bool = false,
        isInTheClear: Bool = false, time: Timestamp
    ) {
        version = "\(versionNumber / 10_000).\(versionNumber % 10_000)"
        self.versionNumber = versionNumber
        encoding = "UTF8"
        self.hasSync = hasSync
        self.hasFullPages = hasFullPages
        self.synchronousCommit = synchronousCommit
        self.standbys = standbys
        self.synchronousFollowers = synchronousFollowers
        self.connectionLimit = connectionLimit
        self.connections = connections
        self.userConnectionLimit = userConnectionLimit
        self.userConnections = userConnections
        self.connectionsOfNodes = connectionsOfNodes
        self.statementTimeout = statementTimeout
        self.hasOnlyOtherTables = hasOnlyOtherTables
        self.idleSessionTimeout = idleSessionTimeout
        self.idleTransactionTimeout = idleTransactionTimeout
        self.onlyReads = onlyReads
        self.hasChecksums = hasChecksums
        self.archives = archives
        self.hasTimeZones = hasTimeZones
        self.isSuperuser = isSuperuser
        self.isInTheClear = isInTheClear
        self.time = time
    }
}
