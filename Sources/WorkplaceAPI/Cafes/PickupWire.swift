import Essentials
import JSON
import Ordering
import Workplace

extension JSONWriter {
    /// Writes the pickup windows of a café; a café without windows has an empty list.
    mutating func pickupTimetable(_ timetable: PickupService.Timetable?, at cafe: Cafe) {
        object { json in
            json.member("timeZone", cafe.zone.identifier)
            if let soonest = timetable?.soonest {
                json.member("soonest") { json in
                    json.object { json in
                        json.windowMembers(soonest.window)
                        json.member("readyAt", soonest.readyAt)
                        json.member("isServed", timetable?.serves(at: soonest.readyAt) ?? true)
                        json.member("cancelBefore", optional: timetable?.cutoffOfSoonest)
                    }
                }
            }
            json.member("windows") { json in
                json.array { json in
                    for offer in timetable?.offers ?? [] {
                        json.offer(
                            offer, isServed: timetable?.serves(at: offer.window.start) ?? true,
                            cancelBefore: timetable?.cutoff(of: offer.window))
                    }
                }
            }
            if let timetable { json.member("holdSeconds", timetable.holdTime.components.seconds) }
        }
    }

    /// Writes the hold of a person's basket.
    mutating func pickupHold(_ hold: PickupHold) {
        object { json in
            json.member("cafe", hold.cafe.rawValue)
            json.member("startsAt", hold.start)
            json.member("endsAt", hold.end)
            json.member("isSoonest", hold.isSoonest)
            json.member("expiresAt", hold.expiresAt)
        }
    }

    /// Writes when an order is handed over.
    ///
    /// - Parameters:
    ///   - pickup: The pickup.
    ///   - acceptedAt: When the kitchen got the order; `nil` leaves out the cutoff for cancelling.
    mutating func pickup(_ pickup: OrderPickup, acceptedAt: Timestamp? = nil) {
        object { json in
            json.member("startsAt", pickup.start)
            json.member("endsAt", pickup.end)
            json.member("isSoonest", pickup.isSoonest)
            json.member("cancelBefore", optional: acceptedAt.flatMap { pickup.cutoff(acceptedAt: $0) })
        }
    }

    /// Writes alternative windows.
    mutating func windows(_ windows: [PickupWindow]) {
        array { json in for window in windows { json.object { $0.windowMembers(window) } } }
    }

    private mutating func offer(_ offer: PickupOffer, isServed: Bool, cancelBefore: Timestamp?) {
        object { json in
            json.windowMembers(offer.window)
            json.member("isFree", offer.isFree)
            json.member("isServed", isServed)
            json.member("fill", offer.fill)
            json.member("cancelBefore", optional: cancelBefore)
        }
    }

    private mutating func windowMembers(_ window: PickupWindow) {
        member("startsAt", window.start)
        member("endsAt", window.end)
    }
}
