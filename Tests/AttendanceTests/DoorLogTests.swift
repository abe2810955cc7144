import Attendance
import Essentials
import TestSupport
import Testing

/// Random days at one door that two sources hear, judged by the true times of the crossings.
@Suite(.timeLimit(.minutes(1)))
struct DoorLogTests {
    @Test(arguments: 0..<150 as Range<UInt64>)
    func `W3 W4: of reports in order, each crossing of two sources is decided once, as the true log says`(
        seed: UInt64
    ) throws {
        let day = TrueDay(seed: seed)
        var found = Findings(of: day)
        try found.process(day.promptDeliveries)
        for (number, outing) in day.outings.enumerated() {
            let decided = outing.isShort ? 0 : 1
            #expect(found.decisions(.exited, outing: number).count == decided, "outing \(number)")
            #expect(found.decisions(.entered, outing: number).count == decided, "outing \(number)")
            #expect(found.cancelled(outing: number) == 1 - decided, "outing \(number)")
        }
        #expect(found.reminding(.exited) == day.remindingDepartures)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `W3 W5: late, repeated and reordered reports never remind of a departure whose return is known`(
        seed: UInt64
    ) throws {
        let day = TrueDay(seed: seed)
        var found = Findings(of: day)
        try found.process(day.anyDeliveries)
        for (number, outing) in day.outings.enumerated() {
            let exits = found.decisions(.exited, outing: number)
            let entries = found.decisions(.entered, outing: number)
            if outing.isShort {
                let knownBack = day.firstReceipt(.entered, outing: number)
                #expect(exits.allSatisfy { !$0.reason.reminds || $0.time <= knownBack }, "outing \(number)")
                let knownGone = day.firstReceipt(.exited, outing: number)
                #expect(entries.allSatisfy { !$0.reason.reminds || $0.time <= knownGone }, "outing \(number)")
            } else {
                #expect(!exits.isEmpty && !entries.isEmpty, "outing \(number) is lost")
                #expect(exits.count { $0.reason.reminds } <= 1, "outing \(number)")
                #expect(found.cancelled(outing: number) == 0, "outing \(number)")
            }
        }
    }

    @Test(arguments: 0..<100 as Range<UInt64>, [1, 1.3, 2, 20, 5_000])
    func `W13: the log of a door is decided the same at every speed from that of the day up`(
        seed: UInt64, speed: Double
    ) throws {
        let day = TrueDay(seed: seed)
        var found = Findings(of: day)
        try found.process(day.replay(at: speed))
        for (number, outing) in day.outings.enumerated() {
            let decided = outing.isShort ? 0 : 1
            #expect(found.decisions(.exited, outing: number).count == decided, "outing \(number)")
            #expect(found.decisions(.entered, outing: number).count == decided, "outing \(number)")
        }
        #expect(found.reminding(.exited) == day.remindingDepartures)
    }
}

/// What truly happened at a door, and two sources that report it with small errors.
private struct TrueDay {
    struct Outing {
        let left: Int
        let back: Int
        /// Whether the person is back before the three minutes; never near them.
        var isShort: Bool { back - left < 180 }
    }

    struct Delivery {
        let crossing: Crossing
        let outing: Int
        var receivedAt: Timestamp { crossing.receivedAt }
    }

    static let sources = ["gateway", "phone"]
    /// How much later than the crossing a source may date it, in seconds; below the least distance of crossings.
    static let error = 20

