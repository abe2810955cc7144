import ESCPOS
import Essentials
import Kitchen
import Ordering
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(
    "C119 a print job is at-least-once with a reprint mark and job number; fail-over prints backup from",
    .timeLimit(.minutes(1)))
struct PrintServiceTests {
    private static let grill = PrinterID("grill-printer")
    private static let counter = PrinterID("counter-printer")

    /// A café whose tickets a grill printer prints, with the printer at the counter as its backup.
    private struct Bench {
        let cafes: CafesFixture
        let service: PrintService
        let grill: FakePrinter
        let counter: FakePrinter

        init(_ cafes: CafesFixture) {
            let clock = cafes.clock
            let (grill, counter) = (FakePrinter(clock: clock), FakePrinter(clock: clock))
            (self.cafes, self.grill, self.counter) = (cafes, grill, counter)
            service = Self.service(cafes, grill, counter)
        }

        /// A service over the same store, as after a restart.
        static func service(_ cafes: CafesFixture, _ grill: FakePrinter, _ counter: FakePrinter)
            -> PrintService
        {
            let clock = cafes.clock
            let service = PrintService(
                store: cafes.store, campuses: cafes.campuses, catalogues: NoticeCatalogues(), clock: clock,
                now: { clock.timestamp })
            service.begin(
                PrinterTransport { host, port, _ in
                    try (host == "10.0.0.7" && port == 9_101 ? grill : counter).connection()
                })
            return service
        }

        /// Makes jobs, and lets each printer do what is due; twice, since a job may have been handed over.
        func work(_ other: PrintService? = nil) async throws {
            let service = other ?? service
            _ = try await service.plan(at: cafes.clock.timestamp)
            for printer in [PrintServiceTests.grill, PrintServiceTests.counter, PrintServiceTests.grill] {
                _ = try await service.printDueJobs(
                    at: .init(cafe: CafesFixture.grill, printer: try #require(printer)))
            }
        }
    }

    private func withBench(_ body: (Bench) async throws -> Void) async throws {
        try await withCafes { try await body(Bench($0)) }
    }

    @Test func `an order in the line is printed once, at the printer of its station`() async throws {
        try await withBench { bench in
            try await bench.work()
            #expect(bench.grill.papers.isEmpty)
            _ = try await bench.cafes.place()
            try await bench.work()
            try await bench.work()
            let paper = try #require(bench.grill.papers.first)
            #expect(bench.grill.papers.count == 1 && bench.counter.papers.isEmpty)
            for part in [
                "001", "Grill", "As soon as possible", "1 x Burger", "+ Small", "! Contains gluten",
                "Print 1",
            ] {
                #expect(paper.contains(part), "\(part) in \(paper)")
            }
            #expect(!paper.contains("REPRINT") && !paper.contains("BACKUP"))
        }
    }

    @Test func `a ticket that a cook pulls forward is printed at once`() async throws {
        try await withBench { bench in
            let order = try await bench.cafes.place().order
            let later = bench.cafes.clock.timestamp.advanced(by: .seconds(3_600))
            try await bench.cafes.store.write { transaction in
                try transaction.connection.execute(
                    "UPDATE tickets SET released_at = ?", later.millisecondsSinceEpoch)
            }
            try await bench.work()
            #expect(bench.grill.papers.isEmpty)
            bench.cafes.clock.advance(by: .seconds(60))
            _ = try await bench.cafes.kitchen.apply(
                .pullForward, to: TicketID(of: order.id), by: try bench.cafes.device("screen"),
                expectedVersion: nil)
            try await bench.work()
            #expect(bench.grill.papers.count == 1)
        }
    }

    @Test func `a job that may be printed already is printed again as a reprint with the same number`()
        async throws
    {
        try await withBench { bench in
            _ = try await bench.cafes.place()
            bench.grill.mood = .hangsUpAfterPrinting
            bench.counter.mood = .unreachable
            try await bench.work()
            #expect(bench.grill.papers.count == 1)
            bench.grill.mood = .well
            bench.cafes.clock.advance(by: PrintService.retryInterval)
            // As after a crash: another service knows only what is in the store.
            try await bench.work(Bench.service(bench.cafes, bench.grill, bench.counter))
            #expect(bench.grill.papers.count == 2)
            let second = try #require(bench.grill.papers.last)
            #expect(second.contains("REPRINT") && second.contains("Print 1"))
            #expect(!bench.grill.papers[0].contains("REPRINT"))
        }
    }

    @Test(
        "a printer that cannot print hands over to its backup, which says so",
        arguments: [FakePrinter.Mood.paperOut, .coverOpen, .silent, .unreachable])
    func failOver(mood: FakePrinter.Mood) async throws {
        try await withBench { bench in
            _ = try await bench.cafes.place()
            bench.grill.mood = mood
            try await bench.work()
            let paper = try #require(bench.counter.papers.first)
            #expect(paper.contains("BACKUP FROM Grill printer") && !paper.contains("REPRINT"))
            #expect(bench.grill.papers.isEmpty)
            let reports = try await bench.service.reports(
                of: CafesFixture.grill, for: try bench.cafes.device("screen"))
            #expect(reports.map(\.status?.word) == [word(of: mood), "ready"])
            #expect(reports.map(\.substitute) == [Self.counter, nil])
            let announced = try await bench.cafes.store.read {
                try $0.feedEntries(after: 0, topics: [.kitchen(CafesFixture.grill)], limit: 100)
            }
            #expect(
                announced.contains { $0.change.kind == "printer" && $0.change.body.contains(word(of: mood)) })
        }
    }

