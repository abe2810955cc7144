public import Essentials

/// A time in which a café, a station or a channel takes no orders.
public struct ServicePause: Hashable, Sendable {
    /// The paused part.
    public enum Scope: Hashable, Sendable {
        /// The whole café.
        case cafe
        /// A station; items that other stations make can be ordered.
        case station(StationID)
        /// A channel.
        case channel(OrderChannel)
    }

    /// What takes no orders.
    public let scope: Scope
    /// When it ends, unless the staff resume before.
    public let until: Timestamp

    /// Makes a pause.
    public init(_ scope: Scope, until: Timestamp) {
        self.scope = scope
        self.until = until
    }
}

/// Minutes that a café adds to its promised times.
public struct ServiceDelay: Hashable, Sendable {
    /// The delays that a café can set, in minutes.
    public static let minutes = 1...120

    /// How much longer orders take.
    public let length: Duration
    /// When it ends, unless the staff end it before.
    public let until: Timestamp

    /// Makes a delay.
    public init(_ length: Duration, until: Timestamp) {
        self.length = length
        self.until = until
    }

    /// The length in whole minutes.
    public var wholeMinutes: Int { Int(length.components.seconds / 60) }
}

/// The pauses and the delay of a café.
public struct ServicePace: Hashable, Sendable {
    /// The pace without pauses and delay.
    public static let normal = ServicePace(pauses: [])

    /// The pauses in force.
    public let pauses: [ServicePause]
    /// The delay in force.
    public let delay: ServiceDelay?

    /// Makes a pace.
    public init(pauses: [ServicePause], delay: ServiceDelay? = nil) {
        self.pauses = pauses
        self.delay = delay
    }

    /// The end of the pause of a channel, or of the whole café; `nil` when neither is paused.
    public func pauseEnd(of channel: OrderChannel) -> Timestamp? {
        pauses.filter { $0.scope == .cafe || $0.scope == .channel(channel) }.map(\.until).max()
    }

    /// The end of a station's pause; `nil` when it is not paused.
    public func pauseEnd(of station: StationID) -> Timestamp? {
        pauses.first { $0.scope == .station(station) }?.until
    }

    /// Checks that the café takes orders of a channel.
    ///
    /// - Throws: `OrderRefusal.paused(until:items:)`
    public func check(_ channel: OrderChannel) throws(OrderRefusal) {
        if let until = pauseEnd(of: channel) { throw .paused(until: until, items: []) }
    }

    /// Checks that an order can be taken.
    ///
    /// - Parameters:
    ///   - lines: The lines of the order.
    ///   - channel: The program that places it.
    /// - Throws: `OrderRefusal.paused(until:items:)`
    public func check(_ lines: [OrderLine], by channel: OrderChannel) throws(OrderRefusal) {
        try check(channel)
        let paused = lines.filter { pauseEnd(of: $0.station) != nil }
        guard let until = paused.compactMap({ pauseEnd(of: $0.station) }).max() else { return }
        throw .paused(until: until, items: paused.map(\.item))
    }
}

extension BasketRepricing {
    /// The outcomes, with the lines of paused stations marked.
    public func marking(_ pace: ServicePace) -> BasketRepricing {
        BasketRepricing(
            outcomes: outcomes.map { outcome in
                switch outcome {
                case .unchanged(let line), .priceChanged(_, let line):
                    pace.pauseEnd(of: line.station).map { .paused(until: $0) } ?? outcome
                case .missing, .choicesMissing, .soldOut, .notServed, .paused, .refused: outcome
                }
            })
    }
}
