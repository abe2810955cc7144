public import Essentials
public import Ordering

/// Predicts when the tickets of a kitchen are ready, from the work in its line.
///
/// Each station has some hands. Tickets are made in the order of the line, raised ones first, and each item takes the first
/// hand of its station that is free. What a ticket is quoted is calibrated afterwards by ``QuoteCalibration``, so the forecast
/// needs the right shape and not the right speed.
public struct KitchenForecast: Sendable {
    /// The shortest time that something unfinished still needs.
    private static let leastRest: Int64 = 60_000

    /// The present time.
    public let now: Timestamp
    /// When each ticket of the line is expected to be ready.
    public private(set) var forecasts: [TicketID: ReadyForecast] = [:]
    private let handCounts: [StationID: Int]
    /// The stations that have had work.
    ///
    /// A café has a few, which are found sooner one by one than by a hash of their names.
    private var stations: [(id: StationID, hands: StationHands)] = []

    /// Makes the forecast of a line.
    ///
    /// - Parameters:
    ///   - line: The tickets that are in the line, in any order.
    ///   - hands: How many items each station makes at a time; a station that is missing makes one.
    ///   - now: The present time.
    /// - Complexity: O(*n* log *n*) in the number of tickets.
    public init(of line: [QueuedTicket], hands: [StationID: Int] = [:], at now: Timestamp) {
        self.now = now
        handCounts = hands
        forecasts.reserveCapacity(line.count)
        let order = line.sorted { left, right in
            if left.rank != right.rank { return left.rank < right.rank }
            if left.releasedAt != right.releasedAt { return left.releasedAt < right.releasedAt }
            return left.id.rawValue < right.id.rawValue
        }
        for ticket in order { forecasts[ticket.id] = add(ticket.work, startedAt: ticket.startedAt) }
    }

    /// When an order that joins the line now would be ready.
    ///
    /// - Complexity: O(*n*) in the number of items of the order.
    public func forecast(for work: [StationWork]) -> ReadyForecast {
        var copy = self
        return copy.add(work)
    }

    /// Adds an order to the end of the line.
    ///
    /// - Returns: When it is expected to be ready.
    @discardableResult
    public mutating func add(_ work: [StationWork], startedAt: Timestamp? = nil) -> ReadyForecast {
        let elapsed = startedAt.map { max(0, $0.duration(to: now).wholeMilliseconds) } ?? 0
        let own = ownTime(of: work, after: elapsed)
        var whole = Self.leastRest
        for part in work {
            let end = stations[place(of: part.station)].hands
                .take(part.quantity, each: Self.rest(of: part, after: elapsed))
            whole = max(whole, end)
        }
        return ReadyForecast(own: .milliseconds(own), ahead: .milliseconds(max(0, whole - own)))
    }

    /// How many milliseconds the work takes in an empty kitchen.
    private func ownTime(of work: [StationWork], after elapsed: Int64) -> Int64 {
        var longest = Self.leastRest
        for first in work.indices
        where !work[..<first].contains(where: { $0.station == work[first].station }) {
            var hands = StationHands(count: handCounts[work[first].station] ?? 1)
            for index in first..<work.endIndex where work[index].station == work[first].station {
                let part = work[index]
                longest = max(longest, hands.take(part.quantity, each: Self.rest(of: part, after: elapsed)))
            }
        }
        return longest
    }

    private mutating func place(of station: StationID) -> Int {
        if let place = stations.firstIndex(where: { $0.id == station }) { return place }
        stations.append((station, StationHands(count: handCounts[station] ?? 1)))
        return stations.endIndex - 1
    }

    /// How many milliseconds each item still takes, some after its ticket was begun.
    private static func rest(of part: StationWork, after elapsed: Int64) -> Int64 {
        max(leastRest, 60_000 * Int64(part.minutes) - elapsed)
    }
}

extension QueuedTicket {
    /// What comes first in the line: what was begun, and then what has priority.
    fileprivate var rank: Int { (startedAt == nil ? 2 : 0) + (isRaised ? 0 : 1) }
}

extension PickupRules {
    /// How many items each station makes at a time: its minutes of work in a window, by the minutes of the window.
    public var hands: [StationID: Int] {
        let minutes = max(1, Int(interval.components.seconds / 60))
        return capacity.workMinutes.mapValues { max(1, ($0 + minutes / 2) / minutes) }
    }
}
