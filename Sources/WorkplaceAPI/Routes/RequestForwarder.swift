public import HTTPCore
import Workplace

/// Passes requests on to the node that evaluates presence.
public struct RequestForwarder: Sendable {
    let forward: @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// Makes a forwarder.
    ///
    /// - Parameter forward: Sends a request to the node that evaluates presence, and returns its answer. It throws `StoreError.noSender`
    ///   while there is no such node.
    public init(_ forward: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
        self.forward = forward
    }

    /// The fields with which a node passes a request on: those of the client, without what belongs to the connection, and with the
    /// client's address.
    public static func fieldsToPassOn(of request: HTTPRequest) -> [(name: String, value: String)] {
        var fields = request.fields.pairs.filter { !connectionFields.contains($0.name.lowercased()) }
        fields.append((passedOnField, "1"))
        fields.append(("X-Forwarded-For", request.clientAddress))
        fields.append(("X-Forwarded-Proto", request.isSecure ? "https" : "http"))
        if let host = request.fields["Host"] { fields.append(("X-Forwarded-Host", host)) }
        return fields
    }

    /// The answer of the other node, as this one gives it.
    ///
    /// - Throws: `HTTPFieldRefusal` for a malformed field.
    public static func answer(
        status: Int, fields: [(name: String, value: String)], body: [UInt8]
    ) throws -> HTTPResponse {
        var response = HTTPResponse(
            HTTPStatus(UInt16(clamping: status)), body: body.isEmpty ? .empty : .bytes(body))
        for field in fields where answerFields.contains(field.name.lowercased()) {
            try response.fields.add(field.name, field.value)
        }
        return response
    }

    /// Whether another node has passed a request on; it is not passed on again, because no node may have the duty meanwhile.
    public static func isPassedOn(_ request: HTTPRequest) -> Bool { request.fields[passedOnField] != nil }

    private static let passedOnField = "Vicinity-Passed-On"
    private static let connectionFields: Set<String> = [
        "connection", "content-length", "expect", "forwarded", "keep-alive", "te", "trailer",
        "transfer-encoding",
        "upgrade", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "accept-encoding",
    ]
    // What each route adds to an answer, such as the rule for caches, is added by this node.
    private static let answerFields: Set<String> = [
        "clear-site-data", "content-type", "etag", "location", "retry-after", "set-cookie",
        "www-authenticate",
    ]
}
