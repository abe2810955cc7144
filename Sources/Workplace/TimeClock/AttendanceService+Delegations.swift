public import Essentials

/// Why a right to approve is not handed on; nothing has changed.
public enum DelegationRefusal: Error, Hashable, Sendable {
    /// The days are wrong.
    case days(Days)
    /// Nobody stands in for themselves.
    case toSelf
    /// There is no such delegation, or it is over.
    case unknown

    /// What is wrong with the days.
    public enum Days: String, Hashable, Sendable, CaseIterable {
        /// The last day is before the first one.
        case order = "before-the-first"
        /// The last day is over.
        case past
        /// It lasts longer than ``ApprovalDelegation/longestDays``.
        case tooLong = "too-long"
    }
}

extension AttendanceService {
    /// The rights to approve that concern a person: what they handed on, and what was handed to them.
    ///
    /// - Returns: Those that hold or will hold, and whether they hold now.
    /// - Throws: ``WorkplaceRefusal/noCampus``.
    public func delegations(of person: PersonID) throws -> [(delegation: ApprovalDelegation, holds: Bool)] {
        let time = now()
        return try campuses.inForce().delegations
            .filter { ($0.approver == person || $0.delegate == person) && $0.end > time }
            .map { ($0, $0.holds(at: time)) }
    }

    /// Hands an approver's right on until a day.
    ///
    /// - Parameters:
    ///   - delegate: Who decides meanwhile.
    ///   - firstDay: The first day; `nil` for today.
    ///   - lastDay: The last day.
    ///   - approver: Whose right it is; a right that was handed on is not enough.
    ///   - address: Where the request comes from.
    /// - Returns: The delegation, and whether it holds now.
    /// - Throws: ``DelegationRefusal``, ``WorkplaceRefusal/forbidden``, ``WorkplaceRefusal/unknownPerson(_:)``, or the store's
    ///   own error.
    public func delegate(
        to delegate: PersonID, from firstDay: CalendarDate?, until lastDay: CalendarDate,
        by approver: PersonID,
        from address: String
    ) async throws -> (delegation: ApprovalDelegation, holds: Bool) {
        let time = now()
        var generator = SystemRandomNumberGenerator()
        let id = ApprovalDelegationID(at: time, using: &generator)
        let (delegation, directory) = try await store.write { transaction in
            let campus = try campuses.campus(in: transaction)
            guard campus.person(approver)?.roles.contains(.approver) == true else {
                throw WorkplaceRefusal.forbidden
            }
            guard delegate != approver else { throw DelegationRefusal.toSelf }
            guard campus.person(delegate)?.isSuspended == false else {
                throw WorkplaceRefusal.unknownPerson(delegate)
            }
            let zone = try AttendanceMonth.place(of: approver, on: campus, in: transaction).zone
            let today = zone.date(at: time)
            let first = max(firstDay ?? today, today)
            guard lastDay >= today else { throw DelegationRefusal.days(.past) }
            guard lastDay >= first else { throw DelegationRefusal.days(.order) }
            guard lastDay.daysSinceEpoch - first.daysSinceEpoch < ApprovalDelegation.longestDays else {
                throw DelegationRefusal.days(.tooLong)
            }
            let delegation = ApprovalDelegation(
                id: id, approver: approver, delegate: delegate, firstDay: first, lastDay: lastDay, zone: zone,
                start: first == today ? time : zone.firstInstant(atMinute: 0, of: first),
                end: zone.firstInstant(atMinute: 0, of: lastDay.advanced(byDays: 1)))
            try transaction.insert(delegation, at: time)
            try transaction.log(
                SecurityEvent(
                    at: time, .approvalDelegated, by: .person(approver), to: .person(delegate), from: address,
                    detail: "\(first) \(lastDay)"))
            try Self.ask(delegate, aboutWaitingFor: approver, at: time, on: campus, in: transaction)
            return (delegation, try transaction.directory())
        }
        campuses.put(directory)
        return (delegation, delegation.holds(at: time))
    }

    /// Ends a right that was handed on, by the person whose right it is or the one who has it.
    ///
    /// - Throws: ``DelegationRefusal/unknown``, or the store's own error.
    public func endDelegation(
        _ id: ApprovalDelegationID, by person: PersonID, from address: String
    ) async throws {
        let time = now()
        let directory = try await store.write { transaction in
            let found = try transaction.approvalDelegations().first {
                $0.id == id && ($0.approver == person || $0.delegate == person) && $0.end > time
            }
            guard let found else { throw DelegationRefusal.unknown }
            try transaction.end(found, by: person, at: time)
            try transaction.log(
                SecurityEvent(
                    at: time, .delegationEnded, by: .person(person),
                    to: .person(found.approver == person ? found.delegate : found.approver), from: address))
            return try transaction.directory()
        }
        campuses.put(directory)
    }

    /// Tells somebody who begins to stand in about the corrections that wait already.
    private static func ask(
        _ delegate: PersonID, aboutWaitingFor approver: PersonID, at time: Timestamp, on campus: Campus,
        in transaction: WriteTransaction
    ) throws {
        guard let right = campus.person(approver) else { return }
        for waiting in try transaction.waitingDayCorrections()
        where right.holds(.approver, atSite: waiting.site) && ![delegate, approver].contains(waiting.person) {
            try transaction.notify(
                delegate, .correctionAsked, about: .dayCorrection(waiting.id, day: waiting.date), at: time)
        }
    }
}
