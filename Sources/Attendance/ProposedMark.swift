public import Essentials

/// A time that a person proposes for a day, as they name it.
public struct ProposedMark: Hashable, Sendable {
    /// When.
    public enum Time: Hashable, Sendable {
        /// An instant.
        case instant(Timestamp)
        /// A time on the wall clock of the day's place, and whether the second one is meant where clocks show it twice.
        case local(CalendarDate, minute: Int, isSecond: Bool?)
    }

    /// What happens at the time.
    public let kind: WorkMark.Kind
    /// The time.
    public let time: Time

    /// Makes a proposal from its parts.
    public init(_ kind: WorkMark.Kind, at time: Time) {
        self.kind = kind
        self.time = time
    }
}

/// What is wrong with the times that are proposed for a day.
public enum ProposalMistake: String, Error, Hashable, Sendable, CaseIterable {
    /// The wall clock skips the time, because clocks go forward.
    case skipped = "time-skipped"
    /// The wall clock shows the time twice, because clocks go back, and nothing says which is meant.
    case twice = "time-twice"
    /// The time is not after the one before.
    case order = "not-in-order"
    /// The kind cannot follow the one before.
    case sequence = "not-in-turn"
    /// The first time is not within the day.
    case otherDay = "other-day"
    /// The shift is longer than a shift can be.
    case tooLong = "shift-too-long"
    /// The time is in the future.
    case future
    /// Another day counts the time already.
    case overlap = "overlaps"
    /// A shift has no clock-out.
    case noEnd = "no-clock-out"
}

/// A mistake, and the number of the time that it is about.
public struct ProposalRefusal: Error, Hashable, Sendable {
    /// What is wrong.
    public let mistake: ProposalMistake
    /// The number of the time, from 0.
    public let index: Int
}

extension WorkDay {
    /// How many times a day has at most.
    public static let marksAtMost = 40

    /// Turns proposed times into those of a day.
    ///
    /// Every shift must be whole: in, breaks and back, out. An empty list says that nothing counts.
    ///
    /// - Parameters:
    ///   - proposed: The times.
    ///   - site: The place.
    ///   - zone: The zone of the place.
    ///   - neighbours: The days around this one, whose shifts must not overlap with the times.
    ///   - now: The present time.
    /// - Returns: The times; those that were punched name their punch.
    /// - Throws: ``ProposalRefusal`` with the first mistake.
    public func marks(
        from proposed: [ProposedMark], at site: SiteID, in zone: Zone, neighbours: [WorkDay], now: Timestamp
    ) throws(ProposalRefusal) -> [WorkMark] {
        var marks: [WorkMark] = []
        var start: Timestamp?
        for (index, proposal) in proposed.enumerated() {
            let time: Timestamp
            do throws(ProposalMistake) {
                let wanted = try proposal.instant(in: zone)
                time = punch(proposal, at: wanted)?.time ?? wanted
                try Self.check(proposal.kind, at: time, after: marks.last, shift: start, now: now)
                if marks.isEmpty, Self.date(at: time, in: zone, starting: starts) != date {
                    throw .otherDay
                }
            } catch {
                throw ProposalRefusal(mistake: error, index: index)
            }
            if proposal.kind == .in, start == nil { start = time }
            if proposal.kind == .out { start = nil }
            marks.append(
                punch(proposal, at: time)
                    ?? WorkMark(proposal.kind, at: time, site: site, zone: zone, dayStarts: starts))
        }
        if start != nil { throw ProposalRefusal(mistake: .noEnd, index: marks.count - 1) }
        if let index = Self.overlap(of: marks, with: neighbours, now: now) {
            throw ProposalRefusal(mistake: .overlap, index: index)
        }
        return marks
    }

    private static func check(
        _ kind: WorkMark.Kind, at time: Timestamp, after last: WorkMark?, shift start: Timestamp?,
        now: Timestamp
    ) throws(ProposalMistake) {
        if let last, time <= last.time { throw .order }
        if time > now { throw .future }
        if let start, start.duration(to: time) > WorkShift.longest { throw .tooLong }
        let allowed: [WorkMark.Kind] =
            switch last?.kind {
            case nil, .out?: [.in]
            case .in?: [.break, .out]
            case .break?: [.in, .out]
            }
        guard allowed.contains(kind) else { throw .sequence }
    }

    /// The punch of the day that a proposal keeps: one of the same time, or of the same minute where clocks show no seconds.
    private func punch(_ proposal: ProposedMark, at time: Timestamp) -> WorkMark? {
        let minute = if case .local = proposal.time { true } else { false }
        return punched.lazy.flatMap(\.marks).first { mark in
            let ahead = time.duration(to: mark.time)
            return mark.kind == proposal.kind
                && (mark.time == time || minute && ahead > .zero && ahead < .seconds(60))
        }
    }

    /// The number of the first time that a shift of another day covers.
    private static func overlap(of marks: [WorkMark], with others: [WorkDay], now: Timestamp) -> Int? {
        let own = WorkShift.shifts(of: marks)
        let taken = others.flatMap(\.shifts).map { ($0.start, $0.marks[$0.marks.count - 1].time) }
        var index = 0
        for shift in own {
            let end = shift.marks[shift.marks.count - 1].time
            if taken.contains(where: {
                $0.0 < end && shift.start < $0.1 || (shift.start..<end).contains($0.0)
            }) {
                return index
            }
            index += shift.marks.count
        }
        return nil
    }
}

extension ProposedMark {
    fileprivate func instant(in zone: Zone) throws(ProposalMistake) -> Timestamp {
        switch time {
        case .instant(let instant): return instant
        case .local(let date, let minute, let isSecond):
            let found = zone.instants(atMinute: minute, of: date)
            guard let first = found.first, let last = found.last else { throw .skipped }
            if found.count == 1 { return first }
            guard let isSecond else { throw .twice }
            return isSecond ? last : first
        }
    }
}

extension Zone {
    /// The instants at which wall clocks show a time of a date: none where clocks skip it, two where they show it twice.
    package func instants(atMinute minute: Int, of date: CalendarDate) -> [Timestamp] {
        let local = Int64(date.daysSinceEpoch) * 86_400_000 + Int64(minute) * 60_000
        let around = [local - 86_400_000, local + 86_400_000].map { Timestamp(millisecondsSinceEpoch: $0) }
        let candidates = Set(around.map { local - Int64(secondsFromUTC(at: $0)) * 1_000 })
        return candidates.sorted().map { Timestamp(millisecondsSinceEpoch: $0) }
            .filter { dateAndMinute(at: $0) == (date, minute) }
    }
}
