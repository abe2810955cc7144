public import Essentials
public import Ordering

/// Predicts when the tickets of a kitchen are ready, from the work in its line.
///
/// Each station has some hands. Tickets are made in the order of the line, raised ones first, and each item takes the first
/// hand of its station that is free. What a ticket is quoted is calibrated afterwards by ``QuoteCalibration``, so the forecast
/// needs the right shape and not the right speed.
public struct KitchenForecast: Sendable {
    /// The shortest time that something unfinished still needs.
    private static let leastRest = Duration.seconds(60)

    /// The present time.
    public let now: Timestamp
    /// When each ticket of the line is expected to be ready.
    public private(set) var forecasts: [TicketID: ReadyForecast] = [:]
    private let handCounts: [StationID: Int]
    private var hands: [StationID: StationHands] = [:]

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
        let order = line.sorted { left, right in
            (left.startedAt == nil ? 1 : 0, left.isRaised ? 0 : 1, left.releasedAt, left.id.rawValue)
                < (
                    right.startedAt == nil ? 1 : 0, right.isRaised ? 0 : 1, right.releasedAt,
                    right.id.rawValue
                )
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
        var empty: [StationID: StationHands] = [:]
        let own = now.duration(to: finish(work, startedAt, by: &empty))
        let whole = now.duration(to: finish(work, startedAt, by: &hands))
        return ReadyForecast(own: own, ahead: max(.zero, whole - own))
    }

    private func finish(
        _ work: [StationWork], _ startedAt: Timestamp?, by hands: inout [StationID: StationHands]
    ) -> Timestamp {
        let elapsed = startedAt.map { max(.zero, $0.duration(to: now)) } ?? .zero
        var ready = now.advanced(by: Self.leastRest)
        for part in work {
            let rest = max(Self.leastRest, .seconds(60 * part.minutes) - elapsed)
            let end = hands[part.station, default: StationHands(count: handCounts[part.station] ?? 1)]
                .take(part.quantity, each: rest, from: now)
            ready = max(ready, end)
        }
        return ready
    }
}

extension PickupRules {
    /// How many items each station makes at a time: its minutes of work in a window, by the minutes of the window.
    public var hands: [StationID: Int] {
        let minutes = max(1, Int(interval.components.seconds / 60))
        return capacity.workMinutes.mapValues { max(1, ($0 + minutes / 2) / minutes) }
    }
}
