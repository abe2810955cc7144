public import HTTPCore
import Metrics
import Synchronization

/// Counts requests by route, method and class of status, and how long their answers took.
///
/// A path counts as the pattern of its route, so that no identifier reaches an operator.
public final class RequestMeter: Sendable {
    /// The requests of one route.
    private final class Route: Sendable {
        private static let classCount = 5

        let method: HTTPMethod
        /// `nil` for paths without a route.
        let pattern: String?
        /// By the first digit of the status; a histogram is made for the first request.
        private let histograms: InlineArray<5, AtomicLazyReference<Histogram>> = InlineArray { _ in
            AtomicLazyReference()
        }

        init(_ method: HTTPMethod, _ pattern: String?) {
            self.method = method
            self.pattern = pattern
        }

        func note(_ request: ServedRequest) {
            let index = min(max(Int(request.status.code) / 100, 1), Self.classCount) - 1
            let histogram =
                histograms[index].load() ?? histograms[index].storeIfNil(Histogram(.requestDurations))
            histogram.note(request.duration)
        }

        func forEach(_ body: (_ statusClass: String, Histogram.Buckets) -> Void) {
            for index in 0..<Self.classCount {
                if let histogram = histograms[index].load() { body("\(index + 1)xx", histogram.buckets) }
            }
        }
    }

    private static let otherMethod = HTTPMethod.other("_OTHER")
    private static let knownMethods: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]

    private let routes: [Route]
    /// Each of the routes once.
    private let shown: [Route]
    private let others: [HTTPMethod: Route]
    private let unknownMethod = Route(RequestMeter.otherMethod, nil)

    /// Makes a meter for the routes of a router, in its order.
    ///
    /// The files of pages count together: there are hundreds, and their paths change with each version.
    public init(routes: [(method: HTTPMethod, pattern: String)]) {
        let assets = Route(.get, "/assets/{file}")
        self.routes = routes.map { method, pattern in
            pattern.hasPrefix("/assets/") ? assets : Route(method, pattern)
        }
        shown = self.routes.filter { $0 !== assets } + [assets]
        others = Dictionary(uniqueKeysWithValues: Self.knownMethods.map { ($0, Route($0, nil)) })
    }

    /// Counts a request.
    public func note(_ request: ServedRequest) {
        if let index = request.route, index < routes.count { return routes[index].note(request) }
        (others[request.method] ?? unknownMethod).note(request)
    }

    /// The counts under the name that OpenTelemetry gives them.
    var family: MetricFamily {
        var family = MetricFamily(
            .histogram, "http_server_request_duration_seconds",
            "How long requests took from their first line until the answer was ready, by route.")
        for route in shown + Self.knownMethods.compactMap({ others[$0] }) + [unknownMethod] {
            route.forEach { statusClass, buckets in
                let labels = [
                    MetricFamily.Label("http_request_method", route.method.name),
                    MetricFamily.Label("http_response_status_class", statusClass),
                ]
                family.add(
                    buckets,
                    (route.pattern.map { [MetricFamily.Label("http_route", $0)] } ?? []) + labels)
            }
        }
        return family
    }
}
