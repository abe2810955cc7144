import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// The pickup windows of cafés, and the window that the signed-in person's basket holds.
struct PickupRoutes: Sendable {
    let services: WorkplaceServices

    var routes: [APIRoute] { [windows, holding, releasing] }

    private var windows: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/cafes/{cafe}/windows",
            operation: Operation(
                id: "listPickupWindows",
                summary: "A café's pickup windows of the next hours, and how full each one is.", tag: .cafes,
                success: .json("PickupTimetable"), problems: [.unknownCafe])
        ) { request in
            let cafe = try services.orders.cafe(try request.cafe()).cafe
            let timetable = try await services.pickups.timetable(of: cafe)
            var json = JSONWriter(capacity: 8_192)
            json.pickupTimetable(timetable, at: cafe)
            return .json(json.bytes)
        }
    }

    private var holding: APIRoute {
        APIRoute(
            method: .put, pattern: "/api/v1/pickup-hold", access: .employee,
            operation: Operation(
                id: "holdPickup",
                summary:
                    "Holds a pickup window for a basket for some minutes, in place of the one that it held.",
                tag: .orders, body: "PickupHoldRequest", success: .json("PickupHold"),
                problems: [
                    .unknownCafe, .cafeClosed, .invalidBasket, .pickupNotOffered, .unknownPickupWindow,
                    .pickupWindowOver, .pickupWindowFull, .noPickupWindow,
                ])
        ) { request, person in
            let body = try request.body(PickupHoldBody.init)
            let (hold, cutoff) = try await services.pickups.hold(
                body.pickup, for: body.basket, at: body.cafe, by: person.id)
            var json = JSONWriter()
            json.pickupHold(hold, cancelBefore: cutoff)
            return .json(json.bytes)
        }
    }

    private var releasing: APIRoute {
        APIRoute(
            method: .delete, pattern: "/api/v1/pickup-hold", access: .person,
            operation: Operation(
                id: "releasePickup",
                summary: "Releases the pickup window that your basket holds, if it holds one.",
                tag: .orders, success: .empty)
        ) { _, person in
            try await services.pickups.release(of: person.id)
            return HTTPResponse(.noContent)
        }
    }
}

/// The body of a request that holds a pickup window.
struct PickupHoldBody {
    let cafe: CafeID
    let basket: Basket
    let pickup: PickupChoice

    init?(_ reader: JSONReader) {
        let cafe = reader["cafe"].identifier(CafeID.init)
        let lines = reader["lines"].array { BasketLine($0, allowing: []) }
        let pickup = reader["pickup"].optional.map { $0.pickupChoice() } ?? .soonest
        reader.refuseUnknownMembers(except: ["cafe", "lines", "pickup"])
        guard let cafe, let lines, let pickup else { return nil }
        self.cafe = cafe
        basket = Basket(lines: lines)
        self.pickup = pickup
    }
}

extension JSONReader {
    /// Reads the word for the first window, or the instant at which a window begins.
    func pickupChoice() -> PickupChoice? {
        text(
            as: { text in text == "soonest" ? .soonest : Timestamp(text).map(PickupChoice.window) },
            "must be soonest, or a date-time of RFC 3339")
    }
}
