import Essentials
import JSON
import Ordering

// Pickup windows.
extension CampusDecoder {
    /// Reads how a café divides its hours into pickup windows.
    ///
    /// - Returns: The rules, or `.some(nil)` for a café without windows; `nil` after a mistake.
    func pickupRules(_ member: JSONReader, stations: Declarations) -> PickupRules?? {
        guard let reader = member.optional else { return .some(nil) }
        reader.refuseMembers(except: [
            "minutes", "leadMinutes", "holdMinutes", "orders", "items", "workMinutes",
            "walkUpMinutes",
        ])
        let minutes = reader["minutes"].integer(in: 1...240)
        let lead = reader["leadMinutes"].optional.map { $0.integer(in: 0...240) } ?? 0
        let hold = reader["holdMinutes"].optional.map { $0.integer(in: 1...60) } ?? 5
        let walkUp = reader["walkUpMinutes"].optional.map { $0.integer(in: 1...240) }
        if let walkUp = walkUp ?? nil, let minutes, walkUp < minutes {
            reader["walkUpMinutes"].note(.value, "must not be shorter than a window")
        }
        let capacity = pickupCapacity(reader, stations: stations)
        guard let minutes, let lead, let hold, walkUp != .some(nil), let capacity else { return nil }
        return PickupRules(
            interval: .seconds(60 * minutes), leadTime: .seconds(60 * lead), holdTime: .seconds(60 * hold),
            capacity: capacity, walkUpWait: (walkUp ?? nil).map { .seconds(60 * $0) })
    }

    /// Reads how a café hands orders over; a café that says nothing waits for ever and asks for no code.
    func handoverRules(_ member: JSONReader) -> HandoverRules? {
        guard let reader = member.optional else { return HandoverRules() }
        reader.refuseMembers(except: [
            "code", "passConfirms", "remindMinutes", "giveUpMinutes", "refundPercent",
        ])
        let code = reader["code"].optional.map { $0.boolean() } ?? false
        let passConfirms = reader["passConfirms"].optional.map { $0.boolean() } ?? false
        let remind = minutes(reader["remindMinutes"])
        let giveUp = minutes(reader["giveUpMinutes"])
        let percent = reader["refundPercent"].optional.map { $0.integer(in: 0...100) } ?? 0
        guard let code, let passConfirms, let remind, let giveUp, let percent else { return nil }
        if let remind, let giveUp, giveUp <= remind {
            reader["giveUpMinutes"].note(.value, "must be above remindMinutes")
            return nil
        }
        if giveUp == nil, reader["refundPercent"].optional != nil {
            reader["refundPercent"].note(.value, "needs giveUpMinutes")
            return nil
        }
        return HandoverRules(
            requiresCode: code, isConfirmedAtPass: passConfirms,
            reminder: remind.map { .seconds(60 * $0) }, limit: giveUp.map { .seconds(60 * $0) },
            refundPercent: percent)
    }

    /// Reads minutes of a day; `.some(nil)` when there are none, and `nil` after a mistake.
    private func minutes(_ member: JSONReader) -> Int?? {
        guard let reader = member.optional else { return .some(nil) }
        return reader.integer(in: 1...1_440).map(Optional.some)
    }

    /// Reads what a window holds; at least one limit is needed.
    private func pickupCapacity(_ reader: JSONReader, stations: Declarations) -> PickupCapacity? {
        let orders = reader["orders"].optional
        let items = reader["items"].optional
        let work = reader["workMinutes"].optional
        guard orders != nil || items != nil || work != nil else {
            reader.note(.value, "must limit orders, items or workMinutes")
            return nil
        }
        let most = 0...100_000
        let limits = (
            orders?.integer(in: most), items?.integer(in: most),
            work.map { workMinutes($0, stations: stations) }
        )
        // A limit that is there and cannot be read has been noted.
        guard (orders == nil) == (limits.0 == nil), (items == nil) == (limits.1 == nil),
            let minutes = limits.2 ?? [:]
        else { return nil }
        return PickupCapacity(orders: limits.0, items: limits.1, workMinutes: minutes)
    }

    private func workMinutes(_ reader: JSONReader, stations: Declarations) -> [StationID: Int]? {
        let limits = reader.members { name, reader -> (StationID, Int)? in
            let identifier: StationID? = reader.identifier(named: name)
            let station = identifier.flatMap { stations.resolve($0, at: reader, "a station of this café") }
            let minutes = reader.integer(in: 0...100_000)
            guard let station, let minutes else { return nil }
            return (station, minutes)
        }
        return limits.map { Dictionary($0) { first, _ in first } }
    }
}
