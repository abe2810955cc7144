/// A request that was answered, as far as an operator counts it: without its path, fields and client.
public struct ServedRequest: Sendable {
    /// The index of its route in ``Router/routes``; `nil` when its path has none or it was refused before.
    public let route: Int?
    /// The name of the request in the log.
    public let id: RequestID?
    /// The method of the request.
    public let method: HTTPMethod
    /// The status of the answer.
    public let status: HTTPStatus
    /// How long it took from the request's first line until the answer was ready to be sent.
    public let duration: Duration

    /// Makes a record from its parts.
    public init(
        route: Int?, id: RequestID? = nil, method: HTTPMethod, status: HTTPStatus, duration: Duration
    ) {
        self.route = route
        self.id = id
        self.method = method
        self.status = status
        self.duration = duration
    }
}
