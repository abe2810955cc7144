import HTTPCore
import JSON
import Ordering

// Pickup windows.
extension ProblemKind {
    static let pickupNotOffered = ProblemKind(
        .conflict, "pickup-not-offered", title: "No pickup windows",
        "The café takes orders for as soon as possible only. Leave pickup out.")
    static let unknownPickupWindow = ProblemKind(
        .conflict, "unknown-pickup-window", title: "Unknown pickup window",
        "No pickup window of the café begins at that time; GET /api/v1/cafes/{cafe}/windows lists those that there are."
    )
    static let pickupWindowOver = ProblemKind(
        .conflict, "pickup-window-over", title: "Too late for the pickup window",
        "The order cannot be ready in time for the window. Nothing was charged; next names later ones.")
    static let pickupWindowFull = ProblemKind(
        .conflict, "pickup-window-full", title: "The pickup window is full",
        "The order does not fit the window any more. Nothing was charged; next names windows with room.")
    static let noPickupWindow = ProblemKind(
        .conflict, "no-pickup-window", title: "No pickup window is left",
        "No window that can still be reached has room for the order. Nothing was charged.")
    static let cancellationClosed = ProblemKind(
        .conflict, "cancellation-closed", title: "Too late to cancel",
        "It is time to prepare the order, so it can no longer be cancelled; since says from when on.")

    static let pickups = [
        pickupNotOffered, unknownPickupWindow, pickupWindowOver, pickupWindowFull, noPickupWindow,
        cancellationClosed,
    ]
}

extension Problem {
    init(_ refusal: PickupRefusal) {
        let (kind, detail): (ProblemKind, String) =
            switch refusal.reason {
            case .notOffered: (.pickupNotOffered, "The café has no pickup windows.")
            case .unknown: (.unknownPickupWindow, "No pickup window of the café begins then.")
            case .over: (.pickupWindowOver, "It is too late for this pickup window. Nothing was charged.")
            case .full: (.pickupWindowFull, "The pickup window is full. Nothing was charged.")
            case .noneLeft: (.noPickupWindow, "No pickup window has room for the order. Nothing was charged.")
            }
        var next = JSONWriter()
        next.windows(refusal.next)
        let members: [(name: String, value: Member)] =
            refusal.next.isEmpty ? [] : [("next", .json(next.bytes))]
        self.init(kind, detail: detail, members: members)
    }
}
