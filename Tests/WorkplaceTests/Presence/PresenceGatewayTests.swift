import Attendance
import Beacons
import Conditions
import Essentials
import JSON
import Observations
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

@Suite(.timeLimit(.minutes(1)))
struct PresenceGatewayTests {
    private static let atGrill = #"{"cafe":"grill-cafe"}"#
    private static let atTea = #"{"cafe":"tea-cafe"}"#
    private static let between = #"{"candidates":["grill-cafe","tea-cafe"]}"#

    @Test func `LD18: a badge that is heard at a café's spot is told to its wearer's pages, once`()
        async throws
    {
        try await withPresence { fixture in
            for _ in 0..<10 {
                #expect(try await fixture.report("ear", rssi: -60).accepted == 1)
                fixture.advance(1)
            }
            #expect(fixture.told == [Self.atGrill])
            let following = try await fixture.service.following(of: Fixture.ada)
            #expect(following == Following(since: Fixture.noon, choice: .place(Fixture.cafeID("grill-cafe"))))
            let entry = try #require(fixture.published.all.last)
            #expect(entry.change.topic == .person(Fixture.ada))
        }
    }

    @Test func `without consent nothing is evaluated, kept or told`() async throws {
        try await withPresence(following: false) { fixture in
            let receipt = try await fixture.report("ear", rssi: -60)
            #expect(receipt.accepted == 1)
            #expect(fixture.published.all.isEmpty)
            #expect(try await fixture.kept().isEmpty)
            #expect(await fixture.service.people.isEmpty)
            #expect(try await fixture.service.following(of: Fixture.ada) == Following(since: nil))
        }
    }

    @Test func `withdrawing drops what is held and erases what was kept, at once`() async throws {
        try await withPresence { fixture in
            try await fixture.report("ear", rssi: -60)
            try await fixture.service.withdraw(Fixture.ada)
            #expect(await fixture.service.people.isEmpty)
            #expect(try await fixture.kept().isEmpty)
            let feed = try await fixture.store.read {
                try $0.feedEntries(after: 0, topics: [.person(Fixture.ada)], limit: 10)
            }
            #expect(feed.map(\.change.body) == [#"{"following":true}"#, "{}", #"{"following":false}"#])
            try await fixture.report("ear", rssi: -60)
            #expect(fixture.told == [Self.atGrill])
        }
    }

    @Test func `C11: alternating reports of two cafés yield one choice`() async throws {
        try await withPresence { fixture in
            for second in 0..<120 {
                let isEven = second.isMultiple(of: 2)
                try await fixture.report("ear", rssi: isEven ? -55 : -65)
                if second >= 5 { try await fixture.report("tea-ear", rssi: isEven ? -65 : -55) }
                fixture.advance(1)
            }
            #expect(fixture.told == [Self.atGrill])
        }
    }

    @Test
    func `W8: of two overlapping places the nearer wins, and readings within the margin do not flip it`()
        async throws
    {
        try await withPresence { fixture in
            func hears(_ grill: Int8, _ tea: Int8, times: Int) async throws {
                for _ in 0..<times {
                    try await fixture.report("ear", rssi: grill)
                    try await fixture.report("tea-ear", rssi: tea)
                    fixture.advance(1)
                }
            }
            try await hears(-55, -75, times: 20)
            #expect(fixture.told == [Self.atGrill])
            // Either is a little nearer in turn, within the margin of six decibels.
            for _ in 0..<60 {
                try await hears(-62, -60, times: 1)
                try await hears(-60, -62, times: 1)
            }
            #expect(fixture.told == [Self.atGrill])
            try await hears(-75, -55, times: 20)
            #expect(fixture.told == [Self.atGrill, Self.atTea])
        }
    }

    @Test func `C4: two cafés that are as near are asked about, though one was heard first`() async throws {
        try await withPresence { fixture in
            try await fixture.report("ear", rssi: -60)
            try await fixture.report("tea-ear", rssi: -61)
            #expect(fixture.told == [Self.atGrill, Self.between])
            let grill = Fixture.cafeID("grill-cafe")
            let choice = try await fixture.service.following(of: Fixture.ada).choice
            #expect(choice == .between([grill, Fixture.cafeID("tea-cafe")]))
        }
    }

