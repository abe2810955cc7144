import Essentials
import Ordering

/// Books capacity of a café's pickup windows.
///
/// All channels use it, so each window has one counter. The counter changes in the transaction that stores the hold or the
/// order.
struct PickupBooker: Sendable {
    let cafe: Cafe
    let rules: PickupRules
    /// The windows that have not ended, in order.
    let windows: [PickupWindow]
    let time: Timestamp
    /// Whether the person waits in the café; capacity is reserved for walk-ups (C65).
    var isWalkUp = false

    /// The present bookings and rules, without expired holds.
    ///
    /// What `own` takes is free, because the basket that asks holds it.
    func plan(in reading: ReadTransaction, besides own: PickupHold? = nil) throws -> PickupPlan {
        var free = try reading.pickupHolds(of: cafe.id, expiredBy: time)
        if let own, own.cafe == cafe.id, own.expiresAt > time { free.append(own) }
        return try plan(in: reading, without: free)
    }

    private func plan(in reading: ReadTransaction, without free: [PickupHold]) throws -> PickupPlan {
        let delay = try reading.delay(of: cafe.id, at: time)
        let rules = self.rules.delayed(by: delay?.length ?? .zero)
        guard let first = windows.first, let last = windows.last else {
            return PickupPlan(rules: rules, windows: [], taken: [:], now: time, isWalkUp: isWalkUp)
        }
        var taken = try reading.pickupLoads(of: cafe.id, from: first.start, through: last.start)
        for hold in free {
            for share in hold.shares { taken[share.start] = (taken[share.start] ?? .none) - share.load }
        }
        return PickupPlan(rules: rules, windows: windows, taken: taken, now: time, isWalkUp: isWalkUp)
    }

    /// The booking that a hold gives an order; `nil` unless the hold is in force and matches the choice and the lines.
    func booking(
        of hold: PickupHold, as choice: PickupChoice, for lines: [OrderLine], in reading: ReadTransaction
    ) throws -> PickupBooking? {
        guard hold.cafe == cafe.id, hold.expiresAt > time,
            choice == (hold.isSoonest ? .soonest : .window(hold.start)),
            hold.shares.map(\.load).reduce(.none, +) == PickupLoad(of: lines)
        else { return nil }
        return try plan(in: reading).booking(
            holding: hold.shares, from: hold.start, isSoonest: hold.isSoonest)
    }

    /// Releases expired holds and books the capacity for some lines.
    ///
    /// - Parameters:
    ///   - choice: When the person wants the order.
    ///   - lines: The lines of the order.
    ///   - expired: All expired holds that are not released yet.
    ///   - transaction: The transaction of the order or the hold.
    /// - Returns: The booking, which is stored in the counters of its windows.
    /// - Throws: `OrderRefusal.pickup(_:)` when the choice is not available.
    func book(
        _ choice: PickupChoice, for lines: [OrderLine], releasing expired: [PickupHold],
        in transaction: WriteTransaction
    ) throws -> PickupBooking {
        for hold in expired { try transaction.release(hold, at: time) }
        // All expired holds are released already.
        let plan = try plan(in: transaction, without: [])
        let booking: PickupBooking
        do { booking = try plan.booking(for: PickupLoad(of: lines), choice) } catch {
            throw OrderRefusal.pickup(error)
        }
        for share in booking.shares {
            let taken = plan.taken[share.start] ?? .none
            try transaction.set(taken + share.load, of: share.start, at: cafe, time: time)
        }
        return booking
    }
}
