public import Tracing

/// How the calls of a client are traced.
///
/// A span says which service was called, with which method and what came of it. It never has the address: those of push services and
/// webhooks are secrets, and a person may have a server with their own name.
public struct CallTracing: Sendable {
    /// Where spans go.
    public let tracer: Tracer
    /// What is called, such as `payments`.
    public let service: String

    /// Describes how calls are traced.
    public init(_ tracer: Tracer, service: String) {
        self.tracer = tracer
        self.service = service
    }

    /// A span within that of the present task, or the first of a trace.
    func begin() -> Trace { Trace.current?.child() ?? tracer.begin() }

    func finish(
        _ trace: Trace, _ request: OutgoingRequest, start: UInt64, status: Int?, _ failure: OutgoingError?
    ) {
        trace.finish(
            request.methodName, .client, start: start,
            attributes: attributes(of: request, status, failure),
            hasFailed: failure != nil || (status ?? 0) >= 400)
    }

    private func attributes(
        of request: OutgoingRequest, _ status: Int?, _ failure: OutgoingError?
    ) -> [Span.Attribute] {
        var attributes = [
            Span.Attribute("http.request.method", request.methodName),
            Span.Attribute("peer.service", service),
        ]
        if let status { attributes.append(Span.Attribute("http.response.status_code", status)) }
        if let failure {
            attributes.append(Span.Attribute("error.type", failure.code))
        } else if let status, status >= 400 {
            attributes.append(Span.Attribute("error.type", "\(status)"))
        }
        return attributes
    }
}

extension OutgoingRequest {
    fileprivate var methodName: String {
        switch method {
        case .get: "GET"
        case .post: "POST"
        case .other(let name, _): name
        }
    }

    /// The call with the field that carries a place in a trace.
    func adding(_ context: TraceContext) -> OutgoingRequest {
        OutgoingRequest(method, url, header: header + [(TraceContext.field, context.fieldValue)])
    }
}
