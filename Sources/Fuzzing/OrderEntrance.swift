import Essentials
import HTTPCore
import JSON
import Synchronization
import Workplace
import WorkplaceAPI
import WorkplaceStores

/// An installation with one person signed in, for trying any bytes as the body of an order.
///
/// What was ordered stays ordered, so the person runs out of money after some inputs; that is a refusal as well.
/// Whoever opens an entrance closes it.
public final class OrderEntrance: Sendable {
    private let store: SQLiteWorkplaceStore
    private let router: Router
    private let token: String
    private let inputs = Atomic(0)

    /// Makes an installation in an empty folder.
    ///
    /// - Parameters:
    ///   - folder: Where its database goes.
    ///   - campus: A campus file with a café `main-cafe` that never closes and a person `ada`.
    /// - Throws: What the store or the campus file is refused with.
    public init(folder: String, campus: [UInt8]) async throws {
        store = try await SQLiteWorkplaceStore(path: folder + "/orders.db") { _ in }
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

    /// Tries bytes as an order and as a request for a quote: each is taken, or refused as the client's mistake.
    ///
    /// - Throws: ``BrokenRule`` when the server takes the blame, or an order costs something else than was agreed.
    public func check(_ bytes: [UInt8]) async throws {
        let order = try await post("/api/v1/orders", bytes)
        if order.status == .created {
            let (asked, paid) = (try JSONValue(parsing: bytes)["expectedTotal"], order.body["total"])
            try BrokenRule.unless(asked == paid, "An order was placed for a total that was not agreed.")
        }
        _ = try await post("/api/v1/cafes/main-cafe/quote", bytes)
    }

    /// Ends the installation; its files stay.
    public func close() async { await store.close() }

    private func post(_ path: String, _ body: [UInt8]) async throws -> (status: HTTPStatus, body: JSONValue) {
        let number = inputs.add(1, ordering: .relaxed).newValue
        let fields = try HTTPFields([
            ("Authorization", "Bearer \(token)"), ("Idempotency-Key", "input-\(number)"),
        ])
        let answer = await router.respond(to: HTTPRequest(.post, path: path, fields: fields, body: body))
        try BrokenRule.unless(answer.status.code < 500, "\(path) was answered with \(answer.status.code).")
        return (answer.status, try answer.json)
    }

    private static func signIn(on router: Router) async throws -> String {
        let body = Array(#"{"person": "ada", "bearer": true}"#.utf8)
        let answer = await router.respond(to: HTTPRequest(.post, path: "/api/v1/session", body: body))
        guard case .string(let token)? = try answer.json["token"] else {
            throw BrokenRule("ada cannot sign in.")
        }
        return token
    }

    /// The least that pages are made of; none of them is asked for.
    private static let files = WebFiles([
        "pages/index.html": Array("<!doctype html>".utf8),
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
    fileprivate var json: JSONValue {
        get throws {
            guard case .bytes(let bytes) = body else { throw BrokenRule("An answer has no body.") }
            return try JSONValue(parsing: bytes)
        }
    }
}

extension JSONValue {
    fileprivate subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }
}
