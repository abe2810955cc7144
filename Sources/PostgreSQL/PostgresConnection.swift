import COpenSSL
import CPostgreSQL
import Glibc

/// A connection to a PostgreSQL server, for one thread at a time.
///
/// Each distinct SQL text is prepared once for each combination of argument types. So use constant texts, and pass everything
/// that varies as arguments. Results arrive whole, so a closure that receives a row may run other statements.
///
/// A connection that was lost stays lost: its methods throw ``PostgresError`` with ``PostgresError/isConnectionLoss``.
@safe
public final class PostgresConnection {
    private static let statementLimit = 1_000
    /// libpq signs in with OpenSSL, which a thread may still do when the process ends.
    private static let keepsOpenSSL = copenssl_keep_at_exit()
    /// How the server names a connection unless the program or the address says otherwise.
    public static let standardApplicationName = "vicinity"

    private struct Prepared {
        let types: [UInt32]
        let name: String
    }

    let pointer: OpaquePointer
    /// What ends the connection when the server does not answer, and the number of the connection there.
    private let watch: (pulse: PostgresPulse, number: Int)?
    private let translate: (String) -> String
    private var statements: [String: [Prepared]] = [:]
    private var statementCount = 0
    /// The channels that get a notification with the commit.
    var channels: Set<String> = []
    /// Actions to run when the transaction is durable.
    private var committedActions: [@Sendable () -> Void] = []
    /// What was sent and not answered yet, and what is known ahead.
    var pipeline = PostgresPipeline()
    /// Whether a statement has failed or may have written since this was last set to `false`.
    var needsRollback = false
    /// The table, and the row of it, in which the connection records its last committed transaction; `nil` records none.
    var commitRow: (table: String, writer: String)?
    /// A number that is the same in two jobs only if they share a transaction.
    public internal(set) var writingTransactions = 0

    /// Connects to a server and sets the session up.
    ///
    /// - Parameters:
    ///   - address: The server and the database, as `postgres://…` or another form that libpq knows. What the address leaves
    ///     open comes from libpq's environment variables and password file.
    ///   - translate: Changes the text of a statement before it is prepared; called once for each text.
    /// - Throws: ``PostgresError``, with ``PostgresError/isConnectionLoss`` when there is no connection;
    ///   ``PostgresRefusal/wrongEncoding(_:)``.
    public convenience init(address: String, translate: @escaping (String) -> String = { $0 }) throws {
        try self.init(
            address: address, applicationName: Self.standardApplicationName, translate: translate, pulse: nil)
    }

    init(
        address: String, applicationName: String, translate: @escaping (String) -> String,
        pulse: PostgresPulse?
    ) throws {
        let keywords = [
            "connect_timeout", "keepalives_idle", "keepalives_interval", "keepalives_count",
            "tcp_user_timeout",
            "application_name", "dbname",
        ]
        // What the address says itself comes last, so it wins. A connection whose packets are dropped ends within six seconds.
        let values = ["4", "2", "1", "3", "6000", applicationName, address]
        _ = Self.keepsOpenSSL
        let connection = unsafe withCStrings(keywords) { keywords in
            unsafe withCStrings(values) { values in unsafe PQconnectdbParams(keywords, values, 1) }
        }
        guard let connection = unsafe connection else {
            throw PostgresError(state: PostgresError.connectionFailure, message: "out of memory")
        }
        unsafe pointer = connection
        self.translate = translate
        guard unsafe PQstatus(pointer) == CONNECTION_OK else {
            watch = nil
            let message = unsafe PQerrorMessage(pointer).map { unsafe String(cString: $0) } ?? ""
            throw PostgresError(
                state: PostgresError.connectionFailure,
                message: PostgresAddress.reason(in: message, of: address))
        }
        watch = pulse.map { pulse in (pulse, unsafe pulse.add(PQsocket(connection))) }
        unsafe _ = PQsetNoticeProcessor(pointer, ignoreNotice, nil)
        try setUp()
    }

    deinit {
        if let watch { watch.pulse.remove(watch.number) }
        unsafe PQfinish(pointer)
    }

    private func setUp() throws {
        try execute(
            script: """
                SET client_encoding = 'UTF8'; SET client_min_messages = 'warning'; SET timezone = 'UTC'; SET jit = off;
                SET statement_timeout = '60s'; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '60s';
                SET standard_conforming_strings = on; SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1;
                SET tcp_keepalives_count = 2; SET tcp_user_timeout = 5000; SET client_connection_check_interval = '2s'
                """)
        let encoding = try first("SHOW server_encoding") { try $0.text(0) }
        guard encoding == "UTF8" else {
            throw PostgresRefusal.wrongEncoding(encoding ?? "unknown")
        }
        // A write is acknowledged when it is durable. Stronger settings, such as `remote_apply`, stay.
        if try first("SHOW synchronous_commit", row: { try $0.text(0) }) == "off" {
            try execute(script: "SET synchronous_commit = on")
        }
    }

