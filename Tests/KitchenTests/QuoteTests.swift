import Essentials
import Kitchen
import Ordering
import TestSupport
import Testing

/// Forecasts and bands of a kitchen's quotes.
struct QuoteTests {
    private static let grill: StationID = id("grill")
    private static let bar: StationID = id("bar")

    private func minute(_ minutes: Double) -> Timestamp { noon.advanced(by: .milliseconds(minutes * 60_000)) }

    private func minutes(_ own: Int, ahead: Int = 0) -> ReadyForecast {
        ReadyForecast(own: .seconds(60 * own), ahead: .seconds(60 * ahead))
    }

    private func work(_ station: StationID, _ minutes: Int, times quantity: Int = 1) -> StationWork {
        StationWork(station: station, minutes: minutes, quantity: quantity)
    }

    private func queued(
        _ name: String, _ work: [StationWork], at minutes: Double = -1, startedAt: Double? = nil,
        isRaised: Bool = false
    ) -> QueuedTicket {
        QueuedTicket(
            id: id(name), releasedAt: minute(minutes), startedAt: startedAt.map(minute), isRaised: isRaised,
            work: work)
    }

    @Test func `an empty kitchen needs as long as the longest item`() {
        let forecast = KitchenForecast(of: [], at: noon)
        #expect(forecast.forecast(for: [work(Self.grill, 7), work(Self.bar, 2)]) == minutes(7))
    }

    @Test func `work ahead at the same station delays, and work at another one does not (C64)`() {
        let line = [queued("a", [work(Self.grill, 6)]), queued("b", [work(Self.grill, 4)])]
        let forecast = KitchenForecast(of: line, at: noon)
        #expect(forecast.forecast(for: [work(Self.grill, 5)]) == minutes(5, ahead: 10))
        #expect(forecast.forecast(for: [work(Self.bar, 2)]) == minutes(2))
        #expect(forecast.forecasts == [id("a"): minutes(6), id("b"): minutes(4, ahead: 6)])
    }

    @Test func `each hand of a station makes one item at a time`() {
        let line = [queued("a", [work(Self.grill, 6, times: 2)]), queued("b", [work(Self.grill, 4)])]
        let forecast = KitchenForecast(of: line, hands: [Self.grill: 2], at: noon)
        #expect(forecast.forecasts == [id("a"): minutes(6), id("b"): minutes(4, ahead: 6)])
        #expect(forecast.forecast(for: [work(Self.grill, 3)]) == minutes(3, ahead: 6))
    }

    @Test func `what has begun needs its rest, but never less than a minute`() {
        let line = [
            queued("begun", [work(Self.grill, 6)], startedAt: -4),
            queued("overdue", [work(Self.bar, 2)], startedAt: -9),
        ]
        let forecast = KitchenForecast(of: line, at: noon)
        #expect(forecast.forecasts == [id("begun"): minutes(2), id("overdue"): minutes(1)])
    }

    @Test func `a raised ticket comes before those that wait, and after those that are begun`() {
        let line = [
            queued("first", [work(Self.grill, 5)], at: -9),
            queued("raised", [work(Self.grill, 5)], at: -1, isRaised: true),
            queued("begun", [work(Self.grill, 5)], at: -2, startedAt: -1),
        ]
        let forecast = KitchenForecast(of: line, at: noon)
        #expect(
            forecast.forecasts
                == [
                    id("begun"): minutes(4), id("raised"): minutes(5, ahead: 4),
                    id("first"): minutes(5, ahead: 9),
                ])
    }

    @Test func `the hands of a station follow from its minutes of work in a window`() {
        let rules = PickupRules(
            interval: .seconds(600), leadTime: .zero, holdTime: .zero,
            capacity: PickupCapacity(workMinutes: [Self.grill: 31, Self.bar: 3]))
        #expect(rules.hands == [Self.grill: 3, Self.bar: 1])
    }

    @Test func `a band has whole minutes, and never begins in the past`() {
        let wide = QuoteCalibration(width: 5).quote(minutes(2), at: minute(1.5))
        #expect([wide.from, wide.until] == [minute(1), minute(14)])
        let delayed = QuoteCalibration(width: 0.5).quote(minutes(3, ahead: 6), delay: .seconds(60), at: noon)
        #expect([delayed.from, delayed.until] == [minute(7), minute(15)])
    }

    @Test func `an order is early, kept or late by its band`() {
        let quote = ReadyQuote(at: noon, forecast: minutes(9), from: minute(8), until: minute(11))
        #expect(quote.outcome(readyAt: minute(7.9)) == .early)
        #expect([8.0, 9.5, 11].allSatisfy { quote.outcome(readyAt: minute($0)) == .kept })
        #expect(quote.outcome(readyAt: minute(11.1)) == .late)
    }

    @Test func `a rate is published after twenty quotes, and is about the last hundred`() {
        var calibration = QuoteCalibration()
        let quote = ReadyQuote(at: noon, forecast: minutes(9), from: minute(8), until: minute(11))
        for _ in 0..<19 { calibration.note(quote, readyAt: minute(9)) }
        #expect(calibration.keptOfTen == nil)
        calibration.note(quote, readyAt: minute(20))
        #expect(calibration.keptOfTen == 10)
        for _ in 0..<100 { calibration.note(quote, readyAt: minute(20)) }
        #expect(calibration.outcomes.count == 100)
        #expect(calibration.keptOfTen == 0)
    }

    @Test(arguments: [0.4, 1.0, 2.5])
    func `the band is kept at the rate that it claims on thirty simulated lunches (C64)`(speed: Double) {
        var calibration = QuoteCalibration()
        var counts: [ReadyQuote.Outcome: Int] = [:]
        for seed in 0..<30 {
            // Each day has another mood: the kitchen is up to a third faster or slower than the day before.
            var generator = SplitMix64(seed: UInt64(seed))
            let mood = speed * generator.number(from: 0.75, to: 1.35)
            var lunch = SimulatedLunch(generator: generator, speed: mood)
            lunch.run(with: &calibration) { counts[$0, default: 0] += 1 }
        }
        let count = counts.values.reduce(0, +)
        let kept = Double(counts[.kept] ?? 0) / Double(count)
        #expect(count > 1_000)
        #expect(abs(kept - Double(QuoteCalibration.aim) / 10) < 0.03, "\(kept) of \(count), \(calibration)")
    }
}

