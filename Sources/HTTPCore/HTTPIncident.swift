/// An unexpected error of a handler, with the identifier that the client received for it.
public struct HTTPIncident: Error, Sendable {
    /// The name of the request; sixteen hexadecimal digits when it has none.
    public let identifier: String
    /// The handler's error.
    public let cause: any Error

    /// Gives an error the name of the request that the present task answers, or else a random identifier.
    public init(cause: any Error) {
        self.cause = cause
        if let request = RequestID.current {
            identifier = request.text
        } else {
            let digits = String(UInt64.random(in: .min ... .max), radix: 16)
            identifier = String(repeating: "0", count: 16 - digits.count) + digits
        }
    }
}

extension HTTPResponse {
    /// Makes the answer to an error that a handler threw.
    ///
    /// A ``Problem`` is its own answer. Any other error becomes a plain 500 with an incident identifier. The
    /// error itself goes to `report` as an ``HTTPIncident``; the client learns nothing of it.
    public init(answering error: any Error, report: (any Error) -> Void) {
        if let problem = error as? Problem {
            self = problem.response
            return
        }
        let incident = HTTPIncident(cause: error)
        report(incident)
        self =
            Problem(
                .internalServerError, code: "internal-error",
                detail: "The server could not answer. Name the incident when you report this.",
                members: [("incident", .text(incident.identifier))]
            ).response
    }
}