    /// No two departures are close to two hours apart.
    let outings: [Outing]
    /// The reports of each source in their order; all are in the past at `end`.
    private let reports: [[(kind: Crossing.Kind, at: Int, outing: Int)]]
    let anyDeliveries: [Delivery]
    let promptDeliveries: [Delivery]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var outings = Self.outings(&random)
        while Self.isClose(outings) { outings = Self.outings(&random) }
        let reports = Self.sources.map { _ in
            outings.enumerated().flatMap { number, outing in
                [(Crossing.Kind.exited, outing.left, number), (.entered, outing.back, number)].map {
                    (kind: $0.0, at: $0.1 + Int.random(in: 0...Self.error, using: &random), outing: $0.2)
                }
            }
        }
        promptDeliveries = zip(Self.sources, reports).flatMap { source, reports in
            reports.map { report in
                Delivery(
                    crossing: Self.crossing(report.kind, at: report.at, received: report.at, by: source),
                    outing: report.outing)
            }
        }.sorted { $0.receivedAt < $1.receivedAt }
        var any: [Delivery] = []
        for (source, reports) in zip(Self.sources, reports) {
            for report in reports {
                // Some arrive late, some twice; the delays differ, so that the order does too.
                for _ in 0..<Int.random(in: 1...2, using: &random) {
                    let delay = [0, 1, 90, 400, 6_000].randomElement(using: &random) ?? 0
                    any.append(
                        Delivery(
                            crossing: Self.crossing(
                                report.kind, at: report.at, received: report.at + delay, by: source),
                            outing: report.outing))
                }
            }
        }
        anyDeliveries = any.shuffled(using: &random).sorted { $0.receivedAt < $1.receivedAt }
        self.outings = outings
        self.reports = reports
    }

    private static func outings(_ random: inout SplitMix64) -> [Outing] {
        var time = 0
        return (0..<8).map { _ in
            time += [130, 400, 5_000].randomElement(using: &random) ?? 130
            let left = time
            time += [70, 110, 130, 240, 900, 4_000].randomElement(using: &random) ?? 70
            return Outing(left: left, back: time)
        }
    }

    /// Whether the errors of the sources matter for the window, because two departures are about two hours apart.
    private static func isClose(_ outings: [Outing]) -> Bool {
        outings.contains { one in outings.contains { abs($0.left - one.left - 7_200) <= 2 * error } }
    }

    /// The reports of the first source, played faster; the playing ends when the log ends.
    func replay(at speed: Double) -> [Delivery] {
        guard let last = reports[0].last?.at else { return [] }
        return reports[0].map { report in
            let received = Double(last) - Double(last - report.at) / speed
            return Delivery(
                crossing: Self.crossing(
                    report.kind, at: report.at, receivedAt: moment(0).advanced(by: .seconds(received)),
                    by: Self.sources[0]), outing: report.outing)
        }
    }

    /// When a crossing of an outing was first reported.
    func firstReceipt(_ kind: Crossing.Kind, outing: Int) -> Timestamp {
        anyDeliveries.first { $0.outing == outing && $0.crossing.kind == kind }?.receivedAt
            ?? moment(.max / 2_000)
    }

    /// The outings whose departure reminds by the rule of two hours; only long outings restart the window.
    var remindingDepartures: [Int] {
        var last: Int?
        return outings.indices.filter { number in
            let outing = outings[number]
            guard !outing.isShort else { return false }
            defer { last = outing.left }
            return last.map { outing.left - $0 > 7_200 } ?? true
        }
    }

    private static func crossing(_ kind: Crossing.Kind, at time: Int, received: Int, by source: String)
        -> Crossing
    {
        crossing(kind, at: time, receivedAt: moment(received), by: source)
    }

    private static func crossing(
        _ kind: Crossing.Kind, at time: Int, receivedAt: Timestamp, by source: String
    ) -> Crossing {
        Crossing(
            entrance: id("front-door"), kind: kind, observedAt: moment(time), receivedAt: receivedAt,
            source: id(source))
    }

    static func moment(_ seconds: Int) -> Timestamp { midnight.advanced(by: .seconds(seconds)) }
    private func moment(_ seconds: Int) -> Timestamp { Self.moment(seconds) }
}

/// What a machine finds of deliveries, by the outings of the true log.
private struct Findings {
    struct Decision {
        let kind: Crossing.Kind
        let outing: Int
        let reason: ReminderReason
        let time: Timestamp
    }

    private let outings: [Crossing: Int]
    private var door = DoorStateMachine()
    private var decided: [Decision] = []
    private var cancelled: [Int] = []

    init(of day: TrueDay) {
        let all =
            day.anyDeliveries + day.promptDeliveries + [1, 1.3, 2, 20, 5_000].flatMap { day.replay(at: $0) }
        outings = Dictionary(all.map { ($0.crossing, $0.outing) }) { first, _ in first }
    }

    /// Hands the deliveries to the machine in their order, and settles departures at the moment at which they settle.
    mutating func process(_ deliveries: [TrueDay.Delivery]) throws {
        for delivery in deliveries {
            settle(before: delivery.receivedAt)
            note(try door.apply(delivery.crossing), at: delivery.receivedAt)
        }
        settle(before: nil)
    }

    private mutating func settle(before time: Timestamp?) {
        while let next = door.waiting.map(\.settles).min(), time.map({ next < $0 }) ?? true {
            note(door.settle(at: next), at: next)
        }
    }

    private mutating func note(_ findings: [DoorStateMachine.Finding], at time: Timestamp) {
        for finding in findings {
            guard let outing = outings[finding.crossing] else { continue }
            switch finding.verdict {
            case .decided(let reason):
                decided.append(
                    Decision(kind: finding.crossing.kind, outing: outing, reason: reason, time: time))
            case .cameBack where finding.crossing.kind == .exited: cancelled.append(outing)
            case .waits, .sameCrossing, .merged, .cameBack: break
            }
        }
    }

    func decisions(_ kind: Crossing.Kind, outing: Int) -> [Decision] {
        decided.filter { $0.kind == kind && $0.outing == outing }
    }

    func cancelled(outing: Int) -> Int { cancelled.count { $0 == outing } }

    func reminding(_ kind: Crossing.Kind) -> [Int] {
        decided.filter { $0.kind == kind && $0.reason.reminds }.map(\.outing)
    }
}
