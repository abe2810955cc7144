import Essentials
public import Kitchen
import Ordering
import Synchronization

/// Quotes when orders are ready, from the work in the kitchens' lines.
///
/// The forecast of a café is made anew at most once a second, in whatever transaction needs it; orders that are placed in
/// between are added to it. So a quote costs an order almost nothing.
public final class ReadyQuotes: Sendable {
    private static let freshness = Duration.seconds(1)

    private struct Outlook {
        var forecast: KitchenForecast
        let calibration: QuoteCalibration
        let delay: Duration

        func quote(_ forecast: ReadyForecast, at time: Timestamp) -> ReadyQuote {
            calibration.quote(forecast, delay: delay, at: time)
        }
    }

    private let campuses: CampusRegistry
    private let outlooks = Mutex<[CafeID: Outlook]>([:])

    /// Makes the quotes of the cafés of a registry.
    public init(campuses: CampusRegistry) { self.campuses = campuses }

    /// Quotes a ticket that joins the line now, and counts its work for those that follow.
    ///
    /// - Returns: `nil` for a ticket that takes its place in the line later: its pickup window is what was promised.
    func join(_ ticket: Ticket, in reading: ReadTransaction, at time: Timestamp) throws -> ReadyQuote? {
        guard ticket.releasedAt <= time else { return nil }
        let work = ticket.lines.map { StationWork($0) }
        try refresh(ticket.cafe, in: reading, at: time)
        return outlooks.withLock { outlooks in
            guard let forecast = outlooks[ticket.cafe]?.forecast.add(work) else { return nil }
            return outlooks[ticket.cafe]?.quote(forecast, at: time)
        }
    }

    /// Quotes an order that would join the line now; changes nothing.
    func quote(
        for work: [StationWork], at cafe: CafeID, in reading: ReadTransaction, time: Timestamp
    ) throws -> ReadyOutlook? {
        try refresh(cafe, in: reading, at: time)
        return outlooks.withLock { outlooks in
            guard let outlook = outlooks[cafe] else { return nil }
            return ReadyOutlook(
                band: outlook.quote(outlook.forecast.forecast(for: work), at: time),
                keptOfTen: outlook.calibration.keptOfTen)
        }
    }

    /// When a ticket of the line is expected to be ready, as the kitchen stands; `nil` for a ticket that nobody has to make.
    func outlook(
        of ticket: TicketID, at cafe: CafeID, in reading: ReadTransaction, time: Timestamp
    ) throws -> ReadyOutlook? {
        try refresh(cafe, in: reading, at: time)
        return outlooks.withLock { outlooks in
            guard let outlook = outlooks[cafe], let forecast = outlook.forecast.forecasts[ticket] else {
                return nil
            }
            return ReadyOutlook(
                band: outlook.quote(forecast, at: time), keptOfTen: outlook.calibration.keptOfTen)
        }
    }

    private func refresh(_ cafe: CafeID, in reading: ReadTransaction, at time: Timestamp) throws {
        let isFresh = outlooks.withLock { outlooks in
            guard let made = outlooks[cafe]?.forecast.now else { return false }
            return made <= time && made.duration(to: time) < Self.freshness
        }
        guard !isFresh else { return }
        let hands = (try? campuses.inForce())?.cafe(cafe)?.pickup?.hands ?? [:]
        let outlook = Outlook(
            forecast: KitchenForecast(of: try reading.line(of: cafe, at: time), hands: hands, at: time),
            calibration: try reading.quoteCalibration(of: cafe),
            delay: try reading.delay(of: cafe, at: time)?.length ?? .zero)
        outlooks.withLock { $0[cafe] = outlook }
    }
}

/// When an order can be ready, and how far such bands can be relied on.
public struct ReadyOutlook: Hashable, Sendable {
    /// The band.
    public let band: ReadyQuote
    /// How many of ten quotes the café kept lately; `nil` while there are too few to say.
    public let keptOfTen: Int?
}
