import Cryptography
import Essentials
import HTTPCore
import JSON
import Ordering
import QRCode
import Workplace

/// The orders of the signed-in person.
struct OrderRoutes: Sendable {
    private static let pageSize = 20

    let services: WorkplaceServices

    var routes: [APIRoute] {
        [placing, list, one, handoverPicture, starting, cancellation]
    }

    private var placing: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/orders", access: .employee,
            operation: Operation(
                id: "placeOrder",
                summary:
                    "Places and pays for an order, sets its total aside until the person comes near, or reserves it for a payment by card.",
                tag: .orders,
                parameters: [
                    .idempotencyKey(
                        "Chosen by the client for each order; the same key orders only once, for 48 hours.")
                ], body: "OrderRequest", success: .json("Order", .created),
                isTranslated: true, fields: [.location, .replayed],
                problems: [
                    .idempotencyKeyRequired,
                    .insufficientFunds,
                    .unknownCafe,
                    .cafeClosed, .paused, .totalChanged, .pickupNotOffered, .unknownPickupWindow,
                    .pickupWindowOver, .pickupWindowFull, .noPickupWindow,
                    .soldOut, .notServed, .noAccountInCurrency,
                    .invalidBasket,
                    .idempotencyKeyReused,
                    .tooManyOrders, .cardPaymentsOff, .nothingToPay,
                ])
        ) { request, person in
            let key = try request.idempotencyKey()
            let body = try request.body(OrderBody.init)
            let placed = try await services.orders.place(
                OrderRequest(
                    person: person.id, cafe: body.cafe, basket: body.basket,
                    expectedTotal: body.expectedTotal,
                    channel: .of(request.http), start: body.start, pickup: body.pickup, means: body.means,
                    key: key,
                    fingerprint: SHA256.digest(of: request.http.body)))
            return try await answer(to: placed, request)
        }
    }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/orders", access: .employee,
            operation: Operation(
                id: "listOrders", summary: "One's own orders, latest first.", tag: .orders,
                parameters: [.limit, .before], success: .json("OrderPage"), isTranslated: true)
        ) { request, person in
            let limit = try request.integer("limit", in: 1...100, default: Self.pageSize)
            let before = try request.http.queryValue("before").map { text in
                guard let id = OrderID(text) else {
                    throw Problem.invalidParameter("before", "must be a cursor")
                }
                return id
            }
            // One more order than requested shows whether there is a next page.
            let found = try await services.orders.orders(of: person.id, before: before, limit: limit + 1)
            return try await page(found, limit: limit, in: request.language)
        }
    }

    private var one: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/orders/{order}", access: .employee,
            operation: Operation(
                id: "getOrder", summary: "One of one's own orders.", tag: .orders,
                success: .json("Order"), isTranslated: true, isConditional: true,
                problems: [.unknownOrder])
        ) { request, person in
            let detail = try await services.orders.order(try request.order(), of: person.id)
            return try await response(detail, request)
        }
    }

    private var handoverPicture: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/orders/{order}/handover-code", access: .employee,
            operation: Operation(
                id: "getHandoverPicture",
                summary: "The code with which one gets one's own order, as a QR code.", tag: .orders,
                success: .picture, problems: [.unknownOrder])
        ) { request, person in
            let id = try request.order()
            let order = try await services.orders.order(id, of: person.id).order
            guard let picture = QRCode(HandoverCode(of: order).text) else {
                throw WorkplaceRefusal.unknownOrder(id)
            }
            return .content(Array(picture.svg.utf8), type: "image/svg+xml")
        }
    }

    private var starting: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/orders/{order}/start", access: .employee,
            operation: Operation(
                id: "startOrder",
                summary:
                    "Pays for an order that waits and hands it to the kitchen; repeating it changes nothing.",
                tag: .orders, success: .json("Order"), isTranslated: true,
                problems: [
                    .unknownOrder, .unknownCafe, .cafeClosed, .paused, .soldOut, .notServed, .noPickupWindow,
                    .illegalTransition,
                ])
        ) { request, person in
            let detail = try await services.orders.start(try request.order(), of: person.id)
            return try await response(detail, request)
        }
    }

    private var cancellation: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/orders/{order}/cancellation", access: .employee,
            operation: Operation(
                id: "cancelOrder",
                summary: "Cancels an order that the kitchen has not begun; the money is returned.",
                tag: .orders, parameters: [.ifMatch], success: .json("Order"),
                isTranslated: true,
                problems: [
                    .unknownOrder, .illegalTransition, .cancellationClosed,
                    .staleVersion,
                ])
        ) { request, person in
            let id = try request.order()
            let expectedVersion = try await request.expectedVersion {
                try await services.orders.order(id, of: person.id).order.version
            }
            let detail = try await services.orders.cancel(id, of: person.id, expectedVersion: expectedVersion)
            return try await response(detail, request)
        }
    }

    private func answer(to placed: PlacedOrder, _ request: APIRequest) async throws -> HTTPResponse {
        var answer = try await response(placed.detail, request)
        answer.status = .created
        try answer.fields.add("Location", "/api/v1/orders/\(placed.detail.order.id)")
        if placed.isReplay { try answer.fields.set("Idempotent-Replayed", "true") }
        return answer
    }

    private func response(_ detail: OrderDetail, _ request: APIRequest) async throws -> HTTPResponse {
        let delay = try await services.pace.delay(of: detail)
        var json = JSONWriter(capacity: 2_048)
        json.order(detail, delay: delay, on: try services.campuses.inForce(), in: request.language)
        var response = HTTPResponse.json(json.bytes)
        response.setEntityTag(
            EntityTag(version: detail.order.version, delay: delay, returns: detail.returns.count))
        return response
    }

    private func page(
        _ found: [OrderDetail], limit: Int, in language: WireLanguage
    ) async throws -> HTTPResponse {
        let shown = found.prefix(limit)
        let delays = try await services.pace.delays(of: shown)
        let campus = try services.campuses.inForce()
        var json = JSONWriter(capacity: 4_096)
        json.object { json in
            json.member("orders") { json in
                json.array { json in
                    for (detail, delay) in zip(shown, delays) {
                        json.order(detail, delay: delay, on: campus, in: language)
                    }
                }
            }
            if found.count > limit, let last = shown.last { json.member("next", last.order.id.rawValue) }
        }
        return .json(json.bytes)
    }
}