    /// Whether the connection was lost.
    public var isLost: Bool { unsafe PQstatus(pointer) != CONNECTION_OK }

    /// Whether a transaction is open, failed or not.
    public var isInTransaction: Bool {
        let status = unsafe PQtransactionStatus(pointer)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR || status == PQTRANS_ACTIVE
    }

    /// The number of the server's process that serves the connection.
    var serverProcess: Int32 { unsafe PQbackendPID(pointer) }

    /// The file descriptor of the connection, to wait for notifications.
    var socket: Int32 { unsafe PQsocket(pointer) }

    /// Runs several statements without arguments.
    ///
    /// - Throws: ``PostgresError`` of the first statement that fails. Without an open transaction, the server then undoes the
    ///   statements before it.
    public func execute(script: String) throws {
        needsRollback = true
        pipeline.hasWritten = true
        try settle()
        unsafe _ = try requireSuccess(PQexec(pointer, script), sql: script)
    }

    /// Asks the server for an answer, and waits for it for no longer than a time.
    ///
    /// - Returns: `false` also when the connection is lost; ``isLost`` tells the two apart. After `false`, the connection cannot be
    ///   used again.
    func answers(within patience: Duration) -> Bool {
        guard unsafe PQsendQuery(pointer, "SELECT 1") == 1 else { return false }
        let deadline = ContinuousClock.now.advanced(by: patience)
        while unsafe PQisBusy(pointer) == 1 {
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard left > 0, unsafe poll(&waiting, 1, Int32(left.rounded(.up))) > 0 else { return false }
            guard unsafe PQconsumeInput(pointer) == 1 else { return false }
        }
        while let result = unsafe PQgetResult(pointer) { unsafe PQclear(result) }
        return !isLost
    }

    /// Runs several statements without arguments, and returns the first row of the last one.
    ///
    /// - Returns: The values in the server's text form; nothing without a row, and an empty text for NULL.
    func lastRow(ofScript script: String) throws -> [String] {
        needsRollback = true
        try settle()
        let result = unsafe try requireSuccess(PQexec(pointer, script), sql: script)
        guard unsafe PQntuples(result.pointer) > 0 else { return [] }
        return (0..<(unsafe PQnfields(result.pointer))).map { column in
            unsafe PQgetvalue(result.pointer, 0, column).map { unsafe String(cString: $0) } ?? ""
        }
    }

    /// Runs a statement and returns its whole result.
    func run(_ sql: String, _ arguments: [PostgresValue]) throws -> ResultHandle {
        if let known = pipeline.takeAhead(sql, arguments) { return known }
        guard !pipeline.isEmpty else { return noted(try runNow(sql, arguments)) }
        try send(sql, arguments)
        return noted(try lastResult())
    }

    private func runNow(_ sql: String, _ arguments: [PostgresValue]) throws -> ResultHandle {
        let name = try prepared(sql, arguments.map(\.type))
        let result = unsafe withParameters(arguments) { values, lengths, formats in
            unsafe PQexecPrepared(pointer, name, Int32(arguments.count), values, lengths, formats, 1)
        }
        return unsafe try requireSuccess(result, sql: sql)
    }

    private func noted(_ result: ResultHandle) -> ResultHandle {
        pipeline.note(changesOf: result)
        if !result.command.hasPrefix("SELECT") {
            needsRollback = true
            pipeline.hasWritten = true
            pipeline.forgetAhead()
        }
        return result
    }

    func prepared(_ sql: String, _ types: [UInt32]) throws -> String {
        if let known = statements[sql]?.first(where: { $0.types == types }) { return known.name }
        try settle()
        if statementCount >= Self.statementLimit {
            try execute(script: "DEALLOCATE ALL")
            statements = [:]
            statementCount = 0
        }
        statementCount += 1
        let name = "s\(statementCount)"
        let text = translate(sql)
        unsafe _ = try requireSuccess(
            PQprepare(pointer, name, text, Int32(types.count), types), sql: text)
        statements[sql, default: []].append(Prepared(types: types, name: name))
        return name
    }

