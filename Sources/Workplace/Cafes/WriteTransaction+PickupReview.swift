import Essentials
import Ordering

/// A booked window that needs a notice.
private struct PickupFinding {
    let cafe: Cafe
    let window: ReadTransaction.BookedWindow
    let review: PickupReview
}

extension ReadTransaction {
    /// Whether a review of the booked windows would find something new.
    func hasPickupsToReview(on campus: Campus, at time: Timestamp) throws -> Bool {
        try !pickupFindings(on: campus, at: time).isEmpty
    }

    /// The changes of booked windows since the booking or the last review.
    fileprivate func pickupFindings(on campus: Campus, at time: Timestamp) throws -> [PickupFinding] {
        try campus.cafes.flatMap { cafe in
            try bookedWindows(of: cafe.id, after: time).compactMap { window in
                let review = PickupReview(
                    start: window.start, offset: window.offset, load: window.load, at: cafe)
                guard review.hasMoved || review.isOverfull != window.isOverfull else { return nil }
                return PickupFinding(cafe: cafe, window: window, review: review)
            }
        }
    }
}

extension WriteTransaction {
    /// Compares the booked windows with the rules of a campus, after a change of the rules or of the system's zones.
    ///
    /// Notifies the managers and the expo of a café of each overfull window (C61), and the people whose orders now have another
    /// time on the café's clock (C52). Each change is notified once.
    func reviewPickups(on campus: Campus, at time: Timestamp) throws {
        for finding in try pickupFindings(on: campus, at: time) {
            let (cafe, start) = (finding.cafe, finding.window.start)
            if finding.review.hasMoved { try tellMoved(start, at: cafe, time: time) }
            if finding.review.isOverfull, !finding.window.isOverfull {
                try warnStaff(of: cafe, on: campus, about: start, time: time)
            }
            try note(
                start, of: cafe.id, offset: cafe.zone.secondsFromUTC(at: start),
                isOverfull: finding.review.isOverfull)
        }
    }

    private func tellMoved(_ start: Timestamp, at cafe: Cafe, time: Timestamp) throws {
        for id in try bookedOrders(of: cafe.id, after: start) {
            guard let order = try order(id), order.pickup?.start == start,
                order.stage == .accepted || order.stage == .preparing
            else { continue }
            let subject = NoticeSubject.order(order.id, number: order.number, cafe: order.cafe)
            try notify(order.diner, .windowMoved, about: subject, at: time)
        }
    }

    private func warnStaff(of cafe: Cafe, on campus: Campus, about start: Timestamp, time: Timestamp) throws {
        for person in campus.people
        where person.holds(.manager, at: cafe.id) || person.holds(.expo, at: cafe.id) {
            try notify(person.id, .windowOverfull, about: .window(cafe.id, at: start), at: time)
        }
    }
}
