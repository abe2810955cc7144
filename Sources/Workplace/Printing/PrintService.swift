public import ESCPOS
public import Essentials
import JSON
import Kitchen
import Ordering
import Synchronization

/// Prints tickets and receipts on the printers of the campus file.
///
/// Jobs are made from the tickets in the store, after the orders are durable; an order never waits for a printer. A job stays
/// in the store until a printer has confirmed it, so each is printed at least once, even after a crash. The backup takes over
/// the jobs of a printer that cannot print.
public final class PrintService: Sendable {
    /// The state of a printer.
    public struct Report: Hashable, Sendable {
        /// The printer.
        public let printer: Printer
        /// The last reported status; `nil` before the first answer.
        public let status: PrinterStatus?
        /// When it changed to this status.
        public let since: Timestamp?
        /// The number of waiting jobs.
        public let waiting: Int
        /// The printer that prints for it now.
        public let substitute: PrinterID?
    }

    /// Names a printer on the campus.
    struct Key: Hashable {
        let cafe: CafeID
        let printer: PrinterID
    }

    struct Known {
        var status: PrinterStatus
        var since: Timestamp
        var checkedAt: Timestamp
    }

    struct State {
        var transport = PrinterTransport.none
        var queues: [Key: DueTimer] = [:]
        var known: [Key: Known] = [:]
    }

    /// The interval at which a printer is asked for its status.
    static let interval: Duration = .seconds(15)
    /// The interval at which a printer with a problem is asked again.
    static let retryInterval: Duration = .seconds(5)
    /// The age from which tickets are no longer printed.
    static let ticketAge: Duration = .seconds(12 * 3_600)

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    private let catalogues: NoticeCatalogues
    private let clock: any Clock<Duration>
    let now: @Sendable () -> Timestamp
    let state = Mutex(State())
    private let newQueues: AsyncStream<DueTimer>
    private let addQueue: AsyncStream<DueTimer>.Continuation
    private let checkRequests: AsyncStream<Void>
    private let checkRequest: AsyncStream<Void>.Continuation

