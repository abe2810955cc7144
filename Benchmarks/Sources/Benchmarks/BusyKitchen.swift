import Essentials
import Kitchen
import Ordering

/// A kitchen at lunch, for which an order is quoted.
struct BusyKitchen {
    let line: [QueuedTicket]
    private let work: [StationWork]
    private let now = Timestamp(millisecondsSinceEpoch: 1_790_000_000_000)

    init() throws {
        let stations = try ["grill", "bowls", "barista", "pastry"].map { name in
            guard let station = StationID(name) else { throw Unusable(text: name) }
            return station
        }
        work = stations.prefix(2).map { StationWork(station: $0, minutes: 6, quantity: 1) }
        line = try (0..<200).map { [now] number in
            guard let id = TicketID("ticket-\(number)") else { throw Unusable(text: "ticket-\(number)") }
            let released = now.advanced(by: .seconds(-4 * number))
            return QueuedTicket(
                id: id, releasedAt: released, startedAt: number > 150 ? released : nil,
                isRaised: number.isMultiple(of: 50),
                work: (0..<3).map { part in
                    StationWork(
                        station: stations[(number + part) % stations.count], minutes: 3 + part, quantity: 1)
                })
        }
    }

    private struct Unusable: Error { let text: String }

    /// What an order costs that comes more than a second after the one before: the forecast is made anew.
    func quote() -> ReadyQuote {
        let forecast = KitchenForecast(of: line, at: now)
        return QuoteCalibration().quote(forecast.forecast(for: work), at: now)
    }
}
