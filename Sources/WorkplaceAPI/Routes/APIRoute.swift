import HTTPCore

/// A route together with what the API's description says of it, so that the two cannot part.
struct APIRoute: Sendable {
    /// What answers a request: always the same, at once on the server's own thread, or later.
    enum Handle: Sendable {
        case fixed(HTTPResponse)
        case immediate(@Sendable (APIRequest) throws -> HTTPResponse)
        case asynchronous(@Sendable (APIRequest) async throws -> HTTPResponse)
    }

    let method: HTTPMethod
    let pattern: String
    let operation: Operation
    let handle: Handle

    init(method: HTTPMethod, pattern: String, operation: Operation, handle: Handle) {
        if case .fixed = handle {
            precondition(
                operation.access == .anyone && !operation.isTranslated,
                "\(pattern) cannot answer everybody alike")
        }
        self.method = method
        self.pattern = pattern
        self.operation = operation
        self.handle = handle
    }

    init(
        method: HTTPMethod, pattern: String, operation: Operation,
        handle: @escaping @Sendable (APIRequest) async throws -> HTTPResponse
    ) {
        self.init(method: method, pattern: pattern, operation: operation, handle: .asynchronous(handle))
    }
}

extension APIRoute {
    /// The kinds of problems that the route may answer with.
    ///
    /// They are those that its operation names and those that follow from its shape; those of
    /// ``ProblemKind/ofAnyRoute`` come on top.
    var problems: [ProblemKind] {
        var kinds = operation.problems
        if operation.access == .signedIn {
            kinds.append(.signInRequired)
            if !method.isRead { kinds.append(.antiForgery) }
        }
        if operation.access == .gateway { kinds += ProblemKind.gateways }
        if operation.body != nil {
            kinds += [.malformedJSON, .invalidRequest, .unsupportedMediaType, .bodyTooLarge]
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
    /// What any route may answer with, whatever it is asked for.
    static let ofAnyRoute: [ProblemKind] =
        [
            .badPath, .bodyTooLarge, .headerTooLarge, .misdirectedRequest, .malformedRequest,
            .unknownTransferCoding, .unsupportedVersion, .internalError, .notReady, .busy, .tooManyBodies,
            .badForwarding, .timeout, .stopping,
        ] + outages
}
