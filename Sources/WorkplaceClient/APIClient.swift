public import JSON

// Requests are a module of their own on Linux.
#if canImport(FoundationNetworking)
    import Foundation
    package import FoundationNetworking
#else
    package import Foundation
#endif

/// Sends requests to a Vicinity server, as one person or without signing in.
///
/// A client is a value: a copy has a session of its own from then on. It keeps no connection, so there is nothing to
/// close. Read an answer with `reading(_:)`.
public struct APIClient: Sendable {
    /// Sends a request and returns the body and the status of the answer, and its `Retry-After`.
    package typealias Transport =
        @Sendable (URLRequest) async throws -> (body: [UInt8], status: Int?, retryAfter: String?)

    /// How long to wait for an answer.
    public var timeout: Duration = .seconds(30)
    /// How long to wait before each repetition of a request that must take effect once.
    package var pauses: [Duration] = [.zero, .seconds(1), .seconds(3), .seconds(6)]
    private let base: URL
    private let userAgent: String
    private let language: String?
    private let transport: Transport
    private var token: String?

    /// Makes a client that has not signed in.
    ///
    /// - Parameters:
    ///   - server: The address of the server, such as `http://127.0.0.1:8080`.
    ///   - userAgent: The name and version of your program, such as `my-screen/1.0`.
    ///   - language: A language tag such as `ja` or `pt-BR`; the server answers in the closest language that it has. `nil`
    ///     leaves the choice to the server.
    /// - Throws: ``InvalidServerAddress``.
    public init(server: String, userAgent: String, language: String? = nil) throws(InvalidServerAddress) {
        try self.init(server: server, userAgent: userAgent, language: language, transport: Self.send)
    }

    /// Makes a client that sends through a function, for tests.
    package init(
        server: String, userAgent: String, language: String?, transport: @escaping Transport
    ) throws(InvalidServerAddress) {
        guard let base = URL(string: server), let scheme = base.scheme, ["http", "https"].contains(scheme)
        else { throw InvalidServerAddress(address: server) }
        self.base = base
        self.userAgent = userAgent
        self.language = language
        self.transport = transport
    }

    private static func send(
        _ request: URLRequest
    ) async throws -> (body: [UInt8], status: Int?, retryAfter: String?) {
        let (data, response) = try await URLSession.shared.data(for: request)
        let answer = response as? HTTPURLResponse
        return (Array(data), answer?.statusCode, answer?.value(forHTTPHeaderField: "Retry-After"))
    }

    // MARK: - Session

    /// Tells whether the client has a session.
    public var isSignedIn: Bool { token != nil }

    /// Signs in as a person of a server that runs with `--demo`.
    ///
    /// - Parameter person: The person's identifier.
    /// - Throws: ``UnknownPerson``, and what ``get(_:)`` throws.
    public mutating func signIn(as person: String) async throws {
        var body = JSONWriter()
        body.object { body in
            body.member("person", person)
            body.member("bearer", true)
        }
        let session: JSONValue
        do { session = try await post("/api/v1/session", body) } catch let problem as APIProblem
            where problem.code == "unknown-principal"
        {
            throw UnknownPerson(person: person, known: await knownPeople())
        }
        token = try session.reading { $0["token"].string() }
    }

    /// Takes a session that was opened before, such as one of ``finishPairing(_:clock:)``.
    public mutating func signIn(token: String) { self.token = token }

    /// Forgets the session, for example one that the server has ended.
    public mutating func signOut() { token = nil }

    /// The people whom the server offers for sign-in; none when it does not answer, because the first refusal matters
    /// more.
    private func knownPeople() async -> [String] {
        do {
            return try await get("/api/v1/sign-in").reading { $0["people"].array { $0["id"].string() } }
        } catch { return [] }
    }

    // MARK: - Requests

    /// Sends `GET`.
    ///
    /// - Parameter path: The path with its query, such as `/api/v1/cafes`.
    /// - Returns: The body of the answer.
    /// - Throws: ``APIProblem`` when the server refuses, ``NoAnswer`` without an answer in time, and ``UnexpectedAnswer``
    ///   when the answer is not JSON.
    public func get(_ path: String) async throws -> JSONValue { try await send("GET", path) }

    /// Sends `PUT` without a body; a repeated request changes nothing more.
    ///
    /// It returns and throws what ``get(_:)`` does.
    public func put(_ path: String) async throws -> JSONValue { try await send("PUT", path) }

    /// Sends `DELETE`; a repeated request changes nothing more.
    ///
    /// It returns and throws what ``get(_:)`` does.
    public func delete(_ path: String) async throws -> JSONValue { try await send("DELETE", path) }

