/// A time zone of the IANA database, such as `America/Montevideo`.
///
/// It converts between instants and times on a wall clock. The rules come from ICU through Foundation.
public struct Zone: Hashable, Sendable {
    /// The identifier as given.
    public let identifier: String
    private let offsets: ZoneOffsets

    /// Accepts `UTC` and the area-and-place identifiers that the database knows; abbreviations such as `CET` are
    /// refused because they do not name one place's rules.
    public init?(_ identifier: String) {
        guard identifier == "UTC" || identifier.contains("/"), let offsets = ZoneOffsets.named(identifier)
        else { return nil }
        self.identifier = identifier
        self.offsets = offsets
    }

    /// Coordinated universal time.
    public static let utc: Zone = {
        guard let zone = Zone("UTC") else { preconditionFailure("Foundation has no UTC") }
        return zone
    }()

    /// Zones are equal when their identifiers are.
    public static func == (left: Zone, right: Zone) -> Bool { left.identifier == right.identifier }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// Returns how far wall clocks of the zone are ahead of UTC at an instant, in seconds.
    ///
    /// - Complexity: O(log *n*) in the number of the zone's clock changes from 1970 to 2099; outside of these years ICU is asked.
    public func secondsFromUTC(at instant: Timestamp) -> Int { offsets.seconds(at: instant) }

    /// Returns the date that calendars in the zone show at an instant.
    public func date(at instant: Timestamp) -> CalendarDate {
        let local = wallClock(at: instant)
        return CalendarDate(daysSinceEpoch: Int((local - local.modulo(86_400_000)) / 86_400_000))
    }

    /// Returns the date and the minutes since 00:00 that wall clocks of the zone show at an instant.
    public func dateAndMinute(at instant: Timestamp) -> (date: CalendarDate, minute: Int) {
        let local = wallClock(at: instant)
        let time = local.modulo(86_400_000)
        return (
            CalendarDate(daysSinceEpoch: Int((local - time) / 86_400_000)), Int(time / 60_000)
        )
    }

    /// Returns the first instant at which wall clocks show a time of a date, or a later time.
    ///
    /// For a time that occurs twice, this is the earlier instant; for a skipped time, it is the instant of
    /// the skip.
    ///
    /// - Parameters:
    ///   - minute: Minutes of the wall clock since 00:00; may be 1,440 and more, which means the next day.
    ///   - date: The date.
    /// - Returns: The instant.
    public func firstInstant(atMinute minute: Int, of date: CalendarDate) -> Timestamp {
        let local = Int64(date.daysSinceEpoch) * 86_400_000 + Int64(minute) * 60_000
        let before = Timestamp(millisecondsSinceEpoch: local - 86_400_000)
        let after = Timestamp(millisecondsSinceEpoch: local + 86_400_000)
        let (early, late) = (secondsFromUTC(at: before), secondsFromUTC(at: after))
        func candidate(_ offset: Int) -> Timestamp? {
            let instant = Timestamp(millisecondsSinceEpoch: local - Int64(offset) * 1_000)
            return wallClock(at: instant) == local ? instant : nil
        }
        let first = candidate(early)
        let second = early == late ? nil : candidate(late)
        if let first, let second { return min(first, second) }
        return first ?? second ?? skip(between: before, and: after)
    }

    /// The time on the wall clock, in milliseconds since 1970 as if it were UTC.
    private func wallClock(at instant: Timestamp) -> Int64 {
        instant.millisecondsSinceEpoch + Int64(secondsFromUTC(at: instant)) * 1_000
    }

    /// Finds the instant between two others at which the offset changes, by binary search.
    private func skip(between start: Timestamp, and end: Timestamp) -> Timestamp {
        let before = secondsFromUTC(at: start)
        var low = start.millisecondsSinceEpoch
        var high = end.millisecondsSinceEpoch
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if secondsFromUTC(at: Timestamp(millisecondsSinceEpoch: middle)) == before {
                low = middle
            } else {
                high = middle
            }
        }
        return Timestamp(millisecondsSinceEpoch: high)
    }
}

extension Zone: CustomStringConvertible {
    /// The identifier.
    public var description: String { identifier }
}
