import HTTPCore
import Tracing

// What a span says of a request, under OpenTelemetry's names. Neither the path nor the query is among it: both hold identifiers.
extension ServedRequest {
    private func pattern(in router: Router) -> String? { route.map { router.routes[$0].pattern } }

    /// The method; a client could put any word in the place of an unknown one.
    private var methodName: String {
        if case .other = method { return "_OTHER" }
        return method.name
    }

    /// The method and the pattern of the route.
    func spanName(in router: Router) -> String {
        if case .other = method { return "HTTP" }
        return pattern(in: router).map { "\(method.name) \($0)" } ?? method.name
    }

    /// The attributes of the span.
    func attributes(in router: Router, isSecure: Bool) -> [Span.Attribute] {
        var attributes = [
            Span.Attribute("http.request.method", methodName),
            Span.Attribute("http.response.status_code", Int(status.code)),
            Span.Attribute("url.scheme", isSecure ? "https" : "http"),
        ]
        if let pattern = pattern(in: router) { attributes.append(Span.Attribute("http.route", pattern)) }
        // The code that pages show and the log has.
        if let id { attributes.append(Span.Attribute("vicinity.request", id.text)) }
        if status.code >= 500 { attributes.append(Span.Attribute("error.type", "\(status.code)")) }
        return attributes
    }
}