    /// Sends `POST` without a body.
    ///
    /// It returns and throws what ``get(_:)`` does.
    public func post(_ path: String) async throws -> JSONValue { try await send("POST", path) }

    /// Sends `POST` with a body.
    ///
    /// It returns and throws what ``get(_:)`` does.
    public func post(_ path: String, _ body: borrowing JSONWriter) async throws -> JSONValue {
        try await send("POST", path, body: body.bytes)
    }

    /// Sends `POST` with a body that is JSON already.
    ///
    /// It returns and throws what ``get(_:)`` does.
    public func post(_ path: String, json: [UInt8]) async throws -> JSONValue {
        try await send("POST", path, body: json)
    }

    /// Sends `POST` with an idempotency key, and sends it again for about ten seconds while nobody knows whether it took effect.
    ///
    /// That is so when no answer comes, when a proxy answers in the server's place, and when the server has lost its database.
    /// The server applies requests of one key once, so repetitions are safe.
    ///
    /// - Parameters:
    ///   - path: The path, such as `/api/v1/orders`.
    ///   - body: The body.
    ///   - key: A key that no other request has, such as a UUID.
    /// - Returns: The body of the answer.
    /// - Throws: ``UnknownOutcome`` when no repetition was answered, and what ``get(_:)`` throws.
    public func postOnce(_ path: String, _ body: borrowing JSONWriter, key: String) async throws -> JSONValue
    {
        let (bytes, fields) = (body.bytes, ["Idempotency-Key": key])
        for pause in pauses {
            if let answer = try await attempt(path, bytes, fields) { return answer }
            try await Task.sleep(for: pause)
        }
        guard let answer = try await attempt(path, bytes, fields) else { throw UnknownOutcome(key: key) }
        return answer
    }

    /// Sends `POST` once.
    ///
    /// - Returns: The body of the answer; `nil` when nobody knows whether the request took effect.
    private func attempt(_ path: String, _ body: [UInt8], _ fields: [String: String]) async throws
        -> JSONValue?
    {
        do {
            return try await send("POST", path, body: body, fields: fields)
        } catch {
            guard Self.leavesOpen(error) else { throw error }
            return nil
        }
    }

    /// Whether a request may have taken effect although it failed.
    private static func leavesOpen(_ error: any Error) -> Bool {
        if let failure = error as? NoAnswer { return failure.reason == .silence }
        return (error as? APIProblem)?.code == "database-away"
    }

    package func send(
        _ method: String, _ path: String, body: [UInt8]? = nil, type: String = "application/json",
        fields: [String: String] = [:]
    ) async throws -> JSONValue {
        guard let url = URL(string: path, relativeTo: base) else {
            preconditionFailure("\(path) is not a path")
        }
        var request = URLRequest(url: url, timeoutInterval: timeout / .seconds(1))
        request.httpMethod = method
        request.setValue(userAgent, forHTTPHeaderField: "User-Agent")
        if let language { request.setValue(language, forHTTPHeaderField: "Accept-Language") }
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body {
            request.setValue(type, forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(body)
        }
        return try await answer(to: request)
    }

    /// Whether a connection failed because of the certificate.
    ///
    /// Foundation on Linux gives these failures no code, only libcurl's sentence, such as "SSL certificate problem: self-signed
    /// certificate" or "SSL: no alternative certificate subject name matches target host name".
    private static func isAboutCertificate(_ error: any Error) -> Bool {
        guard let error = error as? URLError else { return false }
        return error.code == .serverCertificateUntrusted
            || error.code == .unknown && error.localizedDescription.contains("certificate")
    }

    private func answer(to request: URLRequest) async throws -> JSONValue {
        let answer: (body: [UInt8], status: Int?, retryAfter: String?)
        do { answer = try await transport(request) } catch {
            throw NoAnswer(
                server: base.absoluteString,
                reason: Self.isAboutCertificate(error) ? .untrustedCertificate : .silence)
        }
        let value: JSONValue
        do { value = try JSONValue(parsing: answer.body) } catch {
            // So a proxy says that no server answers it.
            if [502, 503, 504].contains(answer.status) { throw NoAnswer(server: base.absoluteString) }
            throw UnexpectedAnswer(
                description: "What answers at \(base.absoluteString) is not a Vicinity server.")
        }
        guard let status = answer.status, (200..<300).contains(status) else {
            // A proxy may answer with a date instead; then the caller chooses when to retry.
            let seconds = answer.retryAfter.flatMap { UInt32($0) }
            throw APIProblem(value, status: answer.status, retryAfter: seconds.map { .seconds($0) })
        }
        return value
    }
}
