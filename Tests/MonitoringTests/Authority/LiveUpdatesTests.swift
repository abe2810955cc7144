import Authorization
import Conditions
import Geodesy
import Monitoring
import Observations
import Testing

@Suite(.timeLimit(.minutes(1))) struct LiveUpdatesTests {
    /// A fix so many metres north of one place.
    private static func fix(_ metres: Double, at seconds: Int64) throws -> Observation {
        let place = try #require(Coordinate(latitude: 35 + metres / 111_195, longitude: 139))
        let fix = try #require(PositionFix(coordinate: place, horizontalAccuracy: 5))
        return Observation(source: Sensed.phone, time: moment(seconds), content: .position(fix))
    }

    @Test func `L108 a device that stands still is told so once, and moves again`() async throws {
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
