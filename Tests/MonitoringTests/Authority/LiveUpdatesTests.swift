import Authorization
import Conditions
import Geodesy
import Monitoring
import Observations
import Testing

@Suite(.timeLimit(.minutes(1))) struct LiveUpdatesTests {
    /// A fix so many metres north of one place.
    private static func fix(
        _ metres: Double, at seconds: Int64, by source: ObservationSource = Sensed.phone
    ) throws -> Observation {
        let place = try #require(Coordinate(latitude: 35 + metres / 111_195, longitude: 139))
        let fix = try #require(PositionFix(coordinate: place, horizontalAccuracy: 5))
        return Observation(source: source, time: moment(seconds), content: .position(fix))
    }

    private static let gateway = ObservationSource("gateway")

    private static func gateway(_ content: Observation.Content, at seconds: Int64) -> Observation {
        Observation(source: gateway, time: moment(seconds), content: content)
    }

    @Test func `L108 a device that stands still is reported once, and moves again`() async throws {
        let live = LiveUpdates()
        let updates = live.updates
        for (metres, seconds) in [(0, 0), (3, 30), (1, 60), (2, 90), (4, 120), (60, 150)] as [(Double, Int64)]
        {
            live.observe(try Self.fix(metres, at: seconds))
        }
        live.finish()
        let all = await updates.all()
        #expect(all.map(\.time) == [0, 30, 60, 150].map(moment))
        #expect(all.map(\.isStationary) == [false, false, true, false])
        #expect(all.allSatisfy { $0.location != nil && $0.diagnostics.isEmpty })
    }

    @Test func `L109 an update without a position carries the reason`() async throws {
        let authority = LocationAuthority.deciding()
        let live = LiveUpdates(authority: authority)
        var updates = live.updates.makeAsyncIterator()
        #expect(await updates.next()?.authorizationRequestInProgress == true)
        authority.set(.whileUsing)
        live.observe(try Self.fix(0, at: 1))
        #expect(await updates.next()?.location != nil)
        authority.set(.refused)
        let refused = await updates.next()
        #expect(refused?.location == nil)
        #expect(refused?.authorizationDenied == true)
        live.observe(try Self.fix(0, at: 2))
        authority.set(.whileUsing)
        live.observe(Sensed.radio(.off, at: 3))
        #expect(await updates.next()?.locationUnavailable == true)
    }

    @Test func `LD15 a gateway whose clock is ahead makes no fix of a phone late`() async throws {
        let live = LiveUpdates()
        let updates = live.updates
        live.observe(Self.gateway(.elapsed, at: 3_600))
        live.observe(try Self.fix(0, at: 10))
        live.observe(try Self.fix(100, at: 9))
        live.observe(try Self.fix(0, at: 10))
        live.observe(try Self.fix(200, at: 20))
        live.finish()
        #expect(await updates.all().map(\.time) == [10, 20].map(moment))
    }

    @Test func `LD15 a radio that is off makes no position unavailable that another source measures`()
        async throws
    {
        let live = LiveUpdates()
        let updates = live.updates
        live.observe(try Self.fix(0, at: 10))
        live.observe(Self.gateway(.radio(.off), at: 3_600))
        live.observe(try Self.fix(100, at: 20))
        live.observe(Sensed.radio(.gone, at: 30))
        live.observe(Sensed.radio(.gone, at: 31))
        var late = live.updates.makeAsyncIterator()
        #expect(await late.next()?.locationUnavailable == true)
        live.observe(try Self.fix(200, at: 40))
        live.finish()
        let all = await updates.all()
        #expect(all.map(\.time) == [10, 20, 30, 40].map(moment))
        #expect(all.map(\.locationUnavailable) == [false, false, true, false])
        #expect(await late.next()?.location != nil)
    }

    @Test func `LD15 a source that hears beacons alone is none of positions, as long as another may be`()
        async throws
    {
        let live = LiveUpdates()
        let updates = live.updates
        live.observe(Sensed.permission(.granted, at: 0))
        live.observe(Sensed.beacon(1, at: 1))
        live.observe(Sensed.radio(.off, at: 2))
        live.observe(Self.gateway(.permission(.denied), at: 3))
        live.observe(Self.gateway(.radio(.off), at: 4))
        live.finish()
        let all = await updates.all()
        #expect(all.map(\.time) == [3, 4].map(moment))
        #expect(all.map(\.authorizationDenied) == [true, true])
        #expect(all.map(\.locationUnavailable) == [false, true])
    }

    @Test func `Bluetooth off first, GPS second: positions are unavailable only when GPS is off`()
        async throws
    {
        let live = LiveUpdates()
        let updates = live.updates
        live.observe(Self.gateway(.radio(.off), at: 0))
        var reader = live.updates.makeAsyncIterator()
        live.observe(try Self.fix(0, at: 10))
        #expect(await reader.next()?.location != nil)
        live.observe(Sensed.radio(.off, at: 20))
        live.finish()
        let all = await updates.all()
        #expect(all.map(\.time) == [10, 20].map(moment))
        #expect(all.map(\.locationUnavailable) == [false, true])
    }

    @Test func `LD14 a source without permission is reported, and its positions are not`() async throws {
        let live = LiveUpdates()
        let updates = live.updates
        live.observe(try Self.fix(0, at: 10))
        live.observe(Sensed.permission(.denied, at: 20))
        live.observe(try Self.fix(100, at: 30))
        live.observe(Sensed.permission(.reducedAccuracy, at: 40))
        live.observe(try Self.fix(200, at: 50))
        live.finish()
        let all = await updates.all()
        #expect(all.map(\.time) == [10, 20, 50].map(moment))
        #expect(all.map(\.authorizationDenied) == [false, true, false])
        #expect(all.map(\.accuracyLimited) == [false, false, true])
        #expect((all.last?.location?.horizontalAccuracy ?? 0) >= 5_000)
    }

    @Test func `L108 LD15 two sources that see the device at two places both say that it stands still`()
        async throws
    {
        let live = LiveUpdates()
        let updates = live.updates
        for seconds in stride(from: Int64(0), through: 120, by: 30) {
            live.observe(try Self.fix(0, at: seconds))
            live.observe(try Self.fix(500, at: seconds + 3_600, by: Self.gateway))
        }
        live.finish()
        let still = await updates.all().filter(\.isStationary)
        #expect(still.map(\.time) == [moment(60), moment(3_660)])
    }

    @Test func `L108 a device that was out of sight must stand still again`() async throws {
        let authority = LocationAuthority.deciding(.whileUsing)
        let live = LiveUpdates(authority: authority)
        let updates = live.updates
        live.observe(try Self.fix(0, at: 0))
        authority.set(.refused)
        authority.set(.whileUsing)
        for seconds in [70, 100, 130] as [Int64] { live.observe(try Self.fix(0, at: seconds)) }
        live.finish()
        #expect(await updates.all().filter(\.isStationary).map(\.time) == [moment(130)])
    }

    @Test(arguments: [
        (AccuracyAuthorization.reducedAccuracy, AccuracyAuthorization.fullAccuracy),
        (.fullAccuracy, .reducedAccuracy),
    ])
    func `L83 L108 a place is never compared with one of another accuracy`(
        before: AccuracyAuthorization, after: AccuracyAuthorization
    ) async throws {
        let authority = LocationAuthority.deciding(.whileUsing, accuracy: before)
        let live = LiveUpdates(authority: authority)
        let updates = live.updates
        live.observe(try Self.fix(0, at: 0))
        authority.set(.whileUsing, accuracy: after)
        for seconds in [70, 100, 130] as [Int64] { live.observe(try Self.fix(10, at: seconds)) }
        live.finish()
        #expect(await updates.all().filter(\.isStationary).map(\.time) == [moment(130)])
    }

    @Test func `L83 coarse positions come, and say that they are`() async throws {
        let authority = LocationAuthority.deciding(.whileUsing, accuracy: .reducedAccuracy)
        let live = LiveUpdates(authority: authority)
        var updates = live.updates.makeAsyncIterator()
        live.observe(try Self.fix(30, at: 1))
        let update = try #require(await updates.next())
        let told = try #require(update.location)
        #expect(abs(told.coordinate.latitude - 35.025) < 1e-9)
        #expect(abs(told.coordinate.longitude - 139.025) < 1e-9)
        #expect(told.horizontalAccuracy >= 5_000)
        #expect(update.accuracyLimited)
    }

    @Test(arguments: [(-90.0, -180.0), (90, 180), (-0.001, 0), (35.049, 139.051), (-33.87, 151.21)])
    func `L83 a coarse position is the same for a whole cell, and near the exact one`(
        latitude: Double, longitude: Double
    ) throws {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let fix = try #require(PositionFix(coordinate: place, horizontalAccuracy: 9_000))
        let coarse = try #require(fix.coarse)
        #expect(coarse.horizontalAccuracy == 9_000)
        #expect(abs(coarse.coordinate.latitude - latitude) <= 0.0251)
        #expect(abs(coarse.coordinate.longitude - longitude) <= 0.0251)
        #expect(coarse.coarse == coarse)
    }

    @Test func `L103 reading takes a session, which ends with the reading`() async throws {
        let authority = LocationAuthority.deciding()
        let live = LiveUpdates(authority: authority)
        var updates: AsyncStream<LocationUpdate>? = live.updates
        #expect(authority.prompt != nil)
        #expect(updates != nil)
        updates = nil
        try authority.dismiss(try #require(authority.prompt))
        authority.setInUse(false)
        authority.setInUse(true)
        #expect(authority.prompt == nil)
    }

    @Test func `L105 out of use there are no positions, even with always`() async throws {
        let authority = LocationAuthority.deciding(.always)
        authority.setInUse(false)
        let live = LiveUpdates(authority: authority)
        var updates = live.updates.makeAsyncIterator()
        #expect(await updates.next()?.insufficientlyInUse == true)
        let session = ServiceSession(.always, of: authority)
        authority.setInUse(true)
        authority.setInUse(false)
        live.observe(try Self.fix(0, at: 2))
        #expect(await updates.next()?.location != nil)
        session.invalidate()
        #expect(await updates.next()?.insufficientlyInUse == true)
    }
}
