extension HTTPRequest {
    /// The condition in `If-Match`; `nil` without the field.
    ///
    /// Use it when the write itself compares versions; otherwise use ``checkPreconditions(current:)``.
    public var ifMatch: EntityTagCondition? { EntityTagCondition(fields, "If-Match") }

    /// Checks the conditions of a write before it is done (RFC 9110, 13.2.2).
    ///
    /// A tag that cannot be read matches nothing, so that a malformed condition never lets a write through.
    ///
    /// - Parameter current: the tag of the resource that the request would change; `nil` when it does not
    ///   exist.
    /// - Throws: a ``Problem`` with status 412 and code `precondition-failed`.
    public func checkPreconditions(current: EntityTag?) throws(Problem) {
        if let condition = ifMatch, !condition.holdsStrongly(for: current) {
            throw .preconditionFailed
        }
        if let condition = EntityTagCondition(fields, "If-None-Match"), condition.holdsWeakly(for: current) {
            throw .preconditionFailed
        }
    }
}

extension HTTPResponse {
    /// Sets the `ETag` field.
    public mutating func setEntityTag(_ tag: EntityTag) {
        fields.remove("ETag")
        fields.append("ETag", tag.fieldValue)
    }

    /// Turns this answer to a read into 304 or 412 when the request's conditions ask for it.
    ///
    /// A 304 keeps the body so that the server can state its length, but the body is not sent. Only an answer
    /// 200 with an `ETag` to `GET` or `HEAD` changes. Check the conditions of writes before the write; see
    /// ``HTTPRequest/checkPreconditions(current:)``.
    public func conditional(for request: HTTPRequest) -> HTTPResponse {
        guard request.method.isRead, status == .ok, let text = fields["ETag"],
            let tag = EntityTag(parsing: text)
        else { return self }
        if let condition = request.ifMatch, !condition.holdsStrongly(for: tag) {
            return Problem.preconditionFailed.response
        }
        if let condition = EntityTagCondition(request.fields, "If-None-Match"),
            condition.holdsWeakly(for: tag)
        {
            return notModified
        }
        return self
    }

    /// Without the fields that describe the content; validators and caching rules stay (RFC 9110, 15.4.5).
    private var notModified: HTTPResponse {
        var fields = fields
        for name in ["Content-Type", "Content-Encoding", "Content-Language"] { fields.remove(name) }
        return HTTPResponse(.notModified, fields: fields, body: body)
    }
}

extension Problem {
    fileprivate static var preconditionFailed: Problem {
        Problem(
            .preconditionFailed, code: "precondition-failed",
            detail: "It has been changed meanwhile, or is not there any more.")
    }
}
