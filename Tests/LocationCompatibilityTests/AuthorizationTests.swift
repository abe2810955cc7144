import Authorization
import Foundation
import LocationCompatibility
import Monitoring
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct AuthorizationTests {
    private let log = DelegateLog()

    /// Runs a body on a device whose person has decided so much.
    private func withDevice(
        _ grant: AuthorizationDecision.Grant, _ body: (Surroundings, CLLocationManager) async throws -> Void
    ) async rethrows {
        let surroundings = await Device.surroundings(in: Device.newFolder(), grant: grant)
        try await Surroundings.using(surroundings) {
            let manager = CLLocationManager()
            manager.delegate = log
            try await body(surroundings, manager)
        }
    }

    /// Answers the question that is open.
    private func answer(_ answer: AuthorizationAnswer, in surroundings: Surroundings) async throws {
        let prompt = try #require(surroundings.authority.prompt)
        try surroundings.authority.answer(answer, to: prompt)
        await surroundings.settle()
    }

    @Test
    func `L85 L94: a delegate gets the first status and every change, in the newer and the older way`()
        async throws
    {
        try await withDevice(.undecided) { surroundings, manager in
            await surroundings.settle()
            manager.requestWhenInUseAuthorization()
            try await answer(.allowWhileUsing, in: surroundings)
            surroundings.authority.setEnabled(false)
            await surroundings.settle()
            #expect(log.statuses == [.notDetermined, .authorizedWhenInUse, .denied])
            #expect(log.olderStatuses == log.statuses)
            #expect(!CLLocationManager.locationServicesEnabled())
        }
    }

    @Test(arguments: [AuthorizationDecision.Grant.refused, .whileUsing, .always])
    func `L86: nobody is asked who has decided`(grant: AuthorizationDecision.Grant) async {
        await withDevice(grant) { surroundings, manager in
            manager.requestWhenInUseAuthorization()
            #expect(surroundings.authority.prompt == nil)
        }
    }

    @Test func `L87 L88: nobody is asked outside the foreground, or without words for the question`() async {
        await withDevice(.undecided) { surroundings, manager in
            surroundings.authority.setInUse(false)
            manager.requestAlwaysAuthorization()
            #expect(surroundings.authority.prompt == nil)
        }
        let mute = await Surroundings(
            in: Device.newFolder(), from: Scene.morning, usage: UsageDescriptions())
        await Surroundings.using(mute) {
            CLLocationManager().requestWhenInUseAuthorization()
            #expect(mute.authority.prompt == nil)
        }
    }

    @Test func `L89: always is asked for once as an upgrade`() async throws {
        try await withDevice(.whileUsing) { surroundings, manager in
            manager.requestAlwaysAuthorization()
            try await answer(.allowWhileUsing, in: surroundings)
            manager.requestAlwaysAuthorization()
            #expect(surroundings.authority.prompt == nil)
        }
    }

    @Test
    func `L96: an answered question about accuracy ends without an error, one that is not asked with one`()
        async throws
    {
        try await withDevice(.undecided) { surroundings, manager in
            surroundings.authority.set(.whileUsing, accuracy: .reducedAccuracy)
            #expect(manager.accuracyAuthorization == .reducedAccuracy)
            let ends = Box<[String]>([])
            for key in ["menu", "nothing"] {
                manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: key) { error in
                    ends.change {
                        $0.append("\(key) \((error as? CLError).map { "\($0.code)" } ?? "answered")")
                    }
                }
            }
            await surroundings.settle()
            #expect(ends.value == ["nothing promptDeclined"])
            try await answer(.refuse, in: surroundings)
            #expect(ends.value == ["nothing promptDeclined", "menu answered"])
            await #expect(throws: CLError.self) {
                try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "nothing")
            }
        }
    }

    @Test func `L96: a question about accuracy that is open at the end is answered with an error`() async {
        await withDevice(.undecided) { surroundings, manager in
            surroundings.authority.set(.whileUsing, accuracy: .reducedAccuracy)
            let ends = Box<[String]>([])
            manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "menu") { error in
                ends.change { $0.append((error as? CLError).map { "\($0.code)" } ?? "answered") }
            }
            await surroundings.settle()
            #expect(ends.value == [])
            await surroundings.close()
            #expect(ends.value == ["promptDeclined"])
        }
    }

    @Test func `L98: a region may be registered before permission, and is monitored once it comes`()
        async throws
    {
        try await withDevice(.undecided) { surroundings, manager in
            manager.startMonitoring(for: CLBeaconRegion(uuid: Scene.uuid, identifier: "Office"))
            await surroundings.play(Scene.sighting(0))
            #expect(log.take() == ["started Office"])
            #expect(surroundings.authority.prompt == nil)
            manager.requestWhenInUseAuthorization()
            try await answer(.allowWhileUsing, in: surroundings)
            await surroundings.play(Scene.sighting(10))
            #expect(log.take() == ["inside Office"])
        }
    }

    @Test func `a region that is registered against a refusal is reported as denied`() async {
        await withDevice(.refused) { surroundings, manager in
            manager.startMonitoring(for: CLBeaconRegion(uuid: Scene.uuid, identifier: "Office"))
            await surroundings.settle()
            #expect(log.take() == ["started Office", "failed Office regionMonitoringDenied"])
        }
    }

    @Test func `L80: events of a monitor say why they do not come`() async throws {
        await withDevice(.refused) { surroundings, _ in
            let monitor = await CLMonitor("Greeter")
            await monitor.add(CLMonitor.BeaconIdentityCondition(uuid: Scene.uuid), identifier: "Office")
            let events = EventLog(of: monitor)
            await surroundings.whenRead()
            await surroundings.settle()
            #expect(events.lines == ["Office unknown"])
            #expect(events.events.first?.authorizationDenied == true)
        }
    }

    @Test func `L101: a session asks the person, and its diagnostics say what is missing`() async throws {
        try await withDevice(.undecided) { surroundings, _ in
            let session = CLServiceSession(authorization: .whenInUse)
            var diagnostics = session.diagnostics.makeAsyncIterator()
            #expect(try await diagnostics.next()?.authorizationRequestInProgress == true)
            try await answer(.refuse, in: surroundings)
            #expect(try await diagnostics.next()?.authorizationDenied == true)
            session.invalidate()
        }
    }

    @Test func `L107: a background activity that began in the foreground goes on outside it`() async throws {
        await withDevice(.whileUsing) { surroundings, manager in
            let activity = CLBackgroundActivitySession()
            manager.startMonitoring(for: CLBeaconRegion(uuid: Scene.uuid, identifier: "Office"))
            surroundings.authority.setInUse(false)
            await surroundings.play(Scene.sighting(0))
            #expect(log.take() == ["started Office", "inside Office"])
            activity.invalidate()
        }
    }

    @Test func `positions are delivered while they are wanted and allowed`() async {
        await withDevice(.whileUsing) { surroundings, manager in
            await surroundings.play(Scene.fix(at: Scene.home, 0))
            manager.startUpdatingLocation()
            await surroundings.play(Scene.fix(at: Scene.entrance, 10))
            surroundings.authority.set(.refused)
            await surroundings.play(Scene.fix(at: Scene.home, 20))
            #expect(log.take() == ["failed denied"])
            manager.stopUpdatingLocation()
            #expect(log.locations.map(\.coordinate) == [Scene.entrance])
            #expect(log.locations.first?.timestamp == Date(timeIntervalSince1970: 1_600_000_010))
            manager.startUpdatingLocation()
            await surroundings.settle()
            #expect(log.take() == ["failed denied"])
        }
    }

    @Test func `L83: under reduced accuracy a manager gets a coarse place, never the exact one`()
        async throws
    {
        try await withDevice(.whileUsing) { surroundings, manager in
            surroundings.authority.set(.whileUsing, accuracy: .reducedAccuracy)
            manager.startUpdatingLocation()
            await surroundings.play(Scene.fix(at: Scene.home, 10))
            let told = try #require(log.locations.first)
            #expect(abs(told.coordinate.latitude - 35.025) < 1e-9)
            #expect(told.horizontalAccuracy >= 5_000)
        }
    }

    @Test func `positions go on in the background where the program said so in the foreground`() async {
        await withDevice(.whileUsing) { surroundings, manager in
            manager.startUpdatingLocation()
            manager.allowsBackgroundLocationUpdates = true
            surroundings.authority.setInUse(false)
            await surroundings.play(Scene.fix(at: Scene.entrance, 10))
            manager.stopUpdatingLocation()
            manager.startUpdatingLocation()
            await surroundings.play(Scene.fix(at: Scene.home, 20))
            #expect(log.locations.map(\.coordinate) == [Scene.entrance])
        }
    }

    @Test func `L109: live updates carry positions, and reasons where there are none`() async throws {
        try await withDevice(.whileUsing) { surroundings, _ in
            var updates = CLLocationUpdate.liveUpdates(.fitness).makeAsyncIterator()
            await surroundings.play(Scene.fix(at: Scene.entrance, 10))
            let update = try #require(try await updates.next())
            #expect(update.location?.coordinate == Scene.entrance && !update.stationary)
            surroundings.authority.set(.refused)
            let refused = try #require(try await updates.next())
            #expect(refused.location == nil && refused.authorizationDenied)
        }
    }
}