    @Test func `walking from one café to another is followed after a moment of patience`() async throws {
        try await withPresence { fixture in
            for _ in 0..<20 {
                try await fixture.report("ear", rssi: -60)
                try await fixture.report("tea-ear")
                fixture.advance(1)
            }
            for _ in 0..<10 {
                try await fixture.report("ear", rssi: -85)
                try await fixture.report("tea-ear", rssi: -60)
                fixture.advance(1)
            }
            #expect(fixture.told == [Self.atGrill, Self.atTea])
        }
    }

    @Test func `C12: going out of hearing for a short time changes nothing, for long it is told`()
        async throws
    {
        try await withPresence { fixture in
            try await fixture.report("ear", rssi: -60)
            fixture.advance(29)
            try await fixture.report("ear")
            try await fixture.report("ear", rssi: -60)
            #expect(fixture.told == [Self.atGrill])
            fixture.advance(30)
            try await fixture.report("ear")
            #expect(fixture.told == [Self.atGrill])
            fixture.advance(3)
            try await fixture.service.lookAtDue()
            #expect(fixture.told == [Self.atGrill, "{}"])
        }
    }

    @Test func `W7: a gateway that falls silent makes what it said unknown`() async throws {
        try await withPresence { fixture in
            try await fixture.report("ear", rssi: -60)
            fixture.advance(60)
            try await fixture.service.lookAtDue()
            #expect(try await fixture.kept().map(\.state) == [.satisfied])
            fixture.advance(1)
            try await fixture.service.lookAtDue()
            #expect(try await fixture.kept().map(\.state) == [.satisfied, .unknown])
        }
    }

    @Test func `what is due is looked at each second`() async throws {
        try await withPresence { fixture in
            try await fixture.report("ear", rssi: -60)
            await withTaskGroup { group in
                group.addTask { await fixture.service.run { Issue.record($0) } }
                for _ in 0..<70 {
                    await fixture.clock.untilSleeping()
                    fixture.advance(1)
                }
                await fixture.clock.untilSleeping()
                group.cancelAll()
            }
            #expect(fixture.told == [Self.atGrill, "{}"])
        }
    }

    @Test func `a spot that is taken out of the campus says nothing any more`() async throws {
        try await withPresence { fixture in
            try await fixture.report("ear", rssi: -60)
            var campus = try CampusSample.value()
            let gone = ["sites.0.gateways", "sites.0.spots.2", "sites.0.spots.1"]
            for path in gone { campus = try #require(campus.changing(path, to: nil)) }
            fixture.advance(1)
            _ = try await fixture.imports.importCampus(campus.bytes, name: "without")
            try await fixture.tell([(1, "tea-room", .satisfied), (2, "room", .satisfied)])
            fixture.advance(9)
            try await fixture.service.lookAtDue()
            #expect(fixture.told == [Self.atGrill, Self.atTea])
        }
    }

    @Test func `after a restart the café is known again before any gateway reports`() async throws {
        try await withPresence { fixture in
            try await fixture.report("ear", rssi: -60)
            let service = fixture.restarted()
            _ = try await service.following(of: Fixture.ada)
            try await service.lookAtDue()
            let choice = try await service.following(of: Fixture.ada).choice
            #expect(choice == .place(Fixture.cafeID("grill-cafe")))
        }
    }

    @Test func `after a restart the door does not greet again`() async throws {
        try await withPresence { fixture in
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            try await fixture.report("door-ear", rssi: -60)
            #expect(fixture.reminders == 1)
            fixture.advance(3 * 3_600)
            try await fixture.report("door-ear", rssi: -60, by: fixture.restarted())
            #expect(fixture.reminders == 1)
            #expect(try await fixture.kept().count == 1)
        }
    }

    @Test func `what the door hears reminds, and only whom it may`() async throws {
        try await withPresence { fixture in
            try await fixture.report("door-ear", rssi: -60)
            #expect(fixture.reminders == 0)
            #expect(try await fixture.kept().isEmpty)
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            try await fixture.report("door-ear", rssi: -60)
            #expect(fixture.reminders == 1)
            try await fixture.clockIn()
            fixture.advance(30)
            try await fixture.report("door-ear")
            #expect(fixture.reminders == 1)
            try await fixture.stayAway()
            #expect(fixture.reminders == 2)
            let kinds = try await fixture.attendance.today(of: Fixture.ada).content.decisions.map(
                \.crossing?.kind)
            #expect(kinds == [.exited, .foundInside])
        }
    }

    @Test func `turning reminders off drops what is known of the door, and turning them on begins anew`()
        async throws
    {
        try await withPresence { fixture in
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            try await fixture.report("door-ear", rssi: -60)
            try await fixture.report("ear", rssi: -60)
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: false)
            #expect(await fixture.service.people.isEmpty)
            #expect(try await fixture.kept().map(\.spot.rawValue) == ["room"])
            fixture.advance(3_600)
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            try await fixture.report("door-ear")
            #expect(fixture.reminders == 1)
            try await fixture.report("door-ear", rssi: -60)
            #expect(fixture.reminders == 2)
        }
    }

