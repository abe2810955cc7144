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
            #expect(receipt == DeviceReceipt(acknowledged: 5))
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
            #expect(fixture.reminders == 2)
            let kinds = try await fixture.attendance.today(of: Fixture.ada).content.decisions.map(
                \.crossing.kind)
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
            #expect(decisions.map(\.crossing.observedAt) == [now])
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

    /// W3: whatever the order, and however often each is sent, the last state of each spot is the same.
    @Test(arguments: 0..<30 as Range<UInt64>)
    func `any order with repetitions ends in the same presence`(seed: UInt64) async throws {
        try await withPresence { fixture in
            var random = SplitMix64(seed: seed)
            let states: [ConditionState] = [.satisfied, .unsatisfied, .unknown]
            let events = (1...12).map { number in
                (
                    number: Int64(number), spot: Bool.random(using: &random) ? "room" : "tea-room",
                    state: states.randomElement(using: &random) ?? .unknown
                )
            }
            try await fixture.tell(events, from: "in order")
            for event in (events + events).shuffled(using: &random) {
                try await fixture.tell([event], from: "shuffled")
            }
            let person = try #require(await fixture.service.people[Fixture.ada])
            let expected = person.reports["in order"]?.mapValues(\.state)
            #expect(person.reports["shuffled"]?.mapValues(\.state) == expected)
            #expect(person.deviceEvents == ["in order": 12, "shuffled": 12])
        }
    }
}
