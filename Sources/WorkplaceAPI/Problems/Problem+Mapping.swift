import HTTPCore
import JSON
import Workplace

/// An error that a client gets as a problem; each slice says which problem its errors are.
protocol ProblemConvertible: Error {
    /// Converts the error.
    ///
    /// - Parameter language: The language of names, for operations whose answers are translated.
    /// - Returns: The problem; `nil` for an error that a client can do nothing about.
    func problem(in language: WireLanguage?) -> Problem?
}

extension Problem {
    /// The problem that an error is to a client; `nil` for an error that a client can do nothing about.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - language: The language of names.
    ///   - isRead: Whether the client only asked for something, so that no change can be in doubt.
    init?(answering error: any Error, in language: WireLanguage?, isRead: Bool = false) {
        switch error {
        case let problem as Problem: self = problem
        case let outage as StoreOutage: self.init(outage, isRead: isRead)
        case let error as any ProblemConvertible:
            guard let problem = error.problem(in: language) else { return nil }
            self = problem
        default: return nil
        }
    }

    init(_ error: JSONSyntaxError) {
        self.init(.malformedJSON, detail: "The body is not JSON. \(error)")
    }

    fileprivate init(_ error: JSONMistakes) {
        self.init(
            .invalidRequest,
            detail: "The body does not have the shape that is asked for. See each error.",
            errors: error.list.map { mistake in
                FieldError(
                    pointer: mistake.path.pointer, code: mistake.code.rawValue,
                    detail: mistake.description)
            })
    }
}

extension JSONSyntaxError: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self) }
}

extension JSONMistakes: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { Problem(self) }
}

extension StoreError: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? {
        switch self {
        case .busy:
            Problem(
                .busy,
                detail: "More changes wait than the database can take in time. Repeat the request shortly.")
        case .held:
            Problem(
                .busy,
                detail:
                    "Another program or server held the database for too long. Repeat the request shortly.")
        case .contended:
            Problem(
                .busy,
                detail: "Other requests changed the same thing each time. Repeat the request shortly.")
        case .noSender:
            Problem(
                .busy,
                detail: "Another server takes over what this request needs. Repeat the request shortly.")
        case .superseded:
            Problem(
                .stopping,
                detail: "A newer program serves the database. This server is being stopped. Nothing was done."
            )
        case .damagedRow, .versionConflict: nil
        }
    }
}
