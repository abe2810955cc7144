import Cryptography
import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// The counter of a café: walk-up orders, and the handover by code.
struct CounterRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [list, placing, cancellation, handover] }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/counter", access: .kitchen,
            operation: Operation(
                id: "getCounter",
                summary: """
                    The orders of the counter and the kiosks of a café's service day: those that are not handed over first, then the latest.
                    """,
                tag: .kitchen, success: .json("Counter"), isTranslated: true, problems: [.unknownCafe])
        ) { request, principal in
            let cafe = try services.orders.cafe(try request.cafe()).cafe
            let counter = try await services.counter.counter(of: cafe.id, for: principal)
            var json = JSONWriter(capacity: 4_096)
            json.object { json in
                json.member("asOf", counter.asOf)
                json.member("now", counter.time)
                json.member("codeRequired", cafe.handover.requiresCode)
                json.member("pausedUntil", optional: counter.content.pausedUntil)
                json.member("orders") { json in
                    json.array { json in
                        for walkUp in counter.content.walkUps { json.walkUp(walkUp, in: request.language) }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var placing: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/cafes/{cafe}/counter/orders", access: .kitchen,
            operation: Operation(
                id: "placeWalkUp", summary: "Places an order of a guest who has paid at the counter.",
                tag: .kitchen,
                parameters: [
                    .idempotencyKey(
                        "Chosen by the client for each order; the same key orders only once, for 48 hours.")
                ], body: "WalkUpRequest", success: .json("WalkUp", .created), isTranslated: true,
                problems: [
                    .idempotencyKeyRequired, .unknownCafe, .cafeClosed, .paused, .totalChanged,
                    .pickupNotOffered, .unknownPickupWindow, .pickupWindowOver, .pickupWindowFull,
                    .noPickupWindow, .soldOut, .notServed, .invalidBasket, .idempotencyKeyReused,
                    .tooManyOrders,
                ])
        ) { request, principal in
            let cafe = try request.cafe()
            let key = try request.idempotencyKey()
            let body = try request.body(WalkUpBody.init)
            let placed = try await services.counter.place(
                body.basket, at: cafe, expectedTotal: body.expectedTotal, pickup: body.pickup,
                means: body.means, name: body.name, key: key,
                fingerprint: SHA256.digest(of: request.http.body), by: principal)
            var answer = response(placed.walkUp, request)
            answer.status = .created
            if placed.isReplay { try answer.fields.set("Idempotent-Replayed", "true") }
            return answer
        }
    }

    private var cancellation: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/cafes/{cafe}/counter/orders/{order}/cancellation",
            access: .kitchen,
            operation: Operation(
                id: "cancelWalkUp",
                summary:
                    "Cancels an order of the counter or of a kiosk that the kitchen has not begun; the cashier returns what was paid at the counter.",
                tag: .kitchen, parameters: [.ifMatch], body: "WalkUpCancellation", success: .json("WalkUp"),
                isTranslated: true,
                problems: [.unknownCafe, .unknownOrder, .illegalTransition, .staleVersion])
        ) { request, principal in
            let cafe = try request.cafe()
            let id = try request.order()
            let reason = try request.body { reader -> CounterReason? in
                let reason = reader["reason"].text(
                    as: { CounterReason(rawValue: $0) },
                    "must be one of \(CounterReason.allCases.map(\.rawValue).joined(separator: ", "))")
                reader.refuseUnknownMembers(except: ["reason"])
                return reason
            }
            let expectedVersion = try await request.expectedVersion {
                try await services.counter.counter(of: cafe, for: principal).content.walkUps
                    .first { $0.order.id == id }?.order.version ?? 0
            }
            let walkUp = try await services.counter.cancel(
                id, at: cafe, because: reason, expectedVersion: expectedVersion, by: principal)
            return response(walkUp, request)
        }
    }

    private var handover: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/cafes/{cafe}/handovers", access: .kitchen,
            operation: Operation(
                id: "handOverOrder",
                summary:
                    "Hands over the order of a code that its person shows; repeating it changes nothing.",
                tag: .kitchen, body: "HandoverRequest", success: .json("Handover"),
                problems: [.unknownCafe, .wrongHandoverCode, .tooManyCodes, .illegalTransition])
        ) { request, principal in
            let code = try request.body { reader -> String? in
                let code = reader["code"].text(
                    as: { (1...40).contains($0.count) ? $0 : nil }, "must be 1 to 40 characters")
                reader.refuseUnknownMembers(except: ["code"])
                return code
            }
            let order = try await services.counter.handOver(
                code.filter { !$0.isWhitespace && $0 != "-" }, at: try request.cafe(), by: principal)
            var json = JSONWriter()
            json.object { json in
                json.member("number", order.number.description)
                json.member("stage", order.stage.rawValue)
            }
            return .json(json.bytes)
        }
    }

    private func response(_ walkUp: WalkUp, _ request: APIRequest) -> HTTPResponse {
        var json = JSONWriter(capacity: 1_024)
        json.walkUp(walkUp, in: request.language)
        var response = HTTPResponse.json(json.bytes)
        response.setEntityTag(EntityTag(version: Int64(walkUp.order.version)))
        return response
    }
}

/// The body of a request that places a walk-up order.
private struct WalkUpBody {
    let basket: Basket
    let expectedTotal: Money
    let pickup: PickupChoice
    let means: PaymentMeans
    let name: String?

    init?(_ reader: JSONReader) {
        let lines = reader["lines"].array { BasketLine($0, allowing: []) }
        let expectedTotal = reader["expectedTotal"].money()
        let pickup = reader["pickup"].optional.map { $0.pickupChoice() } ?? .soonest
        let means = reader["payment"].meansAtCounter()
        let name = reader["name"].optional.map { $0.nameToCall() }
        reader.refuseUnknownMembers(except: ["lines", "expectedTotal", "pickup", "payment", "name"])
        guard let lines, let expectedTotal, let pickup, let means, name != .some(nil) else { return nil }
        basket = Basket(lines: lines)
        self.expectedTotal = expectedTotal
        self.pickup = pickup
        self.means = means
        self.name = name ?? nil
    }
}

extension JSONWriter {
    fileprivate mutating func walkUp(_ walkUp: WalkUp, in language: WireLanguage) {
        let order = walkUp.order
        object { json in
            json.member("id", order.id.rawValue)
            json.member("ticket", order.id.rawValue)
            json.member("number", order.number.description)
            if let name = walkUp.name { json.member("name", name) }
            json.member("stage", order.stage.rawValue)
            json.member("version", order.version)
            json.member("placedAt", order.placedAt)
            if let pickup = order.pickup { json.member("pickup") { $0.pickup(pickup) } }
            if let until = walkUp.until {
                json.member("until", until)
            } else {
                json.member("payment", order.means.rawValue)
            }
            if let giveBack = walkUp.giveBack { json.member("giveBack", giveBack) }
            json.member("lines") { $0.orderLines(of: order.basket, in: language) }
            json.member("subtotal", order.basket.subtotal)
            json.member("tax", order.basket.tax)
            json.member("total", order.basket.total)
            json.member("taxIncluded", order.basket.taxMode == .included)
        }
    }
}

extension JSONReader {
    /// Reads how a guest paid at the counter.
    func meansAtCounter() -> PaymentMeans? {
        text(as: { word in PaymentMeans.atCounter.first { $0.rawValue == word } }, "must be cash or terminal")
    }
}