    @Test func `what a purpose needed that was withdrawn on the way is not kept`() async throws {
        try await withPresence { fixture in
            let spots = try fixture.campuses.inForce().sites.flatMap(\.spots)
            let door = try #require(spots.first { $0.kind == .entrance })
            let room = try #require(spots.first { $0.kind != .entrance })
            let time = fixture.clock.timestamp
            var outcome = PresenceOutcome(of: Fixture.ada)
            for spot in [door, room] {
                let event = PresenceEvent(
                    person: Fixture.ada, source: .badge, number: 1, spot: spot.id, state: .satisfied,
                    time: time,
                    receivedAt: time)
                outcome.note(event, at: spot, lastKnown: nil, by: "door-ear")
            }
            try await fixture.service.keep([outcome], at: time, holding: 0)
            #expect(try await fixture.kept().map(\.spot) == [room.id])
            #expect(fixture.reminders == 0)
        }
    }

    @Test func `sightings are counted: accepted, late and unknown`() async throws {
        try await withPresence { fixture in
            let badge = try fixture.badge()
            let now = fixture.clock.timestamp
            func sighting(_ minor: UInt16, secondsAgo: Int) -> GatewayReport.Sighting {
                GatewayReport.Sighting(
                    identity: .beacon(BeaconIdentity(uuid: badge.uuid, major: 7, minor: minor)),
                    measuredPower: -59,
                    rssi: nil,
                    time: now.advanced(by: .seconds(-secondsAgo)))
            }
            let sightings = [
                sighting(65_535, secondsAgo: 5), sighting(1, secondsAgo: 5), sighting(65_535, secondsAgo: 6),
                sighting(65_535, secondsAgo: 4), sighting(65_535, secondsAgo: 90_000),
            ]
            let receipt = try await fixture.take(GatewayReport(until: now, sightings: sightings), from: "ear")
            #expect(receipt.accepted == 3)
            #expect(receipt.unknown == 1)
            #expect(receipt.late == 1)
            let again = try await fixture.take(GatewayReport(until: now, sightings: sightings), from: "ear")
            #expect(again.accepted == 0)
            #expect(again.late == 4)
            #expect(fixture.told == [Self.atGrill])
        }
    }

    @Test func `strangers are forgotten after a minute, also when no gateway reports`() async throws {
        try await withPresence { fixture in
            let admin = try #require(try fixture.campuses.inForce().person(Fixture.ada))
            _ = try await fixture.wearables.assign(
                .phone(CipherBlock(0..<16)), label: "", to: Fixture.ada, by: admin, from: "127.0.0.1")
            let now = fixture.clock.timestamp
            let address = DeviceAddress(resolvableFrom: 1, key: CipherBlock(repeating: 9), using: .openSSL)
            let uuid = try #require(ProximityUUID("00000000-0000-4000-8000-000000000000"))
            let strangers: [SightedIdentity] = [
                .privateAddress(address.value), .beacon(BeaconIdentity(uuid: uuid, major: 1, minor: 1)),
            ]
            let sightings = strangers.map {
                GatewayReport.Sighting(identity: $0, measuredPower: -59, rssi: -60, time: now)
            }
            try await fixture.take(GatewayReport(until: now, sightings: sightings), from: "ear")
            let ear = try #require(GatewayID("ear"))
            fixture.advance(60)
            try await fixture.service.lookAtDue()
            #expect(await fixture.service.wearers.knownCount == 1)
            #expect(await fixture.service.notes[ear]?.unknown != UnknownBeacons())
            fixture.advance(1)
            try await fixture.service.lookAtDue()
            #expect(await fixture.service.wearers.knownCount == 0)
            #expect(await fixture.service.notes[ear]?.unknown == UnknownBeacons())
        }
    }

