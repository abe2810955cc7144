import Essentials
import Foundation
import FoundationNetworking
import JSON

/// Talks to a running server as one person.
struct APIClient {
    private let base: URL
    /// How many people a sentence names.
    private static let mostPeopleNamed = 20

    private var token: String?
    /// How many seconds to wait for an answer.
    var patience: TimeInterval = 30

    /// Makes a client that has not signed in.
    init(server: String) throws {
        guard let base = URL(string: server), let scheme = base.scheme, ["http", "https"].contains(scheme)
        else {
            throw CommandFailure(
                "\(server) is no address of a server: it begins with http:// or https://.", exitCode: 2)
        }
        self.base = base
    }

    /// Whether a session has been begun.
    var isSignedIn: Bool { token != nil }

    /// Forgets the session, such as one that has ended.
    mutating func signOut() { token = nil }

    /// Signs in as a person of the demo.
    mutating func signIn(as person: String) async throws {
        var body = JSONWriter()
        body.object { body in
            body.member("person", person)
            body.member("bearer", true)
        }
        let session: JSONValue
        do { session = try await send("POST", "/api/v1/session", body: body.bytes) } catch let refusal
            as CommandFailure
            where refusal.code == "unknown-principal"
        {
            throw CommandFailure(
                "There is no person \(person)\(await knownPeople()).", status: refusal.status,
                problem: refusal.problem)
        }
        token = try session.read { $0["token"].string() }
    }

    /// Whom one may sign in as, for a sentence; nothing when the server does not say so now, because why the first request was
    /// refused matters more.
    private func knownPeople() async -> String {
        let people: [String]
        do {
            people = try await get("/api/v1/sign-in").reading { $0["people"].array { $0["id"].string() } }
        } catch {
            return ""
        }
        let first = people.prefix(Self.mostPeopleNamed).map(\.plain).joined(separator: ", ")
        return people.isEmpty
            ? "" : "; there are \(first)\(people.count > Self.mostPeopleNamed ? " and others" : "")"
    }

    /// Asks for something.
    func get(_ path: String) async throws -> JSONValue { try await send("GET", path) }

    /// Sends something.
    func post(_ path: String, _ body: borrowing JSONWriter, fields: [String: String] = [:]) async throws
        -> JSONValue
    {
        try await send("POST", path, body: body.bytes, fields: fields)
    }

    /// Asks for something to be done that needs no more words.
    func post(_ path: String) async throws -> JSONValue { try await send("POST", path) }

    /// Asks for something to stand as the path says, or no longer; repeating it is harmless.
    func put(_ path: String) async throws -> JSONValue { try await send("PUT", path) }
    func delete(_ path: String) async throws -> JSONValue { try await send("DELETE", path) }

    /// Sends something that must take effect once: without an answer it is sent again with the same key.
    func postOnce(_ path: String, _ body: borrowing JSONWriter, key: String) async throws -> JSONValue {
        let fields = ["Idempotency-Key": key]
        do { return try await post(path, body, fields: fields) } catch is NoAnswer {
            do { return try await post(path, body, fields: fields) } catch is NoAnswer {
                throw CommandFailure(
                    "No answer came, so the order may have been placed. vicinity orders tells whether it was."
                )
            }
        }
    }

    private func send(
        _ method: String, _ path: String, body: [UInt8]? = nil, fields: [String: String] = [:]
    ) async throws -> JSONValue {
        guard let url = URL(string: path, relativeTo: base) else {
            throw CommandFailure("\(path) is no path.")
        }
        var request = URLRequest(url: url, timeoutInterval: patience)
        request.httpMethod = method
        request.setValue("vicinity/\(Vicinity.version)", forHTTPHeaderField: "User-Agent")
        request.setValue(TerminalLanguage.tag.description, forHTTPHeaderField: "Accept-Language")
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(body)
        }
        return try await answer(to: request)
    }

    private func answer(to request: URLRequest) async throws -> JSONValue {
        let data: Data
        let response: URLResponse
        do { (data, response) = try await URLSession.shared.data(for: request) } catch {
            throw NoAnswer(server: base.absoluteString)
        }
        let value: JSONValue
        do { value = try JSONValue(parsing: Array(data)) } catch {
            throw CommandFailure("What answers at \(base.absoluteString) is not a Vicinity server.")
        }
        let status = (response as? HTTPURLResponse)?.statusCode
        guard let status, (200..<300).contains(status) else {
            throw CommandFailure(refusal: value, status: status)
        }
        return value
    }
}

/// Nothing answered, or not in time.
struct NoAnswer: Error, CustomStringConvertible {
    let server: String

    /// One sentence that says what to do.
    var description: String { "No server answers at \(server). Start one with vicinity serve --demo." }
}

extension CommandFailure {
    /// What the server refused, with each mistake on a line of its own.
    init(refusal value: JSONValue, status: Int?) {
        let problem = JSONReader(value)
        let detail = problem["detail"].optional?.string() ?? problem["title"].optional?.string()
        let code = problem["code"].optional?.string()
        let errors = problem["errors"].optional?.array { error in
            error["pointer"].string().flatMap { pointer in
                error["detail"].string().map { "  \(pointer): \($0)" }
            }
        }
        let incident = problem["incident"].optional?.string().map { ["  Incident \($0)"] } ?? []
        let first = [detail ?? "The server refused.", code.map { "(\($0))" }].compactMap(\.self)
        self.init(
            ([first.joined(separator: " ")] + incident + (errors ?? [])).map(\.plain).joined(separator: "\n"),
            status: status, problem: value)
    }
}