    private func word(of mood: FakePrinter.Mood) -> String {
        switch mood {
        case .paperOut: "paper-out"
        case .coverOpen: "cover-open"
        case .silent: "silent"
        default: "unreachable"
        }
    }

    @Test func `paper that runs out during a job gives a reprint at the backup`() async throws {
        try await withBench { bench in
            _ = try await bench.cafes.place()
            bench.grill.mood = .paperOutInTheMiddle
            try await bench.work()
            let paper = try #require(bench.counter.papers.first)
            #expect(paper.contains("REPRINT") && paper.contains("BACKUP FROM Grill printer"))
        }
    }

    @Test func `while no printer prints, tickets wait, and old ones are not printed any more`() async throws {
        try await withBench { bench in
            bench.grill.mood = .paperOut
            bench.counter.mood = .coverOpen
            let first = try await bench.cafes.place()
            try await bench.work()
            #expect(bench.grill.papers.isEmpty && bench.counter.papers.isEmpty)
            // The screens have made it meanwhile.
            _ = try await bench.cafes.kitchen.apply(
                .bump, to: first.ticket, by: try bench.cafes.device("screen"), expectedVersion: nil)
            _ = try await bench.cafes.place(key: "second")
            bench.grill.mood = .well
            bench.cafes.clock.advance(by: PrintService.interval)
            try await bench.work()
            #expect(bench.grill.papers.count == 1)
            #expect(bench.grill.papers[0].contains("002"))
        }
    }

    @Test func `a cancellation is printed where the ticket is on paper, and nowhere else`() async throws {
        try await withBench { bench in
            let printed = try await bench.cafes.place()
            try await bench.work()
            let unprinted = try await bench.cafes.place(key: "second")
            for order in [printed.order.id, unprinted.order.id] {
                _ = try await bench.cafes.orders.cancel(order, of: Fixture.ada, expectedVersion: nil)
            }
            try await bench.work()
            #expect(bench.grill.papers.count == 2)
            #expect(bench.grill.papers[1].contains("CANCELLED") && bench.grill.papers[1].contains("001"))
        }
    }

    @Test func `staff print a ticket again and a receipt, and two touches print once`() async throws {
        try await withBench { bench in
            let placed = try await bench.cafes.place()
            try await bench.work()
            let screen = try bench.cafes.device("screen")
            for _ in 0..<2 { _ = try await bench.service.reprint(placed.ticket, by: screen) }
            for _ in 0..<2 {
                _ = try await bench.service.printReceipt(of: placed.order.id, on: nil, by: screen)
            }
            try await bench.work()
            #expect(bench.grill.papers.count == 2 && bench.grill.papers[1].contains("REPRINT"))
            let receipt = try #require(bench.counter.papers.first)
            #expect(bench.counter.papers.count == 1)
            for part in [
                "Receipt", "Order 001", "1 x Burger", "Total", "Includes 8.25 % tax",
                "Paid from the meal account",
            ] {
                #expect(receipt.contains(part), "\(part) in \(receipt)")
            }
            // What staff have paid back stands on the next copy.
            let refund = RefundService.Request(
                order: placed.order.id, part: .amount(Fixture.euros(200)), reason: "cold", key: "1",
                fingerprint: [1])
            let manager = try #require(try bench.cafes.campuses.inForce().person(Fixture.person("ben")))
            _ = try await RefundService(
                store: bench.cafes.store, payments: bench.cafes.payments,
                now: { bench.cafes.clock.timestamp }
            ).make(refund, by: manager)
            _ = try await bench.service.printReceipt(of: placed.order.id, on: nil, by: screen)
            try await bench.work()
            #expect(bench.counter.papers.last?.contains("Paid back") == true)
            #expect(bench.counter.papers.last?.contains("2.00") == true)
            await #expect(throws: PrintRefusal.unknownPrinter(Self.known("other"))) {
                try await bench.service.printReceipt(of: placed.order.id, on: Self.known("other"), by: screen)
            }
        }
    }

    private static func known(_ id: String) -> PrinterID {
        guard let id = PrinterID(id) else { preconditionFailure("not an identifier") }
        return id
    }

    @Test func `the tickets of a removed printer go to the printers that now have its stations`() async throws
    {
        try await withBench { bench in
            bench.grill.mood = .unreachable
            bench.counter.mood = .unreachable
            _ = try await bench.cafes.place()
            try await bench.work()
            let text = CampusSample.text.replacing("\"grill-printer\"", with: "\"new-printer\"")
            let clock = bench.cafes.clock
            let imports = CampusImport(
                store: bench.cafes.store, campuses: bench.cafes.campuses, now: { clock.timestamp })
            _ = try await imports.importCampus(Array(text.utf8), name: "changed")
            bench.grill.mood = .well
            _ = try await bench.service.plan(at: clock.timestamp)
            _ = try await bench.service.printDueJobs(
                at: .init(cafe: CafesFixture.grill, printer: Self.known("new-printer")))
            #expect(bench.grill.papers.count == 1)
        }
    }

    @Test func `a job goes to its own printer, then to the backup, and otherwise waits`() {
        let (own, backup) = (Self.known("own"), Self.known("backup"))
        #expect(PrintRoute(unavailable: []).next(for: own, backup: backup) == own)
        #expect(PrintRoute(unavailable: [own]).next(for: own, backup: backup) == backup)
        #expect(PrintRoute(unavailable: [own, backup]).next(for: own, backup: backup) == nil)
        #expect(PrintRoute(unavailable: [own]).next(for: own, backup: nil) == nil)
    }
}
