import Essentials
import HTTPCore
import JSON
import Synchronization
import TipCore
import Workplace
import WorkplaceAPI

/// An installation with one person signed in, for trying any bytes as the body of a request.
final class SignedInEntrance: Sendable {
    private let store: SQLiteWorkplaceStore
    private let router: Router
    private let token: String
    private let requests = Atomic(0)

    /// Makes an installation in an empty folder.
    ///
    /// - Parameters:
    ///   - folder: Where its database goes.
    ///   - campus: A campus file with a person `ada`.
    /// - Throws: What the store or the campus file is refused with.
    init(folder: String, campus: [UInt8]) async throws {
        store = try await SQLiteWorkplaceStore(path: folder + "/entrance.db") { _ in }
        do {
            // Noon of a Saturday, so that every run sees the same café.
            let noon = Timestamp(millisecondsSinceEpoch: 1_795_258_800_000)
            let services = WorkplaceServices(
                store: store, hub: FeedHub(encode: \.eventBytes), clock: ContinuousClock(), now: { noon })
            _ = try await services.imports.importCampus(campus, name: "campus")
            router = try WorkplaceWebService(services: services, files: Self.files, isDemo: true).router
            token = try await Self.signIn(on: router)
        } catch {
            await store.close()
            throw error
        }
    }

    /// Ends the installation; its files stay.
    func close() async { await store.close() }

    /// Has nothing known of the person's tips, as if they had never been erased.
    func beginAnew() async throws {
        try await store.write { transaction in
            for (person, _) in try transaction.tipLedgers(after: nil, limit: 1) {
                // Not the first revision, because entrances say that they know that one and get everything.
                try transaction.set(KeptTipLedger(revision: 2, bytes: TipLedger().bytes), of: person)
            }
        }
    }

    /// Sends a request with an idempotency key of its own.
    ///
    /// - Throws: ``BrokenRule`` when the server takes the blame.
    func send(
        _ method: HTTPMethod, _ path: String, _ body: [UInt8] = []
    ) async throws -> (status: HTTPStatus, body: JSONValue?) {
        let number = requests.add(1, ordering: .relaxed).newValue
        let fields = try HTTPFields([
            ("Authorization", "Bearer \(token)"), ("Idempotency-Key", "input-\(number)"),
        ])
        let answer = await router.respond(to: HTTPRequest(method, path: path, fields: fields, body: body))
        try BrokenRule.unless(answer.status.code < 500, "\(path) was answered with \(answer.status.code).")
        return (answer.status, try answer.json)
    }

    private static func signIn(on router: Router) async throws -> String {
        let body = Array(#"{"person": "ada", "bearer": true}"#.utf8)
        let answer = await router.respond(to: HTTPRequest(.post, path: "/api/v1/session", body: body))
        guard case .string(let token)? = try answer.json?["token"] else {
            throw BrokenRule("ada cannot sign in.")
        }
        return token
    }

    /// The least that pages are made of; none of them is asked for.
    private static let files = WebFiles([
        "Shared/index.html": Array("<!doctype html>".utf8),
        "Shared/not-found.html": Array("<!doctype html>".utf8),
        "locales/en.po": Array(
            #"""
            msgid ""
            msgstr ""
            "Language: en\n"
            "Content-Type: text/plain; charset=UTF-8\n"
            "Plural-Forms: nplurals=2; plural=(n != 1);\n"
            """#.utf8),
    ])
}

extension HTTPResponse {
    fileprivate var json: JSONValue? {
        get throws {
            guard case .bytes(let bytes) = body else { return nil }
            return try JSONValue(parsing: bytes)
        }
    }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }
}
