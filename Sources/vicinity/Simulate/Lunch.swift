import Foundation
import JSON
import SQLite
import Synchronization

/// Runs a lunch: starts the server, lets everybody do their part, kills the server now and then, and collects the evidence.
struct Lunch {
    /// How many orders are placed at a time at most.
    private static let dinerCount = 16
    private static let pause = Duration.milliseconds(2)
    /// Whatever goes on at all has gone on by then, however busy the machine is.
    private static let patience = Duration.seconds(60)

    private let plan: LunchPlan
    private let server: LunchServer
    private let book = LunchBook()
    private let screens: [LunchScreen]
    private let threads: LunchThreads

    init(_ plan: LunchPlan, at server: LunchServer) {
        self.plan = plan
        self.server = server
        screens = plan.cafes.flatMap { cafe in LunchScreen.Work.allCases.map { LunchScreen($0, at: cafe) } }
        threads = LunchThreads(book)
    }

    /// Runs it to its end and prints what was found.
    func run(until interruption: Interruption) throws -> [LunchFinding] {
        defer { book.end() }
        let hour = Calendar(identifier: .gregorian).dateComponents(in: .gmt, from: Date()).hour ?? 0
        try Data(plan.campus(utcHour: hour).bytes).write(to: URL(fileURLWithPath: server.campus))
        do { try server.start() } catch let trouble as LunchTrouble {
            // Nothing was tried yet, so that nothing needs to be kept.
            throw CommandFailure(trouble.description)
        }
        let tokens = try openScreensAndSignIn()
        let start = ContinuousClock.now
        for _ in 0..<Self.dinerCount {
            threads.start { [plan, book, port = server.port] in
                let client = LunchClient(port: port, book: book)
                try LunchDiner(plan: plan, tokens: tokens, client: client).run(since: start)
            }
        }
        var evidence = LunchEvidence(plan: plan)
        evidence.warmMemory = try serve(until: interruption)
        let duration = start.duration(to: .now)
        try waitUntilCollected(interruption)
        evidence.acknowledged = book.acknowledged
        try ask(tokens, &evidence)
        try compareScreens(&evidence)
        evidence.endMemory = server.memory
        book.end()
        threads.wait()
        if let trouble = book.trouble { throw trouble }
        evidence.exitCode = server.stop()
        try readDatabase(&evidence)
        Terminal.out(summary(duration))
        let findings = evidence.findings
        for finding in findings { Terminal.out(finding.line) }
        return findings
    }

    // MARK: - The hour

    private func openScreensAndSignIn() throws -> [String: String] {
        for screen in screens {
            threads.start { [book, port = server.port] in
                let client = LunchClient(port: port, book: book)
                try screen.load(client)
                try screen.follow(client, port: port)
            }
        }
        var tokens: [String: String] = [:]
        for person in plan.people {
            let client = LunchClient(port: server.port, book: book)
            try client.signIn("person", person)
            tokens[person] = client.token
        }
        try wait { screens.allSatisfy(\.isLoaded) }
        return tokens
    }

    /// Kills the server now and then until all orders are acknowledged.
    ///
    /// - Returns: The memory of the last server when it was warm.
    private func serve(until interruption: Interruption) throws -> Int64? {
        var progress = ProgressLine("Ordered")
        var kills = plan.killsAfter[...]
        var (startedAt, warmMemory) = (0, Int64?.none)
        try wait(watching: { book.acknowledgedCount - kills.count }) {
            let count = book.acknowledgedCount
            progress.show(done: count, of: plan.orderCount)
            try interruption.check()
            if let next = kills.first, count >= next, book.isWaiting || count == plan.orderCount {
                kills.removeFirst()
                // Somewhere in the work for an order, and not always at its beginning.
                LunchServer.sleep(.microseconds(Int64.random(in: 0...3_000)))
                server.kill()
                try server.start()
                (startedAt, warmMemory) = (book.acknowledgedCount, nil)
            }
            if warmMemory == nil, count >= startedAt + (plan.orderCount - startedAt) / 3 {
                warmMemory = server.memory
            }
            return count == plan.orderCount && kills.isEmpty
        }
        return warmMemory
    }

    private func waitUntilCollected(_ interruption: Interruption) throws {
        var progress = ProgressLine("Handed over")
        let expo = screens.filter { $0.work == .expo }
        let collected = { expo.reduce(0) { $0 + $1.collectedCount } }
        try wait(watching: collected) {
            try interruption.check()
            let count = collected()
            progress.show(done: count, of: plan.orderCount)
            return count >= plan.orderCount
        }
    }

    /// Waits for something, for as long as anything goes on.
    private func wait(watching count: () -> Int = { 0 }, until isSo: () throws -> Bool) throws {
        var (last, changed) = (count(), ContinuousClock.now)
        while try !isSo() {
            if let trouble = book.trouble { throw trouble }
            LunchServer.sleep(Self.pause)
            let now = count()
            if now != last { (last, changed) = (now, .now) }
            guard changed.duration(to: .now) < Self.patience else {
                throw LunchTrouble(
                    "Nothing has gone on for a minute: \(book.acknowledgedCount) of \(plan.orderCount) orders "
                        + "are acknowledged, and \(now) are where they should be.")
            }
        }
    }