    @Test func `the order of sightings in a report says nothing, and a condition gets them by time`()
        async throws
    {
        try await withPresence { fixture in
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            let start = fixture.clock.timestamp
            try await fixture.report("door-ear", at: start)
            fixture.advance(1)
            let badge = try fixture.badge()
            let sightings = [900, 100, 500].map { milliseconds in
                GatewayReport.Sighting(
                    identity: .beacon(badge), measuredPower: -59, rssi: -60,
                    time: start.advanced(by: .milliseconds(milliseconds)))
            }
            let report = GatewayReport(until: fixture.clock.timestamp, sightings: sightings)
            let receipt = try await fixture.take(report, from: "door-ear")
            #expect((receipt.accepted, receipt.late) == (3, 0))
            // Ada came when she was heard first.
            #expect(try await fixture.kept().map(\.time) == [start.advanced(by: .milliseconds(100))])
            let earlier = GatewayReport(until: fixture.clock.timestamp, sightings: sightings)
            #expect(try await fixture.take(earlier, from: "door-ear").late == 3)
        }
    }

    @Test func `W11: a sighting after the end of its report is refused alone, and the rest is taken`()
        async throws
    {
        try await withPresence { fixture in
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            let now = fixture.clock.timestamp
            let badge = try fixture.badge()
            let sightings = [0, 1, 3_600, 0].map { seconds in
                GatewayReport.Sighting(
                    identity: .beacon(badge), measuredPower: -59, rssi: -60,
                    time: now.advanced(by: .seconds(seconds)))
            }
            let report = GatewayReport(until: now, sightings: sightings)
            let receipt = try await fixture.take(report, from: "door-ear")
            #expect(receipt.refused == [1, 2])
            #expect(receipt.accepted == 2)
            #expect(fixture.reminders == 1)
        }
    }

    @Test(arguments: [1, 30, 480, 600])
    func `W11: a fast clock counts as now, is told, and makes nothing late once it is put right`(
        seconds: Int
    ) async throws {
        try await withPresence { fixture in
            _ = try await fixture.attendance.setReminders(of: Fixture.ada, on: true)
            for gateway in ["ear", "door-ear"] {
                let ahead = fixture.clock.timestamp.advanced(by: .seconds(seconds))
                let fast = try await fixture.report(gateway, rssi: -60, at: ahead)
                #expect(fast.accepted == 1)
                #expect(fast.clockAhead == .seconds(seconds))
            }
            #expect(try await fixture.kept().map(\.time) == [Fixture.noon, Fixture.noon])
            fixture.advance(1)
            let right = try await fixture.report("ear", rssi: -60)
            #expect(right.accepted == 1)
            #expect(right.clockAhead == .zero)
            // Also the silence that follows is counted from now.
            fixture.advance(30)
            try await fixture.report("ear")
            fixture.advance(3)
            try await fixture.service.lookAtDue()
            #expect(fixture.told == [Self.atGrill, "{}"])
        }
    }

    @Test func `LD15: what a gateway with a fast clock repeats is late`() async throws {
        try await withPresence { fixture in
            let ahead = fixture.clock.timestamp.advanced(by: .seconds(300))
            for _ in 0..<2 { try await fixture.report("ear", rssi: -60, at: ahead) }
            fixture.advance(60)
            let before = try await fixture.report("ear", rssi: -60, at: ahead.advanced(by: .seconds(-1)))
            #expect(before.late == 1)
            #expect(before.accepted == 0)
        }
    }

    @Test func `a gateway with a fast clock that falls silent is gone a minute after its last report`()
        async throws
    {
        try await withPresence { fixture in
            let ahead = fixture.clock.timestamp.advanced(by: .seconds(500))
            try await fixture.report("ear", rssi: -60, at: ahead)
            fixture.advance(61)
            try await fixture.service.lookAtDue()
            #expect(try await fixture.kept().map(\.state) == [.satisfied, .unknown])
        }
    }

    @Test func `a store that is busy leaves nothing told and nothing held, and the next report is taken`()
        async throws
    {
        try await withPresence { fixture in
            let busy = BusyStore(fixture.store, refusals: 1)
            let service = PresenceService(
                store: busy, campuses: fixture.campuses, wearables: fixture.wearables, clock: fixture.clock,
                crossed: AttendanceService.crossingHandler(of: fixture.campuses) {},
                now: { fixture.clock.timestamp })
            await #expect(throws: StoreError.busy) { try await fixture.report("ear", rssi: -60, by: service) }
            #expect(await service.people.isEmpty)
            #expect(fixture.told.isEmpty)
            let receipt = try await fixture.report("ear", rssi: -60, by: service)
            #expect(receipt.accepted == 1)
            #expect(fixture.told == [Self.atGrill])
        }
    }
}
