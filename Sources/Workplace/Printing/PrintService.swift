public import ESCPOS
public import Essentials
import JSON
import Kitchen
import Ordering
import Synchronization

/// Prints tickets and receipts on the printers of the campus file.
///
/// Jobs are made of the tickets in the store, after the orders are durable; an order never waits for paper. A job stays in the
/// store until a printer has said that it is on paper, so each is printed at least once, also after a crash. A printer that
/// cannot print hands its jobs over to its backup.
public final class PrintService: Sendable {
    /// What is known about a printer.
    public struct Report: Hashable, Sendable {
        /// The printer.
        public let printer: Printer
        /// What it said last; `nil` before it was asked.
        public let status: PrinterStatus?
        /// Since when it is so.
        public let since: Timestamp?
        /// How many jobs wait for it.
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
        var lines: [Key: DueTimer] = [:]
        var known: [Key: Known] = [:]
    }

    /// How often a printer is asked how it is.
    static let interval: Duration = .seconds(15)
    /// How soon a printer in trouble is asked again.
    static let retryInterval: Duration = .seconds(5)
    /// Tickets that entered the line before are not printed any more.
    static let ticketAge: Duration = .seconds(12 * 3_600)

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    private let catalogues: NoticeCatalogues
    private let clock: any Clock<Duration>
    let now: @Sendable () -> Timestamp
    let state = Mutex(State())
    private let newLines: AsyncStream<DueTimer>
    private let addLine: AsyncStream<DueTimer>.Continuation
    private let looks: AsyncStream<Void>
    private let look: AsyncStream<Void>.Continuation

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
        (newLines, addLine) = AsyncStream.makeStream()
        (looks, look) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Sets how printers are reached; none is before.
    public func begin(_ transport: PrinterTransport) {
        state.withLock { $0.transport = transport }
        lookAgain()
    }

    /// Makes the service look for tickets to print.
    func lookAgain() { look.yield() }

    /// Prints until the surrounding task is cancelled.
    ///
    /// - Parameter report: Receives the store's errors; failed work is retried.
    func run(report: @escaping @Sendable (any Error) -> Void) async {
        let planner = DueTimer(clock: clock, now: now) { try await self.plan(at: $0) }
        await withDiscardingTaskGroup { group in
            group.addTask { await planner.run(report: report) }
            group.addTask { for await _ in self.looks { planner.lookAgain() } }
            for await line in newLines { group.addTask { await line.run(report: report) } }
        }
    }

    /// The campus in force; `nil` before the first import.
    private var campus: Campus? {
        do { return try campuses.inForce() } catch { return nil }
    }

    // MARK: - Planning

    /// Makes the jobs of the tickets that have entered the line, and wakes the printers that have something to do.
    ///
    /// - Returns: When the next ticket enters the line.
    func plan(at time: Timestamp) async throws -> Timestamp? {
        guard let campus = campus else { return nil }
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
            // A printer that the campus file has no more leaves its tickets to those that print its stations now.
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

    /// Starts the line of a printer, or makes it look again if it has something to do.
    private func wake(_ key: Key, _ hasJobs: Bool) {
        let (line, isNew) = state.withLock { state -> (DueTimer, Bool) in
            if let line = state.lines[key] { return (line, false) }
            let line = DueTimer(clock: clock, now: now) { [weak self] _ in
                // The server stops; the job is still in the store.
                do { return try await self?.turn(of: key) } catch is CancellationError { return nil }
            }
            state.lines[key] = line
            return (line, true)
        }
        if isNew { addLine.yield(line) } else if hasJobs { line.lookAgain() }
    }

    func route(at cafe: CafeID) -> PrintRoute {
        PrintRoute(
            troubled: state.withLock { state in
                Set(
                    state.known.filter { $0.key.cafe == cafe && $0.value.status.trouble != nil }.map(
                        \.key.printer))
            })
    }

    // MARK: - Printing

    /// Prints what is due at a printer, or asks how it is.
    ///
    /// - Returns: When to look again; `nil` when the campus file has the printer no more.
    func turn(of key: Key) async throws -> Timestamp? {
        while let campus = campus, let printer = campus.printer(key.printer, at: key.cafe) {
            let time = now()
            let known = state.withLock { $0.known[key] }
            guard
                let job = try await store.read({
                    try $0.nextPrintJob(at: key.printer, of: key.cafe, dueBy: time)
                })
            else {
                let interval = known?.status.trouble == nil ? Self.interval : Self.retryInterval
                let check = known?.checkedAt.advanced(by: interval) ?? time
                if check <= time {
                    let outcome = try await session.run(nil, host: printer.host, port: printer.port)
                    try await note(outcome, of: key)
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
        guard let paper = try await paper(of: job, on: printer, campus) else {
            let time = now()
            return try await store.write { try $0.endPrint(job, at: time) }
        }
        let outcome = try await session.run(paper.commands, host: printer.host, port: printer.port) {
            let time = now()
            return try await store.write { try $0.markTried(job, at: time) }
        }
        let key = Key(cafe: job.cafe, printer: printer.id)
        if case .printed? = outcome {
            let time = now()
            try await store.write { try $0.endPrint(job, at: time) }
        }
        try await note(outcome, of: key)
        if case .failed? = outcome { try await handOver(from: key, campus) }
    }

    /// What a job puts on paper; `nil` when nobody needs it any more.
    private func paper(of job: PrintJob, on printer: Printer, _ campus: Campus) async throws -> Paper? {
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
            // What was made meanwhile, by the screens, needs no paper.
            guard let ticket, [.waiting, .preparing].contains(ticket.stage),
                ticket.releasedAt > time.advanced(by: .zero - Self.ticketAge)
            else { return nil }
        }
        return Paper(
            job: job, detail: detail, callName: name, cafe: cafe, owner: owner, printer: printer,
            words: words(for: printer, cafe, campus), time: time)
    }

    private func words(for printer: Printer, _ cafe: Cafe, _ campus: Campus) -> PrintWords {
        PrintWords(
            for: printer, defaultLanguage: campus.organisation.defaultLanguage, zone: cafe.zone, catalogues)
    }

    /// Moves what waits at a printer in trouble to where it can be printed, or lets it wait for the next try.
    private func handOver(from key: Key, _ campus: Campus) async throws {
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

    /// Remembers what a printer said, and announces a change.
    private func note(_ outcome: PrintingStateMachine.Outcome?, of key: Key) async throws {
        let status: PrinterStatus
        switch outcome {
        case nil: return
        case .answered(let new)?, .printed(let new)?: status = new
        case .failed(let trouble)?: status = PrinterStatus(trouble: trouble)
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
    public var word: String { trouble?.rawValue ?? (isPaperLow ? "paper-low" : "ready") }
}