extension OrderChannel {
    /// The channel of a request's sender: a kiosk, the counter (a kitchen display), the command line, or the pages.
    static func of(_ request: HTTPRequest, _ services: WorkplaceServices) async throws -> OrderChannel {
        let caller = try await Authenticator(sessions: services.sessions).reader(of: request)
        guard case .device(let device)? = caller else { return of(request) }
        switch device.role {
        case .kiosk: return .kiosk
        case .kitchen: return .counter
        default: return of(request)
        }
    }

    /// The command line identifies itself; all other requests of people come from the pages.
    static func of(_ request: HTTPRequest) -> OrderChannel {
        request.fields["User-Agent"]?.hasPrefix("vicinity/") == true ? .terminal : .web
    }
}

extension Operation.ResponseField {
    fileprivate static let location = Operation.ResponseField(
        name: "Location", summary: "The address of the order.")
    static let replayed = Operation.ResponseField(
        name: "Idempotent-Replayed",
        summary: "`true` when the request had been sent before with this key, and nothing was done now.")
}

extension Operation.Parameter {
    static let ifMatch = Operation.Parameter(
        name: "If-Match", place: .header, summary: "The version that was seen, as its ETag.",
        schema: ["type": "string", "pattern": .string(APIRequest.tagsPattern)])
    static let limit = Operation.Parameter(
        name: "limit", place: .query, summary: "How many at most.",
        schema: ["type": "integer", "minimum": 1, "maximum": 100, "default": 20])
    static let before = Operation.Parameter(
        name: "before", place: .query, summary: "The cursor `next` of the page before.")
}
