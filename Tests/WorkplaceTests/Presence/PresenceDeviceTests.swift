import Attendance
import Conditions
import Essentials
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct PresenceDeviceTests {
    private static let atGrill = #"{"cafe":"grill-cafe"}"#

    @Test func `what a device decided is told to its person's pages`() async throws {
        try await withPresence { fixture in
            let acknowledged = try await fixture.tell([(1, "room", .satisfied)])
            #expect(acknowledged == 1)
            #expect(fixture.told == [Self.atGrill])
        }
    }

    @Test func `an event counts once by its device and number`() async throws {
        try await withPresence { fixture in
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            for _ in 0..<3 {
                #expect(try await fixture.tell([(1, "door", .satisfied), (2, "room", .satisfied)]) == 2)
            }
            #expect(try await fixture.kept().map(\.number) == [1, 2])
            #expect(fixture.told == [Self.atGrill])
            #expect(fixture.reminders == 1)
            #expect(try await fixture.tell([(1, "room", .satisfied)], from: "desk") == 1)
            #expect(try await fixture.kept().count == 3)
        }
    }

    @Test func `nobody who has agreed to nothing is listened to`() async throws {
        try await withPresence(following: false) { fixture in
            await #expect(throws: WorkplaceRefusal.consentNeeded) {
                try await fixture.tell([(1, "room", .satisfied)])
            }
            let kept = try await fixture.kept()
            #expect(kept.isEmpty)
        }
    }

    @Test func `only what an agreed purpose needs is kept`() async throws {
        try await withPresence { fixture in
            let acknowledged = try await fixture.tell([(1, "door", .satisfied), (2, "room", .satisfied)])
            #expect(acknowledged == 2)
            #expect(try await fixture.kept().map(\.spot.rawValue) == ["room"])
            #expect(fixture.reminders == 0)
        }
    }

    @Test func `C10: unknown spots, foreign refinements and events of yesterday change nothing`() async throws
    {
        try await withPresence { fixture in
            let now = fixture.clock.timestamp
            let events = [
                DeviceEvent(number: 1, spot: "attic", state: .satisfied, time: now),
                DeviceEvent(number: 2, spot: "No spot at all", state: .satisfied, time: now),
                DeviceEvent(
                    number: 3, spot: "room", state: .satisfied, time: now,
                    refinement: Badge(major: 1, minor: 2)),
                DeviceEvent(
                    number: 4, spot: "room", state: .satisfied, time: now,
                    refinement: Badge(major: 2, minor: 1)),
                DeviceEvent(
                    number: 5, spot: "room", state: .satisfied, time: now.advanced(by: .seconds(-86_400))),
            ]
            let receipt = try await fixture.service.take(events, from: "laptop", of: Fixture.ada)
            #expect(receipt == DeviceReceipt(acknowledged: 5, unknown: 4))
            #expect(fixture.told.isEmpty)
            #expect(try await fixture.kept().isEmpty)
            let known = DeviceEvent(
                number: 6, spot: "room", state: .satisfied, time: now, refinement: Badge(major: 1, minor: 1))
            let last = try await fixture.service.take([known], from: "laptop", of: Fixture.ada)
            #expect(last.acknowledged == 6)
            #expect(fixture.told == [Self.atGrill])
        }
    }

    @Test func `a radio that was off and on again is no crossing`() async throws {
        try await withPresence { fixture in
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            try await fixture.tell([(1, "door", .unsatisfied)])
            try await fixture.tell([(2, "door", .satisfied), (3, "door", .unknown), (4, "door", .satisfied)])
            #expect(fixture.reminders == 1)
            try await fixture.clockIn()
            fixture.advance(60)
            try await fixture.tell([(5, "door", .unknown), (6, "door", .unsatisfied)])
            try await fixture.stayAway()
            #expect(fixture.reminders == 2)
            let kinds = try await fixture.attendance.today(of: Fixture.ada).content.decisions.map(
                \.crossing?.kind)
            #expect(kinds == [.exited, .entered])
        }
    }

    @Test func `what a device said is known again after a restart`() async throws {
        try await withPresence { fixture in
            try await fixture.tell([(1, "room", .satisfied)])
            fixture.advance(60)
            let service = fixture.restarted()
            _ = try await service.following(of: Fixture.ada)
            try await service.lookAtDue()
            let choice = try await service.following(of: Fixture.ada).choice
            #expect(choice == .place(Fixture.cafeID("grill-cafe")))
            #expect(try await fixture.tell([(1, "room", .satisfied)], by: service) == 1)
            #expect(try await fixture.kept().count == 1)
        }
    }

    @Test func `W11: an event from the future is refused alone, and what is a little ahead counts as of now`()
        async throws
    {
        try await withPresence { fixture in
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            let now = fixture.clock.timestamp
            func event(_ number: Int64, _ spot: String, ahead seconds: Int) -> DeviceEvent {
                let time = now.advanced(by: .seconds(seconds))
                return DeviceEvent(number: number, spot: spot, state: .satisfied, time: time)
            }
            let events = [
                event(1, "tea-room", ahead: 601), event(2, "room", ahead: 600), event(3, "door", ahead: 600),
            ]
            let receipt = try await fixture.service.take(events, from: "laptop", of: Fixture.ada)
            #expect(receipt == DeviceReceipt(acknowledged: 3, refused: [0]))
            #expect(fixture.told == [Self.atGrill])
            #expect(try await fixture.kept().map(\.time) == [now, now])
            let decisions = try await fixture.attendance.today(of: Fixture.ada).content.decisions
            #expect(decisions.map(\.cause.time) == [now])
        }
    }

    @Test func `sixteen devices of a person count, and the one that was silent for longest makes room`()
        async throws
    {
        try await withPresence { fixture in
            for device in 0..<20 {
                let arrivals: [(Int64, String, ConditionState)] = [
                    (1, "room", .satisfied), (2, "tea-room", .satisfied),
                ]
                try await fixture.tell(arrivals, from: "\(device)")
                fixture.advance(1)
                // The second one goes on reporting.
                try await fixture.tell([(Int64(device) + 3, "room", .satisfied)], from: "1")
            }
            let counting = (["1"] + (5..<20).map(String.init)).sorted()
            let person = try #require(await fixture.service.people[Fixture.ada])
            #expect(person.reports.keys.sorted() == counting)
            #expect(person.deviceEvents.keys.sorted() == counting)
            let kept = Set(try await fixture.kept().map(\.source))
            #expect(kept == Set(counting.map(PresenceEvent.Source.device)))
            // One that made room is a new device when it reports again.
            #expect(try await fixture.tell([(3, "room", .satisfied)], from: "0") == 3)
            #expect(await fixture.service.people[Fixture.ada]?.reports["0"]?.count == 1)
            #expect(await fixture.service.people[Fixture.ada]?.reports.count == FollowedPerson.mostDevices)
        }
    }

    @Test func `after a day nothing of it is left`() async throws {
        try await withPresence { fixture in
            try await fixture.tell([(1, "room", .satisfied)])
            fixture.advance(24 * 3_600 + 1)
            try await Housekeeping(
                store: fixture.store, clock: fixture.clock, now: { fixture.clock.timestamp }
            )
            .clean()
            #expect(try await fixture.kept().isEmpty)
            let choice = try await fixture.restarted().following(of: Fixture.ada).choice
            #expect(choice == PlaceChoice.none)
        }
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `W3: any order with repetitions ends in the same presence, and reminders stand`(seed: UInt64)
        async throws
    {
        try await withPresence { fixture in
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            try await fixture.clockIn()
            let ledger = try await fixture.attendance.today(of: Fixture.ada).content.punches
            var random = SplitMix64(seed: seed)
            let states: [ConditionState] = [.satisfied, .unsatisfied, .unknown]
            let events = (1...12).map { number in
                (
                    number: Int64(number),
                    spot: ["room", "tea-room", "door"][Int.random(in: 0..<3, using: &random)],
                    state: states.randomElement(using: &random) ?? .unknown
                )
            }
            try await fixture.tell(events, from: "in order")
            var reminded: Set<ReminderID> = []
            for event in (events + events).shuffled(using: &random) {
                try await fixture.tell([event], from: "shuffled")
                fixture.advance(60)
                _ = try await fixture.departures.workNow()
                let shown = try await fixture.attendance.today(of: Fixture.ada).content.decisions
                    .filter(\.reason.reminds)
                #expect(reminded.isSubset(of: shown.map(\.id)))
                reminded = Set(shown.map(\.id))
            }
            let person = try #require(await fixture.service.people[Fixture.ada])
            let expected = person.reports["in order"]?.mapValues(\.state)
            #expect(person.reports["shuffled"]?.mapValues(\.state) == expected)
            #expect(person.deviceEvents == ["in order": 12, "shuffled": 12])
            #expect(try await fixture.attendance.today(of: Fixture.ada).content.punches == ledger)
        }
    }

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `W3 W5: a log in order, with parts that arrive late, is decided as its times alone say`(seed: UInt64)
        async throws
    {
        try await withPresence { fixture in
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            var random = SplitMix64(seed: seed)
            var log: [Timestamp] = []
            var held: [DeviceEvent] = []
            var isOffline = false
            for number in 1...20 as ClosedRange<Int64> {
                fixture.advance([20, 70, 170, 190, 3_000].randomElement(using: &random) ?? 1)
                let isEntry = number % 2 == 1
                log.append(fixture.clock.timestamp)
                held.append(
                    DeviceEvent(
                        number: number, spot: "door", state: isEntry ? .satisfied : .unsatisfied,
                        time: fixture.clock.timestamp))
                // A device that goes offline while it is outside, and tells all at a later return.
                let flips = Bool.random(using: &random)
                isOffline = isEntry ? isOffline && !flips : isOffline || flips
                if !isOffline {
                    _ = try await fixture.service.take(held, from: "phone", of: Fixture.ada)
                    held = []
                }
                _ = try await fixture.departures.workNow()
            }
            _ = try await fixture.service.take(held, from: "phone", of: Fixture.ada)
            fixture.advance(180)
            _ = try await fixture.departures.workNow()
            let decisions = try await fixture.store.read {
                try $0.reminderDecisions(of: Fixture.ada, limit: 100)
            }
            let reasons = decisions.map { ($0.cause.time, $0.reason) }
            #expect(Dictionary(uniqueKeysWithValues: reasons) == Self.reasons(of: log))
        }
    }

    /// What the rules say of a log of entries and exits in turn, for a person who is not clocked in.
    private static func reasons(of log: [Timestamp]) -> [Timestamp: ReminderReason] {
        var reasons: [Timestamp: ReminderReason] = [:]
        var lastReminder: Timestamp?
        for place in log.indices {
            let isEntry = place % 2 == 0
            let other = isEntry ? place - 1 : place + 1
            let isShort = log.indices.contains(other) && abs(seconds(log[place], log[other])) < 180
            switch (isEntry, isShort) {
            case (true, true): continue
            case (false, true): reasons[log[place]] = .cameBack
            case (true, false):
                let isRecent = lastReminder.map { seconds($0, log[place]) <= 7_200 } ?? false
                reasons[log[place]] = isRecent ? .recentReminder : .punchExpected
                if !isRecent { lastReminder = log[place] }
            case (false, false): reasons[log[place]] = .nothingToPunch
            }
        }
        return reasons
    }

    private static func seconds(_ start: Timestamp, _ end: Timestamp) -> Int64 {
        start.duration(to: end).components.seconds
    }
}