    init(
        store: any WorkplaceStore, campuses: CampusRegistry, catalogues: NoticeCatalogues,
        clock: any Clock<Duration>,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.catalogues = catalogues
        self.clock = clock
        self.now = now
        (newQueues, addQueue) = AsyncStream.makeStream()
        (checkRequests, checkRequest) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Sets how printers are reached; before this call nothing is printed.
    public func begin(_ transport: PrinterTransport) {
        state.withLock { $0.transport = transport }
        checkAgain()
    }

    /// Makes the service check for tickets to print.
    func checkAgain() { checkRequest.yield() }

    /// Prints until the surrounding task is cancelled.
    ///
    /// - Parameter report: Receives the store's errors; failed work is retried.
    func run(report: @escaping @Sendable (any Error) -> Void) async {
        let planner = DueTimer(clock: clock, now: now) { try await self.plan(at: $0) }
        await withDiscardingTaskGroup { group in
            group.addTask { await planner.run(report: report) }
            group.addTask { for await _ in self.checkRequests { planner.checkAgain() } }
            for await queue in newQueues { group.addTask { await queue.run(report: report) } }
        }
    }

    /// Whether a printer gets something now.
    var isPrinting: Bool { state.withLock { Array($0.queues.values) }.contains(where: \.isWorking) }

    /// The campus in force; `nil` before the first import.
    private var campus: Campus? {
        do { return try campuses.inForce() } catch { return nil }
    }

    // MARK: - Planning

    /// Makes the jobs of the tickets that have entered the line, and wakes the printers that have jobs.
    ///
    /// - Returns: When the next ticket enters the line.
    func plan(at time: Timestamp) async throws -> Timestamp? {
        guard store.duty != .other, let campus = campus else { return nil }
        let cafes = campus.cafes.filter { campus.printers[$0.id]?.isEmpty == false }
        guard !cafes.isEmpty else { return nil }
        var next: Timestamp?
        for cafe in cafes {
            let printers = campus.printers[cafe.id] ?? []
            let first = time.advanced(by: .zero - Self.ticketAge)
            let known = Set(printers.map(\.id))
            let (isNeeded, entry, due) = try await store.read { reading in
                let jobs = try reading.openPrintJobs(of: cafe.id)
                return (
                    try !reading.ticketsToPrint(of: cafe.id, since: first, until: time).isEmpty
                        || jobs.contains { !known.contains($0.place) || !known.contains($0.printer) },
                    try reading.nextTicketEntry(of: cafe.id, after: time), Set(jobs.map(\.place))
                )
            }
            next = [next, entry].compactMap { $0 }.min()
            let added = isNeeded ? try await makeJobs(at: cafe.id, for: printers, since: first, time) : []
            for printer in printers {
                wake(Key(cafe: cafe.id, printer: printer.id), due.union(added).contains(printer.id))
            }
        }
        return next
    }

    private func makeJobs(
        at cafe: CafeID, for printers: [Printer], since first: Timestamp, _ time: Timestamp
    ) async throws -> Set<PrinterID> {
        let route = route(at: cafe)
        return try await store.write { transaction in
            // The tickets of a printer that has left the campus file go to the printers that now have its stations.
            let known = Set(printers.map(\.id))
            for job in try transaction.openPrintJobs(of: cafe)
            where !known.contains(job.place) || !known.contains(job.printer) {
                try transaction.endPrint(job, at: time)
                if job.kind == .ticket { try transaction.unmarkPlanned(job.order) }
            }
            var added: Set<PrinterID> = []
            for ticket in try transaction.ticketsToPrint(of: cafe, since: first, until: time) {
                let printed = Set(
                    try transaction.printJobs(of: ticket.order).filter { $0.kind == .ticket }.map(\.printer))
                let stations = Set(ticket.lines.map(\.station))
                for printer in printers
                where !printer.stations.isDisjoint(with: stations) && !printed.contains(printer.id) {
                    let place = route.next(for: printer.id, backup: printer.backup) ?? printer.id
                    try transaction.addPrint(
                        .ticket, of: ticket.order, at: cafe, by: printer.id, place: place, time: time)
                    added.insert(place)
                }
                try transaction.markPlanned(ticket, at: time)
            }
            return added
        }
    }

    /// Starts the queue of a printer, or makes it check again if it has jobs.
    private func wake(_ key: Key, _ hasJobs: Bool) {
        let (queue, isNew) = state.withLock { state -> (DueTimer, Bool) in
            if let queue = state.queues[key] { return (queue, false) }
            let queue = DueTimer(clock: clock, now: now) { [weak self] _ in
                // The server stops; the job is still in the store.
                do { return try await self?.printDueJobs(at: key) } catch is CancellationError { return nil }
            }
            state.queues[key] = queue
            return (queue, true)
        }
        if isNew { addQueue.yield(queue) } else if hasJobs { queue.checkAgain() }
    }

    func route(at cafe: CafeID) -> PrintRoute {
        PrintRoute(
            unavailable: state.withLock { state in
                Set(
                    state.known.filter { $0.key.cafe == cafe && $0.value.status.problem != nil }.map(
                        \.key.printer))
            })
    }

    // MARK: - Printing

    /// Prints the due jobs of a printer, or asks for its status.
    ///
    /// - Returns: When to check again; `nil` when the printer has left the campus file.
    func printDueJobs(at key: Key) async throws -> Timestamp? {
        // Looked at before each job: another node may print from then on.
        while store.duty != .other, let campus = campus,
            let printer = campus.printer(key.printer, at: key.cafe)
        {
            let time = now()
            let known = state.withLock { $0.known[key] }
            guard
                let job = try await store.read({
                    try $0.nextPrintJob(at: key.printer, of: key.cafe, dueBy: time)
                })
            else {
                let interval = known?.status.problem == nil ? Self.interval : Self.retryInterval
                let check = known?.checkedAt.advanced(by: interval) ?? time
                if check <= time {
                    let outcome = try await session.run(nil, host: printer.host, port: printer.port)
                    try await record(outcome, of: key)
                    continue
                }
                let due = try await store.read { try $0.nextPrintDue(at: key.printer, of: key.cafe) }
                return min(check, due ?? check)
            }
            try await perform(job, on: printer, campus)
        }
        return nil
    }

    var session: PrinterSession {
        PrinterSession(transport: state.withLock { $0.transport }, clock: clock)
    }

    private func perform(_ job: PrintJob, on printer: Printer, _ campus: Campus) async throws {
        guard let printout = try await printout(of: job, on: printer, campus) else {
            let time = now()
            return try await store.write { try $0.endPrint(job, at: time) }
        }
        let outcome = try await session.run(printout.commands, host: printer.host, port: printer.port) {
            let time = now()
            return try await store.write { try $0.markTried(job, at: time) }
        }
        let key = Key(cafe: job.cafe, printer: printer.id)
        if case .printed? = outcome {
            let time = now()
            try await store.write { try $0.endPrint(job, at: time) }
        }
        try await record(outcome, of: key)
        if case .failed? = outcome { try await moveJobs(from: key, campus) }
    }

    /// The printout of a job; `nil` when it is no longer needed.
    private func printout(of job: PrintJob, on printer: Printer, _ campus: Campus) async throws -> Printout? {
        guard let owner = campus.printer(job.printer, at: job.cafe), let cafe = campus.cafe(job.cafe) else {
            return nil
        }
        let time = now()
        let (detail, ticket, name) = try await store.read { reading in
            (
                try reading.order(job.order).map { try OrderService.detail(of: $0, in: reading) },
                try reading.ticket(TicketID(of: job.order)), try reading.callName(of: job.order)
            )
        }
        guard let detail else { return nil }
        if job.kind == .ticket, !job.isRepeat {
            // A ticket that was finished on a screen meanwhile is not printed.
            guard let ticket, [.waiting, .preparing].contains(ticket.stage),
                ticket.releasedAt > time.advanced(by: .zero - Self.ticketAge)
            else { return nil }
        }
        return Printout(
            job: job, detail: detail, callName: name, cafe: cafe, owner: owner, printer: printer,
            words: words(for: printer, cafe, campus), time: time)
    }

    private func words(for printer: Printer, _ cafe: Cafe, _ campus: Campus) -> PrintWords {
        PrintWords(
            for: printer, defaultLanguage: campus.organisation.defaultLanguage, zone: cafe.zone, catalogues)
    }

    /// Moves the jobs of a printer with a problem to their backups, or delays them until the next attempt.
    private func moveJobs(from key: Key, _ campus: Campus) async throws {
        let route = route(at: key.cafe)
        let time = now()
        let moved = try await store.write { transaction in
            var moved: Set<PrinterID> = []
            for job in try transaction.openPrintJobs(of: key.cafe) where job.place == key.printer {
                let backup = campus.printer(job.printer, at: key.cafe)?.backup
                if let place = route.next(for: job.printer, backup: backup) {
                    try transaction.movePrint(job, to: place, due: time)
                    moved.insert(place)
                } else {
                    try transaction.movePrint(
                        job, to: job.printer, due: time.advanced(by: Self.retryInterval))
                }
            }
            return moved
        }
        for printer in moved { wake(Key(cafe: key.cafe, printer: printer), true) }
    }

    /// Stores the status of a printer and announces a change.
    private func record(_ outcome: PrintingStateMachine.Outcome?, of key: Key) async throws {
        let status: PrinterStatus
        switch outcome {
        case nil: return
        case .answered(let new)?, .printed(let new)?: status = new
        case .failed(let problem)?: status = PrinterStatus(problem: problem)
        }
        let time = now()
        let isChange = state.withLock { state in
            let known = state.known[key]
            let isChange = known?.status != status
            state.known[key] = Known(
                status: status, since: isChange ? time : known?.since ?? time, checkedAt: time)
            return isChange
        }
        guard isChange else { return }
        try await store.write { try $0.announcePrinter(key.printer, of: key.cafe, status, at: time) }
    }
}

/// Why something is not printed; nothing has changed.
public enum PrintRefusal: Error, Hashable, Sendable {
    /// The café has no printer for it.
    case noPrinter
    /// The café has no such printer.
    case unknownPrinter(PrinterID)
    /// The order is not paid for yet, so there is no receipt.
    case notPaid
}

extension WriteTransaction {
    /// Announces to the kitchen that a printer is in another state.
    func announcePrinter(
        _ printer: PrinterID, of cafe: CafeID, _ status: PrinterStatus, at time: Timestamp
    ) throws {
        var json = JSONWriter()
        json.object { body in
            body.member("printer", printer.rawValue)
            body.member("state", status.word)
        }
        try append(FeedChange(topic: .kitchen(cafe), kind: "printer", body: json.text), at: time)
    }
}

extension PrinterStatus {
    /// The word of the state in answers and in the feed.
    public var word: String { problem?.rawValue ?? (isPaperLow ? "paper-low" : "ready") }
}
