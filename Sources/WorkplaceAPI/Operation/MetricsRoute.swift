public import HTTPCore
import Metrics

/// Where the metrics are served.
///
/// They are not part of the API, whose description lists what people and their programs use.
public enum MetricsRoute: Sendable {
    /// The path.
    public static let path = "/metrics"
    private static let methods: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]

    /// The routes that `add(to:for:)` adds.
    public static let routes = methods.map { (method: $0, pattern: path) }

    /// Adds the metrics to a router.
    ///
    /// - Parameters:
    ///   - router: The router. If it is that of the pages, they have been added before.
    ///   - isAllowed: Whether a request gets the metrics. Every other one is answered as if the path were unknown.
    ///   - text: Makes the text.
    public static func add(
        to router: inout Router, for isAllowed: @escaping @Sendable (HTTPRequest) -> Bool,
        _ text: @escaping @Sendable () async -> [UInt8]
    ) {
        let unknownPath = router.unknownPath
        for method in methods {
            router.add(
                method, path,
                .asynchronous { request, _ in
                    guard request.method.isRead, isAllowed(request) else {
                        return Router.Resolution.notFound(unknownPath?(request)).refusal
                            ?? HTTPResponse(.notFound)
                    }
                    var response = HTTPResponse.content(await text(), type: PrometheusText.mediaType)
                    try response.fields.add("Cache-Control", "no-store")
                    return response
                })
        }
    }
}
