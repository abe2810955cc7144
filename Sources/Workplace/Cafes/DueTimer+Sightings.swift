import Essentials
import Kitchen
import Ordering

extension DueTimer {
    /// How often lines are looked through for tickets that nobody has seen.
    private static let sightingInterval = Duration.seconds(5)

    /// Makes a timer that alerts staff about tickets that a station has not seen, and prints them.
    ///
    /// - Parameters:
    ///   - store: The store of the tickets.
    ///   - clock: The clock on which the timer sleeps.
    ///   - campuses: The cafés with their printers.
    ///   - now: The present time.
    /// - Returns: The timer; call its method `run` to start it. It sleeps until a screen is at work.
    static func sightings(
        store: any WorkplaceStore, clock: any Clock<Duration>, campuses: CampusRegistry,
        now: @escaping @Sendable () -> Timestamp
    ) -> DueTimer {
        DueTimer(clock: clock, now: now) { time in
            guard let campus = try? campuses.inForce() else { return nil }
            var isWatched = false
            for cafe in campus.cafes {
                let (watches, unseen) = try await store.read { reading in
                    (
                        try !reading.screensAtWork(of: cafe.id).isEmpty,
                        try reading.unseenTickets(of: cafe.id, at: time).contains { $0.isNew }
                    )
                }
                isWatched = isWatched || watches
                guard unseen else { continue }
                let printers = campus.printers[cafe.id] ?? []
                try await store.write { transaction in
                    for ticket in try transaction.unseenTickets(of: cafe.id, at: time) where ticket.isNew {
                        try transaction.alert(about: ticket, of: cafe.id, printers, at: time)
                    }
                    try transaction.announceUnseen(at: cafe.id, time: time)
                }
            }
            return isWatched ? time.advanced(by: sightingInterval) : nil
        }
    }
}

extension WriteTransaction {
    /// Alerts staff about a ticket that stations have not seen, and prints it on the backup of each station's printer.
    ///
    /// A station without a printer has its ticket printed where receipts are.
    fileprivate func alert(
        about ticket: UnseenTicket, of cafe: CafeID, _ printers: [Printer], at time: Timestamp
    ) throws {
        let known = Set(try sightings(of: ticket.id).filter(\.isAlerted).map(\.station))
        var printed: Set<PrinterID> = []
        for station in ticket.stations where !known.contains(station) {
            try noteAlert(about: ticket.id, for: station, at: time)
            let owner = printers.first { $0.stations.contains(station) }
            guard let printer = owner ?? printers.first(where: { $0.stations.isEmpty }) ?? printers.first,
                printed.insert(printer.id).inserted
            else { continue }
            try addPrint(
                .ticket, of: OrderID(sameAs: ticket.id), at: cafe, by: printer.id,
                place: printer.backup ?? printer.id, isRepeat: owner != nil, time: time)
        }
    }
}
