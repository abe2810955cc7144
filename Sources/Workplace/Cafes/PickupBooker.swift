import Essentials
import Ordering

/// Books room of a café's pickup windows.
///
/// All ways to order go through it, so each window has one counter. It is changed in the transaction that stores the hold or
/// the order.
struct PickupBooker: Sendable {
    let cafe: Cafe
    let rules: PickupRules
    /// The windows that have not ended, in order.
    let windows: [PickupWindow]
    let time: Timestamp
    /// Whether the order is of somebody who stands at the counter, for whom rooms are kept.
    var isWalkUp = false

    /// What can be booked now, without the holds that have expired.
    func plan(in reading: ReadTransaction) throws -> PickupPlan {
        let delay = try reading.pace(of: cafe.id, at: time).delay
        let rules = self.rules.delayed(by: delay?.length ?? .zero)
        guard let first = windows.first, let last = windows.last else {
            return PickupPlan(rules: rules, windows: [], taken: [:], now: time, isWalkUp: isWalkUp)
        }
        var taken = try reading.pickupLoads(of: cafe.id, from: first.start, through: last.start)
        for hold in try reading.pickupHolds(of: cafe.id, expiredBy: time) {
            for share in hold.shares { taken[share.start] = (taken[share.start] ?? .none) - share.load }
        }
        return PickupPlan(rules: rules, windows: windows, taken: taken, now: time, isWalkUp: isWalkUp)
    }

    /// What a hold gives an order, without taking any room; `nil` unless it is what somebody asks for, and is in force.
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

    /// Takes the room for some lines, after the holds that have expired gave theirs back.
    ///
    /// - Throws: `OrderRefusal.pickup(_:)` when the choice cannot be had.
    func book(
        _ choice: PickupChoice, for lines: [OrderLine], in transaction: WriteTransaction
    ) throws -> PickupBooking {
        try transaction.releaseHolds(expiredBy: time)
        let plan = try plan(in: transaction)
        let booking: PickupBooking
        do { booking = try plan.booking(for: PickupLoad(of: lines), choice) } catch {
            throw OrderRefusal.pickup(error)
        }
        for share in booking.shares { try transaction.take(share, at: cafe, time: time) }
        return booking
    }
}
