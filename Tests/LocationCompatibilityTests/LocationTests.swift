import Authorization
import Foundation
import LocationCompatibility
import Monitoring
import Observations
import Testing

/// The positions that a manager tells: all, one, and the last.
@MainActor @Suite(.timeLimit(.minutes(1))) struct LocationTests {
    private let log = DelegateLog()

    private func withManager(
        _ grant: AuthorizationDecision.Grant = .whileUsing,
        _ body: (Surroundings, CLLocationManager) async throws -> Void
    ) async rethrows {
        let surroundings = await Device.surroundings(in: Device.newFolder(), grant: grant)
        try await Surroundings.using(surroundings) {
            let manager = CLLocationManager()
            manager.delegate = log
            try await body(surroundings, manager)
        }
    }

    /// A place so many metres north of the entrance.
    private func place(_ metres: Double) -> CLLocationCoordinate2D {
        CLLocationCoordinate2D(
            latitude: Scene.entrance.latitude + metres / 111_195, longitude: Scene.entrance.longitude)
    }

    /// When the positions were measured that were told, in seconds.
    private var told: [Double] {
        log.locations.map { $0.timestamp.timeIntervalSince1970 - 1_600_000_000 }
    }

    // What fails.

    @Test func `a refusal after positions have begun is reported once, and again when they begin again`()
        async
    {
        await withManager { surroundings, manager in
            manager.startUpdatingLocation()
            await surroundings.settle()
            #expect(log.take() == [])
            surroundings.authority.set(.refused)
            await surroundings.settle()
            await surroundings.play(Scene.silence(until: 1))
            #expect(log.take() == ["failed denied"])
            manager.startUpdatingLocation()
            await surroundings.settle()
            #expect(log.take() == ["failed denied"])
            surroundings.authority.set(.whileUsing)
            await surroundings.play(Scene.fix(at: Scene.entrance, 2))
            #expect(log.take() == [] && told == [2])
            surroundings.authority.setRestricted(true)
            await surroundings.settle()
            #expect(log.take() == ["failed denied"])
        }
    }

    @Test func `a manager that wants no positions gets no refusal`() async {
        await withManager { surroundings, manager in
            manager.startUpdatingLocation()
            manager.stopUpdatingLocation()
            surroundings.authority.set(.refused)
            await surroundings.settle()
            #expect(log.take() == [])
        }
    }

    @Test func `LD15: a missing source of positions is reported, and positions continue by themselves`() async
    {
        await withManager { surroundings, manager in
            manager.startUpdatingLocation()
            await surroundings.play(
                [Scene.observation(.radio(.off), 3_600, by: "gateway")] + Scene.fix(at: Scene.home, 1)
                    + Scene.radio(.off, 2))
            #expect(log.take() == ["failed locationUnknown"])
            await surroundings.play(Scene.radio(.on, 3) + Scene.fix(at: Scene.home, 4))
            #expect(log.take() == [] && told == [1, 4])
        }
    }

    @Test func `positions of a source whose clock is behind are delivered, late ones of a source are not`()
        async
    {
        await withManager { surroundings, manager in
            manager.startUpdatingLocation()
            await surroundings.play(
                [Scene.observation(.elapsed, 3_600, by: "gateway")] + Scene.fix(at: Scene.home, 2)
                    + Scene.fix(at: Scene.entrance, 1) + Scene.fix(at: Scene.home, 2)
                    + Scene.fix(at: Scene.home, 200) + Scene.fix(at: Scene.home, 300))
            #expect(told == [2, 200, 300])
        }
    }

    // Which positions.

    @Test(arguments: [
        (50.0, [0.0, 20, 30]), (kCLDistanceFilterNone, [0, 10, 20, 30]), (.nan, [0, 10, 20, 30]),
    ])
    func `the distance filter counts in metres from the position that was told before`(
        filter: CLLocationDistance, expected: [Double]
    ) async {
        await withManager { surroundings, manager in
            #expect(manager.distanceFilter == kCLDistanceFilterNone)
            manager.distanceFilter = filter
            manager.startUpdatingLocation()
            await surroundings.play(
                Scene.fix(at: place(0), 0) + Scene.fix(at: place(40), 10) + Scene.fix(at: place(60), 20)
                    + Scene.fix(at: place(0), 30))
            #expect(told == expected)
        }
    }

    @Test func `the first position after a new beginning is delivered, however near it is`() async {
        await withManager { surroundings, manager in
            manager.distanceFilter = 1_000
            for second in [0, 10] as [Int64] {
                manager.startUpdatingLocation()
                manager.startUpdatingLocation()
                await surroundings.play(Scene.fix(at: place(0), second) + Scene.fix(at: place(1), second + 1))
                manager.startUpdatingLocation()
                await surroundings.play(Scene.fix(at: place(2), second + 2))
                manager.stopUpdatingLocation()
            }
            #expect(told == [0, 10])
        }
    }

    @Test func `L83: a manager that desires reduced accuracy gets coarse places only`() async throws {
        try await withManager { surroundings, manager in
            #expect(manager.desiredAccuracy == kCLLocationAccuracyBest)
            manager.desiredAccuracy = kCLLocationAccuracyReduced
            manager.startUpdatingLocation()
            await surroundings.play(Scene.fix(at: Scene.home, 10))
            let found = try #require(log.locations.first)
            let last = try #require(manager.location)
            for location in [found, last] {
                #expect(abs(location.coordinate.latitude - 35.025) < 1e-9)
                #expect(location.horizontalAccuracy >= kCLLocationAccuracyReduced)
            }
            manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
            #expect(manager.location?.coordinate == Scene.home)
        }
    }

    // The last one.

    @Test func `the last position is there for each manager, until it is not allowed any more`() async {
        await withManager { surroundings, manager in
            #expect(manager.location == nil)
            await surroundings.play(Scene.fix(at: Scene.home, 10) + Scene.fix(at: Scene.entrance, 20))
            let location = manager.location
            #expect(location?.coordinate == Scene.entrance && location?.horizontalAccuracy == 5)
            #expect(location?.timestamp == Date(timeIntervalSince1970: 1_600_000_020))
            #expect(CLLocationManager().location == location)
            #expect(log.locations.isEmpty)
            surroundings.authority.set(.refused)
            #expect(manager.location == nil)
            surroundings.authority.set(.whileUsing)
            #expect(manager.location == nil)
            await surroundings.play(Scene.fix(at: Scene.home, 30))
            #expect(manager.location?.coordinate == Scene.home)
        }
    }

    @Test func `L83: the exact last position is forgotten when only coarse ones are allowed`() async {
        await withManager { surroundings, manager in
            await surroundings.play(Scene.fix(at: Scene.home, 10))
            surroundings.authority.set(.whileUsing, accuracy: .reducedAccuracy)
            #expect(manager.location == nil)
        }
    }

    // One.

    @Test func `a request gets one position, also from a device that stands still`() async {
        await withManager { surroundings, manager in
            await surroundings.play(Scene.fix(at: Scene.home, 0) + Scene.fix(at: Scene.home, 100))
            manager.requestLocation()
            manager.requestLocation()
            await surroundings.settle()
            #expect(told == [])
            await surroundings.play(Scene.fix(at: Scene.home, 110) + Scene.fix(at: Scene.home, 120))
            #expect(told == [110] && log.take() == [])
            manager.requestLocation()
            await surroundings.play(Scene.fix(at: Scene.home, 130))
            #expect(told == [110, 130])
        }
    }

    @Test func `a request waits ten seconds for the desired accuracy, then takes the last position`() async {
        await withManager { surroundings, manager in
            manager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
            manager.requestLocation()
            await surroundings.play(
                Scene.fix(at: place(0), accuracy: 11, 0) + Scene.fix(at: place(0), accuracy: 10, 5)
                    + Scene.fix(at: place(0), accuracy: 5, 6))
            #expect(told == [5])
            manager.requestLocation()
            await surroundings.play(
                Scene.fix(at: place(0), accuracy: 50, 20) + Scene.fix(at: place(0), accuracy: 60, 25)
                    + Scene.silence(until: 29))
            #expect(told == [5])
            await surroundings.play(Scene.silence(until: 30) + Scene.fix(at: place(0), accuracy: 1, 31))
            #expect(told == [5, 25] && log.take() == [])
        }
    }

    @Test func `LD15: a request ends by the clock of one source, whatever others show`() async {
        await withManager { surroundings, manager in
            manager.requestLocation()
            await surroundings.play(
                Scene.silence(until: 0) + [Scene.observation(.elapsed, 3_600, by: "gateway")]
                    + Scene.silence(until: 9) + [Scene.observation(.elapsed, 3_609, by: "gateway")])
            #expect(log.take() == [])
            await surroundings.play([Scene.observation(.elapsed, 3_610, by: "gateway")])
            #expect(log.take() == ["failed locationUnknown"])
            await surroundings.play(Scene.fix(at: Scene.home, 20))
            #expect(told == [])
        }
    }

    @Test func `a request fails at once where positions are not allowed, or nothing measures them`() async {
        await withManager(.refused) { surroundings, manager in
            manager.requestLocation()
            await surroundings.settle()
            #expect(log.take() == ["failed denied"])
            surroundings.authority.set(.whileUsing)
            await surroundings.play(Scene.fix(at: Scene.home, 0) + Scene.radio(.off, 1))
            #expect(log.take() == [] && told == [])
            manager.requestLocation()
            await surroundings.settle()
            #expect(log.take() == ["failed locationUnknown"])
        }
    }

    @Test func `Bluetooth off first, GPS second: a request waits for GPS`() async {
        await withManager { surroundings, manager in
            await surroundings.play([Scene.observation(.radio(.off), 0, by: "bluetooth")])
            manager.requestLocation()
            await surroundings.settle()
            #expect(log.take() == [])
            await surroundings.play(Scene.fix(at: Scene.home, 1))
            #expect(told == [1] && log.take() == [])
        }
    }

    @Test func `requests get no call while nothing is observed, and one call together afterwards`() async {
        await withManager { surroundings, manager in
            manager.requestLocation()
            await surroundings.settle()
            manager.requestLocation()
            await surroundings.settle()
            await surroundings.play(Scene.silence(until: 0))
            #expect(log.take() == [] && told == [])
            manager.requestLocation()
            await surroundings.play(Scene.silence(until: 10) + Scene.silence(until: 30))
            #expect(log.take() == ["failed locationUnknown"] && told == [])
        }
    }

    @Test func `a request ends with a refusal, and what was measured before it is not told`() async {
        await withManager { surroundings, manager in
            manager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
            manager.requestLocation()
            await surroundings.play(Scene.fix(at: Scene.home, accuracy: 50, 0))
            surroundings.authority.set(.refused)
            await surroundings.settle()
            surroundings.authority.set(.whileUsing)
            await surroundings.play(Scene.silence(until: 20))
            #expect(log.take() == ["failed denied"] && told == [])
        }
    }

    @Test func `out of use a request finds nothing, not even what was measured before`() async {
        await withManager { surroundings, manager in
            manager.desiredAccuracy = kCLLocationAccuracyNearestTenMeters
            manager.requestLocation()
            await surroundings.play(Scene.fix(at: Scene.home, accuracy: 50, 0))
            surroundings.authority.setInUse(false)
            await surroundings.play(Scene.silence(until: 20))
            #expect(log.take() == ["failed locationUnknown"] && told == [])
        }
    }

    @Test func `a stop and a beginning of all positions end a request, and it changes nothing during them`()
        async
    {
        await withManager { surroundings, manager in
            manager.requestLocation()
            manager.stopUpdatingLocation()
            await surroundings.play(Scene.fix(at: Scene.home, 0) + Scene.silence(until: 20))
            #expect(told == [] && log.take() == [])
            manager.startUpdatingLocation()
            manager.requestLocation()
            await surroundings.play(Scene.fix(at: Scene.home, 30) + Scene.fix(at: Scene.home, 31))
            #expect(told == [30, 31])
            manager.stopUpdatingLocation()
            manager.requestLocation()
            manager.startUpdatingLocation()
            manager.stopUpdatingLocation()
            await surroundings.play(Scene.fix(at: Scene.home, 40))
            #expect(told == [30, 31])
        }
    }
}
