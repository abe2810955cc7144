import HTTPCore
import Workplace

/// A route together with its description and its access rule, so that all three stay true.
struct APIRoute: Sendable {
    /// What answers a request.
    enum Handle: Sendable {
        /// Always the same answer.
        case fixed(HTTPResponse)
        /// Answers at once, on the server's own thread.
        case immediate(@Sendable (APIRequest) throws -> HTTPResponse)
        /// Answers later.
        case asynchronous(@Sendable (APIRequest, WorkplaceServices) async throws -> HTTPResponse)
    }

    /// From where a browser may send a change to an open route; programs send from anywhere.
    enum Sender: Sendable {
        /// The pages of this server.
        case ownPages
        /// Any site: the route changes nothing, or a signature in the request says who sends it.
        case anySite
    }

    let method: HTTPMethod
    let pattern: String
    let access: AccessRule
    let sender: Sender
    let operation: Operation
    let handle: Handle
    /// Throws unless a request comes from a caller who may use the route.
    let check: @Sendable (APIRequest, WorkplaceServices) async throws -> Void

    /// Makes an open route.
    ///
    /// - Parameters:
    ///   - method: The method of its requests.
    ///   - pattern: The path, such as `/api/v1/cafes/{cafe}`.
    ///   - sender: From where a browser may send a change.
    ///   - operation: What the API's description says of it.
    ///   - handle: Answers a request.
    init(
        method: HTTPMethod, pattern: String, sender: Sender = .ownPages, operation: Operation, handle: Handle
    ) {
        if case .fixed = handle {
            precondition(!operation.isTranslated, "\(pattern) cannot have one answer in several languages")
        }
        self.method = method
        self.pattern = pattern
        access = .anyone
        self.sender = sender
        self.operation = operation
        self.handle = handle
        check = { _, _ in }
    }

    /// Makes an open route that answers later.
    init(
        method: HTTPMethod, pattern: String, sender: Sender = .ownPages, operation: Operation,
        handle: @escaping @Sendable (APIRequest) async throws -> HTTPResponse
    ) {
        self.init(
            method: method, pattern: pattern, sender: sender, operation: operation,
            handle: .asynchronous { request, _ in try await handle(request) })
    }

    /// Makes a route for some callers.
    ///
    /// - Parameters:
    ///   - method: The method of its requests.
    ///   - pattern: The path, such as `/api/v1/orders/{order}`.
    ///   - access: Who may use it.
    ///   - operation: What the API's description says of it.
    ///   - handle: Answers a request of the caller whom `access` found.
    init<Caller>(
        method: HTTPMethod, pattern: String, access: Access<Caller>, operation: Operation,
        handle: @escaping @Sendable (APIRequest, Caller) async throws -> HTTPResponse
    ) {
        self.method = method
        self.pattern = pattern
        self.access = access.rule
        sender = .ownPages
        self.operation = operation
        self.handle = .asynchronous { request, services in
            try await handle(request, try await access.caller(request, services))
        }
        check = { request, services in _ = try await access.caller(request, services) }
    }
}

extension APIRoute {
    /// The same route on a node that passes requests about presence on to the node that evaluates it.
    func passedOn(by forwarder: RequestForwarder) -> APIRoute {
        guard operation.isAboutPresence, case .asynchronous(let handle) = handle else { return self }
        return APIRoute(self) { [check] request, services in
            guard services.store.duty == .other else { return try await handle(request, services) }
            try await check(request, services)
            return try await forwarder.forward(request.http)
        }
    }

    private init(
        _ route: APIRoute,
        handle: @escaping @Sendable (APIRequest, WorkplaceServices) async throws -> HTTPResponse
    ) {
        method = route.method
        pattern = route.pattern
        access = route.access
        sender = route.sender
        operation = route.operation
        self.handle = .asynchronous(handle)
        check = route.check
    }

    /// Whether the route refuses what a page of another site sends.
    ///
    /// Without a session there is no token to compare, so only the browser can report the site. Routes that need a credential
    /// check that themselves.
    var refusesOtherSites: Bool { access == .anyone && !method.isRead && sender == .ownPages }

    /// The kinds of problems that the route may answer with.
    ///
    /// They are those that its operation names and those that follow from its shape and its access rule;
    /// ``ProblemKind/ofAnyRoute`` has those of every route.
    var problems: [ProblemKind] {
        var kinds = operation.problems + access.problems(isRead: method.isRead)
        if refusesOtherSites { kinds.append(.antiForgery) }
        if operation.body != nil {
            kinds +=
                operation.bodyForm == .json
                ? [.malformedJSON, .invalidRequest, .unsupportedMediaType, .bodyTooLarge]
                : [.bodyTooLarge]
        }
        if operation.isTranslated || operation.parameters.contains(where: { $0.place == .query }) {
            kinds += [.badQuery, .invalidRequest]
        }
        if operation.isConditional { kinds.append(.preconditionFailed) }
        var seen: Set<ProblemKind> = []
        return kinds.filter { seen.insert($0).inserted }
    }
}

extension ProblemKind {
    /// The kinds that every route may answer with.
    static let ofAnyRoute: [ProblemKind] =
        [
            .badPath, .bodyTooLarge, .headerTooLarge, .misdirectedRequest, .malformedRequest,
            .unknownTransferCoding, .unsupportedVersion, .internalError, .notReady, .busy, .tooManyBodies,
            .badForwarding, .httpsNeeded, .timeout, .stopping,
        ] + outages
}
