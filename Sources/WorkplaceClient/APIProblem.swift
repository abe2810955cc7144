public import JSON

/// A refusal of the server: a problem document of RFC 9457.
public struct APIProblem: Error, Sendable {
    /// The status of the answer; `nil` when the answer had none.
    public let status: Int?
    /// The stable name of the problem, such as `cafe-closed`; `/problems/{code}` of the server explains it.
    public let code: String?
    /// The whole document, for members such as `stage` or `opensAt`.
    public let document: JSONValue

    /// How long the server wants to be left alone; `nil` when it does not say.
    public let retryAfter: Duration?

    /// Makes a problem from an answer.
    ///
    /// - Parameters:
    ///   - document: The body of the answer.
    ///   - status: The status of the answer.
    ///   - retryAfter: The answer's `Retry-After`.
    public init(_ document: JSONValue, status: Int?, retryAfter: Duration? = nil) {
        self.document = document
        self.status = status
        self.retryAfter = retryAfter
        code = JSONReader(document)["code"].optional?.string()
    }

    /// Tells whether a retry can help: the server is unwell or has too much to do.
    public var isTransient: Bool { status.map { $0 >= 500 || $0 == 429 } ?? false }

    /// Tells whether a retry of a request that failed can help: nothing answered, or ``isTransient``.
    package static func isTransient(_ failure: any Error) -> Bool {
        failure is NoAnswer || (failure as? APIProblem)?.isTransient ?? false
    }
}

extension APIProblem: CustomStringConvertible {
    /// The server's sentence, and each mistake on a line of its own; safe to print on a terminal.
    public var description: String {
        let problem = JSONReader(document)
        let detail = problem["detail"].optional?.string() ?? problem["title"].optional?.string()
        let errors = problem["errors"].optional?.array { error in
            error["pointer"].string().flatMap { pointer in
                error["detail"].string().map { "  \(pointer): \($0)" }
            }
        }
        let incident = problem["incident"].optional?.string().map { ["  Incident \($0)"] } ?? []
        let first = [detail ?? "The server refused.", code.map { "(\($0))" }].compactMap(\.self)
        return ([first.joined(separator: " ")] + incident + (errors ?? [])).map(\.plain)
            .joined(separator: "\n")
    }
}