    func requireSuccess(_ result: OpaquePointer?, sql: String) throws -> ResultHandle {
        guard let result = unsafe result else { throw connectionError(sql: sql) }
        let handle = unsafe ResultHandle(result)
        switch unsafe PQresultStatus(handle.pointer) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return handle
        default: break
        }
        needsRollback = true
        let state = unsafe PQresultErrorField(handle.pointer, Int32(UInt8(ascii: "C")))
        guard let state = unsafe state, !isLost else { throw connectionError(sql: sql) }
        let message = unsafe PQresultErrorField(handle.pointer, Int32(UInt8(ascii: "M")))
        throw PostgresError(
            state: unsafe String(cString: state),
            message: unsafe message.map { unsafe String(cString: $0) } ?? "", sql: sql)
    }

    func connectionError(sql: String? = nil) -> PostgresError {
        let message = unsafe PQerrorMessage(pointer).map { unsafe String(cString: $0) } ?? ""
        return PostgresError(state: PostgresError.connectionFailure, message: message, sql: sql)
    }

    /// Takes the notifications that have arrived, without waiting.
    ///
    /// - Parameter process: The server's process whose notifications do not count.
    /// - Returns: The channels of those of other processes.
    /// - Throws: ``PostgresError`` when the connection is lost.
    func takeNotifications(ignoring process: Int32) throws -> Set<String> {
        guard unsafe PQconsumeInput(pointer) == 1, !isLost else { throw connectionError() }
        var found: Set<String> = []
        while let notification = unsafe PQnotifies(pointer) {
            if unsafe notification.pointee.be_pid != process, let name = unsafe notification.pointee.relname {
                found.insert(unsafe String(cString: name))
            }
            unsafe PQfreemem(notification)
        }
        return found
    }
}

@available(*, unavailable)
extension PostgresConnection: Sendable {}

extension PostgresConnection {
    /// Runs an action once the transaction is durable, before the caller of the job continues.
    ///
    /// An action is dropped when its job throws or when the transaction cannot be committed.
    public func afterCommit(_ action: @escaping @Sendable () -> Void) { committedActions.append(action) }

    /// Sends a notification on a channel when the transaction is committed, once however often it is asked for.
    ///
    /// - Parameter channel: The name of the channel, of lower-case letters and underscores.
    public func notify(_ channel: String) { channels.insert(channel) }

    /// The number of actions, as a position to return to.
    var committedActionCount: Int { committedActions.count }

    /// Drops the actions that were added after a position.
    func dropCommittedActions(from count: Int) {
        committedActions.removeLast(committedActions.count - count)
    }

    /// Runs the actions of the transaction that was just committed.
    func runCommittedActions() {
        let actions = committedActions
        committedActions = []
        for action in actions { action() }
    }
}

/// libpq calls this on the thread that uses the connection.
private func ignoreNotice(_: UnsafeMutableRawPointer?, _: UnsafePointer<CChar>?) {}

/// Lends texts as an array that ends with a null pointer.
@unsafe
private func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
    var bytes: [CChar] = []
    var starts: [Int] = []
    for text in texts {
        starts.append(bytes.count)
        bytes += text.utf8.map { CChar(bitPattern: $0) } + [0]
    }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
        var pointers = unsafe [UnsafePointer<CChar>?]()
        for start in starts { unsafe pointers.append(bytes.baseAddress.map { unsafe $0 + start }) }
        unsafe pointers.append(nil)
        return unsafe body(pointers)
    }
}

/// Lends arguments in the server's binary form.
@unsafe
func withParameters<Result>(
    _ arguments: [PostgresValue],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
) -> Result {
    var bytes: [CChar] = []
    var places: [(start: Int, count: Int)?] = []
    func append(_ part: some Sequence<UInt8>) {
        let start = bytes.count
        bytes.append(contentsOf: part.lazy.map { CChar(bitPattern: $0) })
        places.append((start, bytes.count - start))
    }
    for argument in arguments {
        switch argument {
        case .null: places.append(nil)
        case .integer(let number): unsafe withUnsafeBytes(of: number.bigEndian) { unsafe append($0) }
        case .real(let number): unsafe withUnsafeBytes(of: number.bitPattern.bigEndian) { unsafe append($0) }
        case .text(let text): append(text.utf8)
        case .utf8(let text): append(text)
        case .bytes(let value): append(value)
        }
    }
    // An empty value needs an address too: a null pointer means NULL.
    bytes.append(0)
    let lengths = places.map { Int32($0?.count ?? 0) }
    let formats = [Int32](repeating: 1, count: places.count)
    return unsafe bytes.withUnsafeBufferPointer { bytes in
        let values = unsafe places.map { place -> UnsafePointer<CChar>? in
            guard let place, let base = bytes.baseAddress else { return nil }
            return unsafe base + place.start
        }
        return unsafe body(values, lengths, formats)
    }
}
