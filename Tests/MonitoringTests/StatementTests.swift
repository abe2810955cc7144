import Beacons
import Conditions
import Geodesy
import Monitoring
import Observations
import SQLite
import Testing

/// Statements of the contract that no other suite comes by.
@Suite(.timeLimit(.minutes(1))) struct StatementTests {
    @Test func `L19 identifiers come in the order of adding, another process' too`() async throws {
        try await withFolder { folder in
            let names = ["zoo", "b", "a", "10", "9"]
            try await withMonitor(in: folder) { monitor in
                for name in names { try await monitor.add(Sensed.office, identifier: name) }
                try await monitor.add(Sensed.site(2), identifier: "b")
            }
            let again = try await withMonitor(in: folder) { await $0.identifiers }
            #expect(again == names)
        }
    }

    @Test func `L26 L27 LD6 a condition whose event was pending when the monitor ended stays alive`()
        async throws
    {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a")
                try await monitor.observe(Sensed.beacon(1, at: 0))
            }
            try await withMonitor(in: folder) { monitor in
                let identifiers = await monitor.identifiers
                #expect(identifiers == ["a"])
                let pending = try await monitor.events.first(1)
                #expect(pending.map(\.state) == [.satisfied])
                try await monitor.observeAll(Sensed.beacon(1, at: 10), Sensed.elapsed(60))
                await monitor.finish()
                // The pending event was not acknowledged, so it comes again before the next one.
                let all = try await monitor.events.untilClosed()
                #expect(all.map(\.state) == [.satisfied, .unsatisfied])
            }
        }
    }

    @Test func `L34 a record keeps the last event alone, however long the history`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a", history: .every)
                try await monitor.observeAll(
                    Sensed.beacon(1, at: 0), Sensed.elapsed(60), Sensed.beacon(1, at: 70), Sensed.elapsed(130)
                )
                await monitor.finish()
                let events = try await monitor.events.untilClosed()
                #expect(events.map(\.state) == [.satisfied, .unsatisfied, .satisfied, .unsatisfied])
                let record = try #require(await monitor.record(for: "a"))
                #expect(record.lastEvent == events.last)
            }
        }
    }

    @Test func `L37 L41 a refinement is one of the beacons that the condition means`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a")
                try await monitor.observe(Sensed.beacon(1, 7, at: 0))
                let event = try #require(try await monitor.events.first(1).first)
                let refinement = try #require(event.refinement)
                #expect(refinement == BeaconIdentityCondition(uuid: Sensed.uuid, major: 1, minor: 7))
                let identity = BeaconIdentity(uuid: Sensed.uuid, major: 1, minor: 7)
                guard case .beacon(let condition) = Sensed.site(1) else { return }
                #expect(condition.constraint.matches(identity))
                #expect(refinement.constraint.matches(identity))
            }
        }
    }

    @Test func `L43 a minor without a major cannot come in by the store either`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a")
                try await monitor.observe(Sensed.beacon(1, at: 0))
            }
            let database = try Database(path: folder + "/work.monitor")
            try await database.write { try $0.execute("UPDATE changes SET major = NULL") }
            await database.close()
            let error = await #expect(throws: MonitorError.self) { try await Monitor("work", in: folder) }
            guard case .storeDamaged = error else {
                Issue.record("the store was refused with \(String(describing: error))")
                return
            }
        }
    }

    @Test(arguments: [
        (CircularGeographicCondition.largestRadius, true),
        (CircularGeographicCondition.largestRadius.nextUp, false), (0, false), (-1, false), (.nan, false),
        (.infinity, false), (.leastNonzeroMagnitude, true),
    ])
    func `L52 L53 LD7 a radius above the largest is refused, and nothing is reduced`(
        radius: Double, isTaken: Bool
    ) throws {
        let center = try #require(Coordinate(latitude: 0, longitude: 0))
        guard isTaken else {
            #expect(throws: ConditionError.radiusOutOfRange) {
                try CircularGeographicCondition(center: center, radius: radius)
            }
            return
        }
        #expect(try CircularGeographicCondition(center: center, radius: radius).radius == radius)
    }

    @Test func `L99 L100 one permission is for positions and beacons, and the radio is another question`()
        async throws
    {
        let center = try #require(Coordinate(latitude: 0, longitude: 0))
        let circle = try Condition.circular(CircularGeographicCondition(center: center, radius: 100))
        let fix = try #require(PositionFix(coordinate: center, horizontalAccuracy: 1))
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(circle, identifier: "ground", history: .every)
                try await monitor.add(Sensed.site(1), identifier: "site", history: .every)
                try await monitor.observeAll(
                    Observation(source: Sensed.phone, time: moment(0), content: .position(fix)),
                    Sensed.beacon(1, at: 0), Sensed.radio(.off, at: 1), Sensed.permission(.denied, at: 2))
                await monitor.finish()
                let events = try await monitor.events.untilClosed()
                for identifier in ["ground", "site"] {
                    let told = events.filter { $0.identifier == identifier }
                    #expect(told.map(\.state) == [.satisfied, .unknown], "\(identifier)")
                    #expect(told.last?.sourceUnavailable == true)
                }
            }
            try await withMonitor("other", in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "site")
                try await monitor.observeAll(Sensed.beacon(1, at: 0), Sensed.permission(.denied, at: 2))
                let event = try #require(try await monitor.events.first(1).first)
                #expect(event.diagnostics == .authorizationDenied)
            }
        }
    }

    @Test func `L122 LD17 a radio that is switched off and on greets nobody twice`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "a", history: .every)
                try await monitor.observeAll(
                    Sensed.beacon(1, at: 0), Sensed.radio(.off, at: 10), Sensed.radio(.on, at: 20),
                    Sensed.beacon(1, at: 21))
                await monitor.finish()
                let events = try await monitor.events.untilClosed()
                #expect(events.map(\.state) == [.satisfied, .unknown])
            }
        }
    }

    @Test func `L123 entries and exits are reported alike, there is no filter`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(
                    Sensed.site(1), identifier: "a", history: .every, assuming: .unsatisfied)
                try await monitor.observeAll(Sensed.beacon(1, at: 0), Sensed.elapsed(60))
                await monitor.finish()
                let events = try await monitor.events.untilClosed()
                #expect(events.map(\.state) == [.satisfied, .unsatisfied])
            }
        }
    }

    @Test func `L149 L44 one uuid, a major for the site and a minor for the spot are three conditions`()
        async throws
    {
        let spot = Condition.beacon(BeaconIdentityCondition(uuid: Sensed.uuid, major: 1, minor: 3))
        try await withFolder { folder in
            try await withMonitor(in: folder) { monitor in
                try await monitor.add(Sensed.office, identifier: "organisation")
                try await monitor.add(Sensed.site(1), identifier: "site")
                try await monitor.add(spot, identifier: "spot")
                try await monitor.observe(Sensed.beacon(2, 3, at: 0))
                let first = try await monitor.events.first(1)
                #expect(first.map(Told.init) == [Told("organisation", .satisfied)])
                try await monitor.observeAll(Sensed.beacon(1, 4, at: 1), Sensed.beacon(1, 3, at: 2))
                await monitor.finish()
                let rest = try await monitor.events.untilClosed().filter { $0.identifier != "organisation" }
                #expect(rest.map(Told.init) == [Told("site", .satisfied), Told("spot", .satisfied)])
            }
        }
    }

    @Test func `LD5 a second owner in the same process is refused until the first is closed`() async throws {
        try await withFolder { folder in
            let monitor = try await Monitor("work", in: folder)
            await #expect(throws: MonitorError.alreadyOpen("work")) { try await Monitor("work", in: folder) }
            await monitor.close()
            try await withMonitor(in: folder) { _ in }
        }
    }

    @Test func `LA2 LD3 what is beyond the limit is explained by the limit`() async throws {
        try await withFolder { folder in
            try await withMonitor(in: folder, limit: .atMost(1)) { monitor in
                try await monitor.add(Sensed.site(1), identifier: "first")
                try await monitor.add(Sensed.site(1), identifier: "second")
                try await monitor.observe(Sensed.beacon(1, at: 0))
                let first = try #require(await monitor.explain("first"))
                #expect(first.rule == .heard)
                let second = try #require(await monitor.explain("second"))
                #expect(second.state == .unmonitored)
                #expect(
                    second.description
                        == "unmonitored: too many other conditions come before it; missing: room within the limit "
                        + "of conditions")
            }
        }
    }
}
