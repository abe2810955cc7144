/// An error that a handler did not expect, with the identifier that the client was given for it.
public struct HTTPIncident: Error, Sendable {
    /// Sixteen hexadecimal digits that say nothing about the error.
    public let identifier: String
    /// What the handler threw.
    public let cause: any Error

    /// Gives an error a random identifier.
    public init(cause: any Error) {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        identifier = String(repeating: "0", count: 16 - digits.count) + digits
        self.cause = cause
    }
}

extension HTTPResponse {
    /// The answer to an error that a handler threw.
    ///
    /// A ``Problem`` is its own answer. Anything else becomes a bare 500 with an incident identifier, and goes to `report`
    /// as an ``HTTPIncident``; nothing of the error itself reaches the client.
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
