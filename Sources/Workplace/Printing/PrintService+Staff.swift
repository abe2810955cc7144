public import ESCPOS
public import Essentials
import Kitchen
import Ordering
import Synchronization

// Requests of the staff.
extension PrintService {
    /// The states of a café's printers.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownCafe(_:)``, ``WorkplaceRefusal/forbidden``, or the store's own error.
    public func reports(of cafe: CafeID, for principal: Principal) async throws -> [Report] {
        let campus = try campuses.inForce()
        _ = try campuses.cafe(cafe, forKitchenWorkOf: principal)
        let jobs = try await store.read { try $0.openPrintJobs(of: cafe) }
        let known = state.withLock { $0.known }
        let route = route(at: cafe)
        return (campus.printers[cafe] ?? []).map { printer in
            let entry = known[Key(cafe: cafe, printer: printer.id)]
            let next = route.next(for: printer.id, backup: printer.backup)
            return Report(
                printer: printer, status: entry?.status, since: entry?.since,
                waiting: jobs.count { $0.printer == printer.id }, substitute: next == printer.id ? nil : next)
        }
    }

    /// Prints a ticket again at each printer of its stations; a printer that still has a job for it gets no second one.
    ///
    /// - Returns: The printers.
    /// - Throws: ``WorkplaceRefusal/unknownTicket(_:)``, ``WorkplaceRefusal/forbidden``, ``PrintRefusal``, or the store's own
    ///   error.
    public func reprint(_ id: TicketID, by principal: Principal) async throws -> [Printer] {
        let campus = try campuses.inForce()
        let time = now()
        let printers = try await store.write { transaction in
            guard let ticket = try transaction.ticket(id) else { throw WorkplaceRefusal.unknownTicket(id) }
            guard principal.mayWorkKitchen(of: ticket.cafe) else { throw WorkplaceRefusal.forbidden }
            let stations = Set(ticket.lines.map(\.station))
            let printers = (campus.printers[ticket.cafe] ?? []).filter {
                !$0.stations.isDisjoint(with: stations)
            }
            guard !printers.isEmpty else { throw PrintRefusal.noPrinter }
            let kind: PrintJob.Kind = ticket.stage == .cancelled ? .cancellation : .ticket
            let waiting = try transaction.openPrintJobs(of: ticket.cafe).filter {
                $0.order == ticket.order && $0.kind == kind
            }
            for printer in printers where !waiting.contains(where: { $0.printer == printer.id }) {
                try self.add(
                    kind, of: ticket.order, at: ticket.cafe, printer, isRepeat: true, time, in: transaction)
            }
            try transaction.markPlanned(ticket, at: time)
            return printers
        }
        checkAgain()
        return printers
    }

    /// Prints the receipt of an order.
    ///
    /// - Parameters:
    ///   - id: The order.
    ///   - printer: The printer; `nil` for the first one of the café that prints no tickets, or else its first one.
    ///   - principal: The person or display that asks.
    /// - Returns: The printer.
    /// - Throws: ``WorkplaceRefusal/unknownOrder(_:)``, ``WorkplaceRefusal/forbidden``, ``PrintRefusal``, or the store's own
    ///   error.
    public func printReceipt(of id: OrderID, on printer: PrinterID?, by principal: Principal) async throws
        -> Printer
    {
        let campus = try campuses.inForce()
        let time = now()
        let chosen = try await store.write { transaction in
            guard let order = try transaction.order(id) else { throw WorkplaceRefusal.unknownOrder(id) }
            guard principal.mayWorkKitchen(of: order.cafe) else { throw WorkplaceRefusal.forbidden }
            guard order.stage != .placed else { throw PrintRefusal.notPaid }
            let printers = campus.printers[order.cafe] ?? []
            let standard = printers.first { $0.stations.isEmpty } ?? printers.first
            guard let chosen = printer.map({ id in printers.first { $0.id == id } }) ?? standard else {
                throw printer.map { PrintRefusal.unknownPrinter($0) } ?? PrintRefusal.noPrinter
            }
            let jobs = try transaction.printJobs(of: id).filter { $0.kind == .receipt }
            let waiting = try transaction.openPrintJobs(of: order.cafe).contains {
                $0.order == id && $0.kind == .receipt && $0.printer == chosen.id
            }
            guard !waiting else { return chosen }
            try self.add(
                .receipt, of: id, at: order.cafe, chosen, isRepeat: !jobs.isEmpty, time, in: transaction)
            return chosen
        }
        checkAgain()
        return chosen
    }

    /// Prints a test page on a printer in force, at once.
    ///
    /// - Returns: How the printer is, and whether the page is on paper.
    /// - Throws: ``PrintRefusal/unknownPrinter(_:)``, or `CancellationError`.
    public func printTestPage(on id: PrinterID, of cafe: CafeID) async throws -> (
        status: PrinterStatus, isPrinted: Bool
    ) {
        guard let printer = try campuses.inForce().printer(id, at: cafe) else {
            throw PrintRefusal.unknownPrinter(id)
        }
        let commands = printer.profile.commands(for: TestPage.document(for: printer.profile))
        switch try await session.run(commands, host: printer.host, port: printer.port) {
        case .printed(let status): return (status, true)
        case .answered(let status): return (status, false)
        case .failed(let problem): return (PrinterStatus(problem: problem), false)
        case nil: return (PrinterStatus(), false)
        }
    }

    private func add(
        _ kind: PrintJob.Kind, of order: OrderID, at cafe: CafeID, _ printer: Printer, isRepeat: Bool,
        _ time: Timestamp,
        in transaction: WriteTransaction
    ) throws {
        try transaction.addPrint(
            kind, of: order, at: cafe, by: printer.id,
            place: route(at: cafe).next(for: printer.id, backup: printer.backup), isRepeat: isRepeat,
            time: time)
    }
}
