import HTTPCore
import Metrics
import Testing

@testable import WorkplaceAPI

struct RequestMeterTests {
    private let meter = RequestMeter(routes: [
        (.get, "/api/v1/orders/{order}"), (.get, "/assets/1/a.js"), (.post, "/api/v1/orders"),
        (.get, "/assets/1/b.css"),
    ])

    private func note(_ route: Int?, _ method: HTTPMethod, _ status: UInt16, _ time: Duration = .zero) {
        meter.note(ServedRequest(route: route, method: method, status: HTTPStatus(status), duration: time))
    }

    /// The lines that count requests.
    private var counts: [String] {
        String(decoding: PrometheusText.write([meter.family]), as: UTF8.self).split(separator: "\n")
            .filter { $0.contains("_count{") }
            .map { String($0.drop { $0 != "{" }) }
    }

    @Test func `requests count by the pattern of their route, their method and the class of their status`() {
        note(0, .get, 200)
        note(0, .get, 404)
        note(0, .get, 403)
        note(2, .post, 201)
        #expect(
            counts == [
                #"{http_route="/api/v1/orders/{order}",http_request_method="GET",http_response_status_class="2xx"} 1"#,
                #"{http_route="/api/v1/orders/{order}",http_request_method="GET",http_response_status_class="4xx"} 2"#,
                #"{http_route="/api/v1/orders",http_request_method="POST",http_response_status_class="2xx"} 1"#,
            ])
    }

    @Test func `the files of pages count together`() {
        note(1, .get, 200)
        note(3, .get, 200)
        note(3, .get, 304)
        #expect(
            counts == [
                #"{http_route="/assets/{file}",http_request_method="GET",http_response_status_class="2xx"} 2"#,
                #"{http_route="/assets/{file}",http_request_method="GET",http_response_status_class="3xx"} 1"#,
            ])
    }

    @Test func `a request without a route has none, and a method that nobody knows is not repeated`() {
        note(nil, .get, 404)
        note(nil, .other("ada@example.org"), 405)
        note(nil, .other("BREW"), 405)
        note(17, .get, 700)
        #expect(
            counts == [
                #"{http_request_method="GET",http_response_status_class="4xx"} 1"#,
                #"{http_request_method="GET",http_response_status_class="5xx"} 1"#,
                #"{http_request_method="_OTHER",http_response_status_class="4xx"} 2"#,
            ])
    }
}
