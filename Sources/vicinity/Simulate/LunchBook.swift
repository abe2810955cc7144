import JSON
import Synchronization

/// What has happened at a lunch so far, for all of its threads.
final class LunchBook: Sendable {
    /// An order that the server has acknowledged.
    struct Acknowledged: Sendable {
        let number: Int
        let person: String
        let cafe: String
        let id: String
        let ticket: String
        let total: Int64
        /// When its pickup window begins, as the server writes it.
        let window: String
        let at: ContinuousClock.Instant
    }

    private struct State {
        var next = 0
        var acknowledged: [Acknowledged] = []
        /// How many orders wait for their answer.
        var underWay = 0
        /// How many answers were a repetition of one that was lost.
        var replayCount = 0
        /// How often a window was full, so that another was chosen.
        var fullCount = 0
        var trouble: LunchTrouble?
        var isOver = false
    }

    private let state = Mutex(State())

    /// The number of the next order to place; each is given once, and `nil` after the last.
    func takeNext(of count: Int) -> Int? {
        state.withLock { state in
            guard state.next < count, !state.isOver else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    func begin() { state.withLock { $0.underWay += 1 } }

    func acknowledge(_ order: Acknowledged, isReplay: Bool) {
        state.withLock { state in
            state.underWay -= 1
            state.acknowledged.append(order)
            if isReplay { state.replayCount += 1 }
        }
    }

    func noteFull() { state.withLock { $0.fullCount += 1 } }

    /// Ends the lunch, for the first trouble that is noted or because everything is done.
    func end(_ trouble: LunchTrouble? = nil) {
        state.withLock { state in
            state.trouble = state.trouble ?? trouble
            state.isOver = true
        }
    }

    /// Whether an order waits for its answer, which a kill would take away.
    var isWaiting: Bool { state.withLock { $0.underWay > 0 } }
    var isOver: Bool { state.withLock { $0.isOver } }
    var trouble: LunchTrouble? { state.withLock { $0.trouble } }
    var acknowledged: [Acknowledged] { state.withLock { $0.acknowledged } }
    var acknowledgedCount: Int { state.withLock { $0.acknowledged.count } }
    var replayCount: Int { state.withLock { $0.replayCount } }
    var fullCount: Int { state.withLock { $0.fullCount } }
}

/// Somebody at the lunch, who goes on when the server is gone for a while.
final class LunchClient {
    /// Between two tries to reach a server that is gone.
    private static let pause = Duration.milliseconds(10)

    let book: LunchBook
    private let connection: LunchConnection
    private(set) var token: String?

    init(port: UInt16, book: LunchBook, token: String? = nil) {
        connection = LunchConnection(port: port)
        self.book = book
        self.token = token
    }

    /// Sends a request until it is answered.
    ///
    /// - Returns: `nil` when the lunch ended meanwhile.
    func send(
        _ method: String, _ path: String, _ body: JSONValue? = nil, key: String? = nil, token: String? = nil
    ) throws -> LunchConnection.Answer? {
        while true {
            do {
                let answer = try connection.send(method, path, body, token: token ?? self.token, key: key)
                switch answer.status {
                case 429, 503:
                    let wait = LunchConnection.field("retry-after", of: answer.header).flatMap { Double($0) }
                    LunchServer.sleep(min(.seconds(wait ?? 0), .seconds(1)) + Self.pause)
                default: return answer
                }
            } catch is LunchConnection.Lost {
                LunchServer.sleep(Self.pause)
            }
            if book.isOver { return nil }
        }
    }

    /// Reads what must be there.
    func get<Result>(_ path: String, token: String? = nil, _ read: (JSONReader) -> Result?) throws -> Result?
    {
        guard let answer = try send("GET", path, token: token) else { return nil }
        guard answer.status == 200 else {
            throw LunchTrouble("GET \(path) was refused: \(answer.status), \(answer.code).")
        }
        return try answer.json(read)
    }

    /// Signs in as a person or a device of the demo.
    func signIn(_ kind: String, _ name: String) throws {
        var body: JSONObject = ["bearer": true]
        body[kind] = .string(name)
        guard let answer = try send("POST", "/api/v1/session", .object(body)) else { return }
        guard answer.status == 201 else { throw LunchTrouble("\(name) cannot sign in (\(answer.status)).") }
        token = try answer.json { $0["token"].string() }
    }
}
