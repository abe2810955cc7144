public import Essentials

extension Cafe {
    /// Checks that the café takes orders at an instant.
    ///
    /// - Throws: ``OrderRefusal/cafeClosed(opensAt:)`` with the next opening, if there is one.
    public func checkOpen(at instant: Timestamp) throws(OrderRefusal) {
        guard !openingHours.isOpen(at: instant, in: zone) else { return }
        guard case .opens(let opening) = openingHours.nextChange(after: instant, in: zone) else {
            throw .cafeClosed(opensAt: nil)
        }
        throw .cafeClosed(opensAt: opening)
    }

    /// Returns the café's service day at an instant; keep it for as long as it contains the present.
    public func serviceDay(at instant: Timestamp) -> ServiceDay {
        ServiceDay(at: instant, in: zone, startingAtHour: dayBoundaryHour)
    }
}
