import Authorization
import Beacons
import Conditions
import Monitoring
import Observations
import Ranging
import Testing

@Suite(.timeLimit(.minutes(1))) struct BeaconRangingTests {
    private static let office = BeaconIdentityConstraint(uuid: Sensed.uuid)
    private static let site = BeaconIdentityConstraint(uuid: Sensed.uuid, major: 1)

    @Test func `L134 ranging runs until it is stopped with an equal constraint`() async {
        let ranging = BeaconRanging()
        let reports = ranging.reports(satisfying: Self.office)
        ranging.observe(Sensed.beacon(1, at: 1))
        ranging.stop(satisfying: Self.site)
        ranging.observe(Sensed.elapsed(2))
        #expect(ranging.constraints == [Self.office])
        ranging.stop(satisfying: BeaconIdentityConstraint(uuid: Sensed.uuid))
        ranging.observe(Sensed.elapsed(3))
        #expect(ranging.constraints.isEmpty)
        #expect(await reports.all().map(\.time) == [moment(1), moment(2)])
    }

    @Test func `several constraints are ranged side by side`() async {
        let ranging = BeaconRanging()
        let office = ranging.reports(satisfying: Self.office)
        let site = ranging.reports(satisfying: Self.site)
        for observation in [Sensed.beacon(1, at: 1), Sensed.beacon(2, at: 1), Sensed.elapsed(2)] {
            ranging.observe(observation)
        }
        ranging.stop(satisfying: Self.office)
        ranging.stop(satisfying: Self.site)
        #expect(await office.all().last?.beacons.map(\.identity.major) == [1, 2])
        #expect(await site.all().last?.beacons.map(\.identity.major) == [1])
    }

    @Test func `a reading that ends stops its ranging`() async {
        let ranging = BeaconRanging()
        let reports = ranging.reports(satisfying: Self.office)
        let reading = Task { await reports.all() }
        #expect(!ranging.constraints.isEmpty)
        reading.cancel()
        _ = await reading.value
        #expect(ranging.constraints.isEmpty)
    }

    @Test func `L95 L100 a withdrawal empties the report at once, with the reason`() async {
        let authority = LocationAuthority.deciding(.whileUsing)
        let ranging = BeaconRanging(authority: authority)
        var reports = ranging.reports(satisfying: Self.office).makeAsyncIterator()
        ranging.observe(Sensed.beacon(1, at: 1))
        #expect(await reports.next()?.beacons.count == 1)
        authority.set(.whileUsing, accuracy: .reducedAccuracy)
        let refused = await reports.next()
        #expect(refused?.beacons.isEmpty == true)
        #expect(refused?.diagnostics == .accuracyLimited)
        ranging.observe(Sensed.beacon(1, at: 2))
        authority.set(.whileUsing)
        ranging.observe(Sensed.elapsed(3))
        ranging.observe(Sensed.elapsed(4))
        #expect(await reports.next()?.beacons.isEmpty == true)
    }

    @Test func `L103 reading takes a session, and a refusal is reported at once`() async throws {
        let authority = LocationAuthority.deciding()
        let ranging = BeaconRanging(authority: authority)
        var reports = ranging.reports(satisfying: Self.office).makeAsyncIterator()
        #expect(await reports.next()?.diagnostics == .authorizationRequestInProgress)
        try authority.answer(.refuse, to: try #require(authority.prompt))
        #expect(await reports.next()?.diagnostics == .authorizationDenied)
    }

    @Test func `L128 L136 out of use nothing is ranged, which is said once`() async {
        let authority = LocationAuthority.deciding(.whileUsing)
        let ranging = BeaconRanging(authority: authority)
        let reports = ranging.reports(satisfying: Self.office)
        authority.setInUse(false)
        for second in 1..<5 as Range<Int64> { ranging.observe(Sensed.beacon(1, at: second)) }
        ranging.stop(satisfying: Self.office)
        #expect(await reports.all().map(\.diagnostics) == [.insufficientlyInUse])
    }

    @Test func `a radio that is switched off is no beacon that has left`() async {
        let ranging = BeaconRanging()
        var reports = ranging.reports(satisfying: Self.office).makeAsyncIterator()
        ranging.observe(Sensed.beacon(1, at: 1))
        _ = await reports.next()
        ranging.observe(Sensed.radio(.off, at: 2))
        #expect(await reports.next()?.diagnostics == .sourceUnavailable)
    }

    @Test
    func `L127 L128 a radio that is off while nothing is heard is reported, also to readers that begin then`()
        async
    {
        let ranging = BeaconRanging()
        let early = ranging.reports(satisfying: Self.office)
        ranging.observe(Sensed.radio(.off, at: 1))
        let late = ranging.reports(satisfying: Self.office)
        ranging.observe(Sensed.radio(.on, at: 2))
        ranging.observe(Sensed.elapsed(3))
        ranging.stop(satisfying: Self.office)
        let told = await early.all()
        #expect(told.map(\.diagnostics).first == .sourceUnavailable)
        #expect(told.last?.diagnostics == [])
        #expect(told.allSatisfy { $0.beacons.isEmpty })
        #expect(await late.all().first?.diagnostics == .sourceUnavailable)
    }

    @Test func `L127 a radio that is off says nothing while another one listens`() async {
        let ranging = BeaconRanging()
        let other = ObservationSource("other")
        ranging.observe(Observation(source: other, time: moment(0), content: .elapsed))
        let reports = ranging.reports(satisfying: Self.office)
        ranging.observe(Sensed.radio(.off, at: 1))
        ranging.observe(Observation(source: other, time: moment(2), content: .radio(.gone)))
        ranging.stop(satisfying: Self.office)
        let told = await reports.all()
        #expect(told.map(\.time) == [moment(2)])
        #expect(told.map(\.diagnostics) == [.sourceUnavailable])
    }

    @Test func `L127 a radio that goes off while a permission is withdrawn is reported afterwards`() async {
        let authority = LocationAuthority.deciding(.whileUsing)
        let ranging = BeaconRanging(authority: authority)
        var reports = ranging.reports(satisfying: Self.office).makeAsyncIterator()
        ranging.observe(Sensed.beacon(1, at: 1))
        #expect(await reports.next()?.diagnostics == [])
        authority.set(.whileUsing, accuracy: .reducedAccuracy)
        #expect(await reports.next()?.diagnostics == .accuracyLimited)
        ranging.observe(Sensed.radio(.off, at: 2))
        authority.set(.whileUsing)
        #expect(await reports.next()?.diagnostics == .sourceUnavailable)
        ranging.observe(Sensed.radio(.on, at: 3))
        ranging.observe(Sensed.beacon(1, at: 4))
        var told = await reports.next()
        if told?.beacons.isEmpty == true { told = await reports.next() }
        #expect(told?.beacons.count == 1)
        #expect(told?.diagnostics == [])
    }

    @Test func `L95 a permission that a source lost is reported with its reason`() async {
        let ranging = BeaconRanging()
        let reports = ranging.reports(satisfying: Self.office)
        ranging.observe(Sensed.permission(.denied, at: 1))
        ranging.stop(satisfying: Self.office)
        #expect(await reports.all().map(\.diagnostics) == [.authorizationDenied])
    }

    @Test func `late observations are used for nothing`() async {
        let ranging = BeaconRanging()
        let reports = ranging.reports(satisfying: Self.office)
        ranging.observe(Sensed.elapsed(10))
        ranging.observe(Sensed.beacon(1, at: 5))
        ranging.observe(Sensed.elapsed(11))
        ranging.stop(satisfying: Self.office)
        #expect(await reports.all().map(\.beacons.count) == [0])
    }
}

extension AsyncStream {
    /// Everything until the stream ends.
    func all() async -> [Element] {
        var all: [Element] = []
        for await element in self { all.append(element) }
        return all
    }
}
