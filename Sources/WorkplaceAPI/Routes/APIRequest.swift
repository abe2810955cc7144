import Essentials
import HTTPCore
import JSON
import Kitchen
import Ordering
import Workplace

/// A request by its meaning: typed parameters, a decoded body and a language instead of header fields.
struct APIRequest: Sendable {
    let http: HTTPRequest
    let parameters: PathParameters
    /// The language of names, for operations whose answers are translated.
    var chosenLanguage: WireLanguage?

    /// The language of names; a trap in an operation that is not marked as translated.
    var language: WireLanguage {
        guard let chosenLanguage else { preconditionFailure("the operation is not marked as translated") }
        return chosenLanguage
    }

    /// Decodes the body as JSON.
    ///
    /// - Throws: `JSONSyntaxError` or `JSONMistakes`, which become problems; a `Problem` with code
    ///   `unsupported-media-type` for another `Content-Type`.
    func body<Body>(_ make: (JSONReader) -> Body?) throws -> Body {
        try requireJSON()
        return try JSONValue(parsing: http.body).read(make)
    }

    /// Refuses a body with another `Content-Type` than JSON.
    ///
    /// - Throws: A `Problem` with code `unsupported-media-type`.
    func requireJSON() throws(Problem) {
        guard let field = http.fields["Content-Type"] else { return }
        let type = field.prefix { $0 != ";" }.trimmingBlanks()
        if type.lowercased() != "application/json" {
            throw Problem(.unsupportedMediaType, detail: "Send application/json.")
        }
    }

    /// The identifier in the path; malformed text is refused like an unknown identifier.
    func identifier<Owner>(
        _ name: String, orThrow refusal: @autoclosure () -> Problem
    ) throws -> Identifier<Owner> {
        guard let identifier = Identifier<Owner>(parameters[name]) else { throw refusal() }
        return identifier
    }

    func cafe() throws -> CafeID {
        try identifier(
            "cafe",
            orThrow: Problem(
                .unknownCafe, detail: "There is no café of that name."))
    }

    func order() throws -> OrderID {
        try identifier(
            "order",
            orThrow: Problem(.unknownOrder, detail: "You have no such order."))
    }

    func ticket() throws -> TicketID {
        try identifier(
            "ticket",
            orThrow: Problem(.unknownTicket, detail: "There is no such ticket."))
    }

    /// A whole number of the query.
    func integer(_ name: String, in range: ClosedRange<Int>, default standard: Int) throws -> Int {
        guard let text = try http.queryValue(name) else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw Problem.invalidParameter(
                name, "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// The syntax of `If-Match`: a list of entity tags, or `*`.
    static let tagsPattern = #"^(\*|(W/)?"[!#-~]*"([ \t]*,[ \t]*(W/)?"[!#-~]*")*)$"#

    /// Refuses a field `If-Match` that does not follow ``tagsPattern``.
    private func checkTags() throws(Problem) {
        for field in http.fields.values("If-Match")
        where field.wholeMatch(of: /\*|(W\/)?"[!#-~]*"([ \t]*,[ \t]*(W\/)?"[!#-~]*")*/) == nil {
            throw .invalidParameter("If-Match", "must be * or a list of entity tags")
        }
    }

    /// The version that `If-Match` expects.
    ///
    /// If the field lists several versions and the present one is among them, that one is expected. The change compares the
    /// version again, so a change in between is still refused.
    ///
    /// - Parameter present: Finds the present version.
    /// - Returns: The version; `nil` without the field and for `*`.
    /// - Throws: A `Problem` with status 412 when no tag is a version, and with code `invalid-request` for a malformed
    ///   field; and what `present` throws.
    func expectedVersion(present: () async throws -> Int) async throws -> Int? {
        try checkTags()
        guard case .tags(let tags) = http.ifMatch else { return nil }
        let versions = tags.compactMap(\.delayedVersion).map { Int($0) }
        guard let first = versions.first else {
            throw Problem(.staleVersion, detail: "If-Match names no version of this.")
        }
        guard versions.count > 1 else { return first }
        let version = try await present()
        return versions.contains(version) ? version : first
    }
}

extension EntityTag {
    /// Makes the tag of an order.
    ///
    /// A delay of its café, what was paid back, and when it can be ready change what is shown and not the version, so they stand
    /// after a plus sign.
    init(version: Int, delay: Duration, returns: Int, ready: ReadyQuote?) {
        var text = "\(version)"
        if delay > .zero || returns > 0 { text += "+\(delay.wholeMinutes)" }
        if returns > 0 { text += "+\(returns)" }
        if let ready {
            text +=
                "+\(ready.from.millisecondsSinceEpoch / 60_000)-\(ready.until.millisecondsSinceEpoch / 60_000)"
        }
        self = EntityTag(text) ?? EntityTag(version: Int64(version))
    }

    /// The version that the tag names, with or without more.
    fileprivate var delayedVersion: Int64? {
        EntityTag(String(opaque.prefix { $0 != "+" }), isWeak: isWeak)?.version
    }
}

extension Problem {
    static func invalidParameter(_ name: String, _ reason: String) -> Problem {
        Problem(
            .invalidRequest, detail: "The parameter \(name) \(reason).",
            errors: [FieldError(pointer: "/\(name)", code: "value", detail: "\(name) \(reason).")])
    }
}
