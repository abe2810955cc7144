import Essentials
import HTTPCore
import JSON
import Ordering
import TestSupport
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

/// A whole installation over a temporary store, with a clock that stands still, and without a socket.
///
/// Every answer that comes through ``send(_:)`` is held against the API's description.
struct APIFixture: Sendable {
    let services: WorkplaceServices
    let web: WorkplaceWebService
    let router: Router
    let clock: ManualClock
    let contract: Contract
    let log = Log()

    init(
        store: any WorkplaceStore, hub: FeedHub, clock: ManualClock, isDemo: Bool = true,
        ordersPerMinute: Int = 30, files: WebFiles = .sample
    ) throws {
        self.clock = clock
        services = WorkplaceServices(
            store: store, hub: hub, clock: clock, ordersPerMinute: ordersPerMinute,
            now: { clock.timestamp })
        web = try WorkplaceWebService(services: services, files: files, isDemo: isDemo) { [log] in
            log.note($0)
        }
        router = web.router
        contract = Contract(web.apiRoutes)
    }

    /// Answers a request, and checks the answer against the API's description.
    @discardableResult
    func send(_ request: HTTPRequest) async -> Answer {
        let answer = Answer(await router.respond(to: request))
        contract.check(answer, to: request)
        return answer
    }

    func get(_ target: String, as client: Client = .nobody, _ fields: [(String, String)] = []) async throws
        -> Answer
    {
        await send(HTTPRequest(.get, target: target, fields: try client.fields(fields)))
    }

    @discardableResult
    func post(
        _ target: String, _ body: String, as client: Client = .nobody, _ fields: [(String, String)] = []
    ) async throws -> Answer {
        try await post(target, Array(body.utf8), as: client, fields)
    }

    @discardableResult
    func post(
        _ target: String, _ body: [UInt8], as client: Client = .nobody, _ fields: [(String, String)] = []
    ) async throws -> Answer {
        try await send(.post, target, body, as: client, fields)
    }

    @discardableResult
    func put(_ target: String, _ body: String, as client: Client = .nobody) async throws -> Answer {
        try await send(.put, target, Array(body.utf8), as: client, [])
    }

    @discardableResult
    func patch(_ target: String, _ body: String, as client: Client = .nobody) async throws -> Answer {
        try await send(.patch, target, Array(body.utf8), as: client, [])
    }

    @discardableResult
    func delete(_ target: String, as client: Client) async throws -> Answer {
        await send(HTTPRequest(.delete, target: target, fields: try client.fields([])))
    }

    private func send(
        _ method: HTTPMethod, _ target: String, _ body: [UInt8], as client: Client,
        _ fields: [(String, String)]
    ) async throws -> Answer {
        let type = [("Content-Type", "application/json")]
        return await send(
            HTTPRequest(method, target: target, fields: try client.fields(type + fields), body: body))
    }

    /// Signs in with a bearer token.
    func signIn(_ name: String, device: Bool = false) async throws -> Client {
        let body = #"{"\#(device ? "device" : "person")": "\#(name)", "bearer": true}"#
        let answer = try await post("/api/v1/session", body)
        guard let token = answer["token"]?.text else { throw Missing(what: "token for \(name)") }
        return .bearer(token)
    }

    /// Signs in as a page does.
    func signInWithCookie(_ name: String) async throws -> (cookie: String, csrf: String) {
        let answer = try await post("/api/v1/session", #"{"person": "\#(name)"}"#)
        guard let cookie = answer.fields["Set-Cookie"]?.split(separator: ";").first,
            let csrf = answer["csrf"]?.text
        else { throw Missing(what: "cookie for \(name)") }
        return (String(cookie), csrf)
    }

    /// Puts a campus in force.
    func importCampus(_ campus: TestCampus) async throws {
        _ = try await services.imports.importCampus(Array(campus.text.utf8), name: "test campus")
    }
}

/// Something that a test needs is not there.
struct Missing: Error {
    let what: String
}

/// What a request shows of who sends it.
enum Client {
    case nobody
    case bearer(String)

    func fields(_ further: [(String, String)]) throws -> HTTPFields {
        switch self {
        case .nobody: try HTTPFields(further)
        case .bearer(let token): try HTTPFields([("Authorization", "Bearer \(token)")] + further)
        }
    }
}

/// Runs a body with an installation that has the test campus.
func withAPIFixture<Result>(
    isDemo: Bool = true, campus: TestCampus? = TestCampus(), ordersPerMinute: Int = 30,
    over wrapped: (any WorkplaceStore) -> any WorkplaceStore = { $0 },
    _ body: (APIFixture) async throws -> Result
) async throws -> Result {
    let hub = FeedHub { $0.eventBytes }
    // Handed over on the store's queue, so that a change has been delivered when its request is answered.
    return try await withTemporaryStore(publish: { hub.deliver($0) }) { store in
        let bench = try APIFixture(
            store: wrapped(store), hub: hub, clock: ManualClock(), isDemo: isDemo,
            ordersPerMinute: ordersPerMinute)
        if let campus { try await bench.importCampus(campus) }
        return try await body(bench)
    }
}