    // MARK: - Evidence

    /// Asks for everybody's orders and balance.
    private func ask(_ tokens: [String: String], _ evidence: inout LunchEvidence) throws {
        let client = LunchClient(port: server.port, book: book)
        for (person, token) in tokens {
            evidence.ownOrders[person] = try client.get("/api/v1/orders?limit=100", token: token) { json in
                json["orders"].array { order -> LunchEvidence.Order? in
                    guard let id = order["id"].string(), let ticket = order["ticket"].string() else {
                        return nil
                    }
                    return LunchEvidence.Order(id: id, ticket: ticket)
                }
            }
            evidence.balances[person] = try client.get("/api/v1/account", token: token) { json in
                json["balances"].array { $0["amount"].integer(in: Int64.min...Int64.max) }?.first
            }
        }
    }

    /// Compares what each screen shows with what it would show if it were loaded now.
    private func compareScreens(_ evidence: inout LunchEvidence) throws {
        let client = LunchClient(port: server.port, book: book)
        for screen in screens {
            var snapshot = try screen.snapshot(client)
            // The last events may still be on their way.
            let deadline = ContinuousClock.now + Self.patience
            while screen.log?.open != snapshot, ContinuousClock.now < deadline {
                LunchServer.sleep(Self.pause)
                snapshot = try screen.snapshot(client)
            }
            evidence.screens.append(
                LunchEvidence.Screen(
                    name: screen.work.device(at: screen.cafe), cafe: screen.cafe, work: screen.work,
                    topic: screen.topic, snapshot: snapshot ?? [:]))
        }
    }

    /// Reads from the database what it holds, after the server has stopped.
    private func readDatabase(_ evidence: inout LunchEvidence) throws {
        for index in evidence.screens.indices { evidence.screens[index].log = screens[index].log }
        do {
            try VerifyCommand.verify(server.database) { _ in }
        } catch let failure as CommandFailure {
            evidence.damage = failure.description
        }
        try Connection.inspecting(path: server.database) { connection in
            evidence.storedOrders = try connection.all("SELECT id FROM orders") { try $0.text(0) }
            evidence.storedTickets = try connection.all("SELECT order_id FROM tickets") { try $0.text(0) }
            evidence.windows = try connection.all("SELECT cafe, starts_at, orders FROM pickup_windows") {
                LunchEvidence.Window(
                    cafe: try $0.text(0), start: try $0.int64(1), orders: try $0.int(2))
            }
            for index in evidence.screens.indices {
                let screen = evidence.screens[index]
                evidence.screens[index].stored = try connection.all(
                    "SELECT number FROM feed WHERE topic = ? AND number > ? ORDER BY number", screen.topic,
                    screen.log?.start ?? 0
                ) { try $0.int64(0) }
            }
        }
    }

    // MARK: - Words

    private func summary(_ duration: Duration) -> String {
        """
        \(plan.orderCount) orders of \(plan.people.count) people at \(plan.cafes.count) cafés with \(screens.count) screens, in \
        \(LengthOfTime.words(seconds: duration.components.seconds)).
        Kills of the server: \(plan.kills); lost answers, repeated: \(book.replayCount); \
        full pickup windows, another chosen: \(book.fullCount).
        From the answer to the kitchen's screen: \(delays).
        """
    }

    /// How long after the answer a ticket was on the screen of its station.
    private var delays: String {
        let answered = Dictionary(book.acknowledged.map { ($0.ticket, $0.at) }) { $1 }
        let delays = screens.filter { $0.work == .station }.flatMap { screen in
            screen.appeared.compactMap { ticket, at in
                answered[ticket].map { max(.zero, $0.duration(to: at)) }
            }
        }.sorted()
        guard let longest = delays.last else { return "nothing arrived" }
        let text = { (delay: Duration) in "\(Int((delay / .milliseconds(1)).rounded(.up))) ms" }
        return "\(text(delays[delays.count / 2])) for half of the orders, "
            + "\(text(delays[delays.count * 99 / 100])) for 99 in 100, \(text(longest)) at most"
    }
}

/// The threads of a lunch; the first trouble of one ends it for all.
final class LunchThreads: Sendable {
    private let book: LunchBook
    private let group = DispatchGroup()

    init(_ book: LunchBook) { self.book = book }

    func start(_ body: @escaping @Sendable () throws -> Void) {
        group.enter()
        Thread.detachNewThread { [self] in
            defer { group.leave() }
            do { try body() } catch {
                book.end(error as? LunchTrouble ?? LunchTrouble("\(error)"))
            }
        }
    }

    func wait() { group.wait() }
}
