public import Essentials

/// How long a ticket has been in the kitchen, in steps that a display can colour.
public enum AgeLevel: String, CaseIterable, Hashable, Sendable {
    /// It came lately.
    case fresh
    /// It should be finished soon.
    case ageing
    /// It should have been finished.
    case late
}

/// The ages at which a ticket's level changes.
public struct AgeThresholds: Hashable, Sendable {
    /// From this age a ticket is ageing.
    public let ageing: Duration
    /// From this age a ticket is late.
    public let late: Duration

    /// Makes thresholds; five and eight minutes are what most kitchens begin with.
    ///
    /// - Parameters:
    ///   - ageing: The age from which a ticket is ageing.
    ///   - late: The age from which a ticket is late.
    public init(ageing: Duration = .seconds(300), late: Duration = .seconds(480)) {
        self.ageing = ageing
        self.late = late
    }

    /// Returns the level of an age.
    public func level(of age: Duration) -> AgeLevel {
        if age >= late { return .late }
        return age >= ageing ? .ageing : .fresh
    }
}

extension Ticket {
    /// Returns how long ago the ticket was released; it is the same on every screen and a recall does not change it.
    public func age(at now: Timestamp) -> Duration { releasedAt.duration(to: now) }
}