/// An hour and a half at a kitchen: people come, two stations make their orders, and each order is quoted when it comes.
private struct SimulatedLunch {
    private struct Job {
        let ticket: Int
        let line: Int
        let minutes: Double
    }

    private struct Order {
        let queued: QueuedTicket
        let quote: ReadyQuote
        var open: Set<Int>
        var startedAt: Timestamp?
    }

    private static let stations: [StationID] = [id("grill"), id("bar")]
    private static let step = Duration.seconds(5)

    var generator: SplitMix64
    /// How much longer everything takes than the menu says.
    let speed: Double

    private var orders: [Int: Order] = [:]
    private var waiting: [StationID: [Job]] = [:]
    private var busy: [StationID: [(job: Job, until: Timestamp)]] = [:]
    private var bumped: [(ticket: Int, readyAt: Timestamp)] = []

    init(generator: SplitMix64, speed: Double) {
        self.generator = generator
        self.speed = speed
    }

    mutating func run(
        with calibration: inout QuoteCalibration, note: (ReadyQuote.Outcome) -> Void
    ) {
        // The grill has six hands where the café's file says four, and the bar has one.
        let hands = [Self.stations[0]: 6, Self.stations[1]: 1]
        var (now, count) = (noon, 0)
        repeat {
            let minute = noon.duration(to: now) / .seconds(60)
            // At the peak more orders come than the kitchen can make; slower kitchens get fewer.
            let rate = minute < 90 ? (0.5 + max(0, 1 - abs(minute - 40) / 40)) / speed : 0
            if generator.number(from: 0, to: 12) < rate {
                count += 1
                place(count, at: now, with: calibration)
            }
            work(hands, at: now)
            for (ticket, readyAt) in bumped where readyAt <= now {
                if let order = orders.removeValue(forKey: ticket) {
                    note(calibration.note(order.quote, readyAt: now))
                }
            }
            bumped.removeAll { $0.readyAt <= now }
            now = now.advanced(by: Self.step)
        } while noon.duration(to: now) < .seconds(90 * 60) || !orders.isEmpty
    }

    private mutating func place(_ number: Int, at now: Timestamp, with calibration: QuoteCalibration) {
        var lines = [
            StationWork(station: Self.stations[0], minutes: 3 + Int(generator.next() % 4), quantity: 1)
        ]
        if generator.next() % 3 > 0 {
            lines.append(StationWork(station: Self.stations[1], minutes: 1, quantity: 1))
        }
        let line = orders.values.filter { !$0.open.isEmpty }.map { order in
            QueuedTicket(
                id: order.queued.id, releasedAt: order.queued.releasedAt, startedAt: order.startedAt,
                isRaised: false, work: order.open.sorted().map { order.queued.work[$0] })
        }
        let forecast = KitchenForecast(of: line, hands: [Self.stations[0]: 4], at: now)
        let quote = calibration.quote(forecast.forecast(for: lines), at: now)
        orders[number] = Order(
            queued: QueuedTicket(
                id: id("t\(number)"), releasedAt: now, startedAt: nil, isRaised: false, work: lines),
            quote: quote, open: Set(lines.indices))
        for (index, part) in lines.enumerated() {
            waiting[part.station, default: []].append(
                Job(ticket: number, line: index, minutes: Double(part.minutes) * speed * noise()))
        }
    }

    /// Most items take about as long as the menu says, some much longer.
    private mutating func noise() -> Double {
        let usual = generator.number(from: 0.7, to: 1.2)
        return generator.next() % 12 == 0 ? usual * 1.8 : usual
    }

    private mutating func work(_ hands: [StationID: Int], at now: Timestamp) {
        for station in Self.stations {
            for (job, until) in busy[station] ?? [] where until <= now {
                orders[job.ticket]?.open.remove(job.line)
                if orders[job.ticket]?.open.isEmpty == true {
                    bumped.append((job.ticket, now.advanced(by: .seconds(5))))
                }
            }
            busy[station]?.removeAll { $0.until <= now }
            while busy[station, default: []].count < hands[station] ?? 1, waiting[station]?.isEmpty == false {
                guard let job = waiting[station]?.removeFirst() else { break }
                let until = now.advanced(by: .milliseconds(job.minutes * 60_000))
                busy[station, default: []].append((job, until))
                // Every second cook touches the ticket when they begin it; the others only bump.
                if job.ticket % 2 == 0, orders[job.ticket]?.startedAt == nil {
                    orders[job.ticket]?.startedAt = now
                }
            }
        }
    }
}
