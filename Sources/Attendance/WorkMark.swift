public import Essentials

/// A time at which work begins, pauses or ends.
///
/// It comes from a punch, or from a correction of a day that an approver accepted.
public struct WorkMark: Hashable, Sendable {
    /// What happens at the time.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Work begins, or goes on after a break.
        case `in`
        /// A break begins.
        case `break`
        /// Work ends.
        case out
    }

    /// What happens.
    public let kind: Kind
    /// When.
    public let time: Timestamp
    /// Where.
    public let site: SiteID
    /// The zone in force there.
    public let zone: Zone
    /// The punch that it comes from; `nil` for a time that only a correction names.
    public let punch: PunchID?
    /// How far wall clocks were ahead of UTC, in seconds, as a closed month keeps it; `nil` asks the zone.
    public let keptOffset: Int?
    /// When days begin at the place.
    public let dayStarts: DayStarts

    /// Makes a mark from its parts.
    ///
    /// - Parameters:
    ///   - kind: What happens.
    ///   - time: When.
    ///   - site: Where.
    ///   - zone: The zone in force there.
    ///   - punch: The punch that it comes from.
    ///   - keptOffset: How far wall clocks were ahead of UTC, in seconds; `nil` asks the zone.
    ///   - dayStarts: When days begin at the place.
    public init(
        _ kind: Kind, at time: Timestamp, site: SiteID, zone: Zone, punch: PunchID? = nil,
        keptOffset: Int? = nil, dayStarts: DayStarts = .standard
    ) {
        self.kind = kind
        self.time = time
        self.site = site
        self.zone = zone
        self.punch = punch
        self.keptOffset = keptOffset
        self.dayStarts = dayStarts
    }

    /// The same mark at a place whose days begin at other hours.
    public func startingDays(_ starts: DayStarts) -> WorkMark {
        WorkMark(
            kind, at: time, site: site, zone: zone, punch: punch, keptOffset: keptOffset, dayStarts: starts)
    }

    /// Makes the mark of a punch.
    public init(_ punch: Punch) {
        self.init(punch.mark, at: punch.time, site: punch.site, zone: punch.zone, punch: punch.id)
    }

    /// How far wall clocks of the place are ahead of UTC at the time, in seconds.
    public var offset: Int { keptOffset ?? zone.secondsFromUTC(at: time) }
    /// The time on the wall clock of the place, with its difference from UTC.
    public var localText: String { time.localText(aheadOfUTC: offset) }

    /// The whole seconds of the time, by which durations are counted, so that sums are exact.
    public var second: Int64 { time.millisecondsSinceEpoch.quotient(1_000) }
}

extension Int64 {
    /// The quotient rounded down, also for negative numbers.
    fileprivate func quotient(_ divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
