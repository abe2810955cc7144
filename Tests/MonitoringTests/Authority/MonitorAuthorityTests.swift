import Authorization
import Conditions
import Monitoring
import Observations
import Testing

/// What a monitor's readers get while observations are not allowed.
@Suite(.timeLimit(.minutes(1))) struct MonitorAuthorityTests {
    @Test(arguments: [
        (Withdrawal.refusal, ConditionDiagnostics.authorizationDenied),
        (.globalSwitch, .authorizationDeniedGlobally), (.restriction, .authorizationRestricted),
        (.reset, .authorizationRequestInProgress), (.coarseness, .accuracyLimited),
        (.background, .insufficientlyInUse),
    ])
    func `L80 L83 L94 L95 L105 a withdrawal is reported at once, with its reason`(
        withdrawal: Withdrawal, reason: ConditionDiagnostics
    ) async throws {
        let hand = Hand()
        let authority = LocationAuthority.deciding(.whileUsing, at: hand)
        try await withMonitor(asking: authority) { monitor in
            try await monitor.add(Sensed.office, identifier: "office")
            try await monitor.observe(Sensed.beacon(1, at: 1))
            var events = monitor.events.makeAsyncIterator()
            #expect(try await events.next()?.state == .satisfied)
            hand.move(to: 7)
            withdrawal.apply(to: authority)
            let event = try #require(try await events.next())
            #expect(event.state == .unknown)
            #expect(event.diagnostics == reason)
            #expect(event.date == moment(7))
            #expect(event.lastKnown == .satisfied)
            #expect(await monitor.currentRefinement(for: "office") == nil)
        }
    }

    enum Withdrawal {
        case refusal, globalSwitch, restriction, reset, coarseness, background

        func apply(to authority: LocationAuthority) {
            switch self {
            case .refusal: authority.set(.refused)
            case .globalSwitch: authority.setEnabled(false)
            case .restriction: authority.setRestricted(true)
            case .reset: authority.set(.undecided)
            case .coarseness: authority.set(.whileUsing, accuracy: .reducedAccuracy)
            case .background: authority.setInUse(false)
            }
        }
    }

    @Test func `a reader that waits is woken by a withdrawal`() async throws {
        let authority = LocationAuthority.deciding(.whileUsing)
        try await withMonitor(asking: authority) { monitor in
            try await monitor.add(Sensed.office, identifier: "office", assuming: .satisfied)
            let reading = Task {
                var events = monitor.events.makeAsyncIterator()
                return try await events.next()
            }
            authority.set(.refused)
            #expect(try await reading.value?.authorizationDenied == true)
        }
    }

    @Test func `L98 conditions wait for the permission, and begin when it comes`() async throws {
        let authority = LocationAuthority.deciding()
        try await withMonitor(asking: authority) { monitor in
            try await monitor.add(Sensed.office, identifier: "office")
            try await monitor.observe(Sensed.beacon(1, at: 1))
            var events = monitor.events.makeAsyncIterator()
            let waiting = try #require(try await events.next())
            #expect(waiting.state == .unknown)
            #expect(waiting.authorizationRequestInProgress)
            authority.set(.whileUsing)
            try await monitor.observe(Sensed.beacon(1, at: 2))
            let begun = try #require(try await events.next())
            #expect(begun.state == .satisfied)
            #expect(begun.date == moment(2))
        }
    }

    @Test func `LD17 a permission that comes back greets nobody twice`() async throws {
        let authority = LocationAuthority.deciding(.whileUsing)
        try await withMonitor(asking: authority) { monitor in
            try await monitor.add(Sensed.office, identifier: "office", history: .every)
            try await monitor.observe(Sensed.beacon(1, at: 1))
            authority.set(.refused)
            try await monitor.observe(Sensed.beacon(1, at: 2))
            authority.set(.whileUsing)
            try await monitor.observe(Sensed.beacon(1, at: 3))
            try await monitor.observeAll(Sensed.elapsed(20), Sensed.elapsed(40))
            await monitor.finish()
            let events = try await monitor.events.all()
            #expect(events.map(\.state) == [.satisfied, .unknown, .unsatisfied])
        }
    }

    @Test func `nothing that was observed before a withdrawal decides after it`() async throws {
        let authority = LocationAuthority.deciding(.whileUsing)
        try await withMonitor(asking: authority) { monitor in
            try await monitor.add(Sensed.office, identifier: "office", history: .every)
            try await monitor.observe(Sensed.beacon(1, at: 1))
            authority.set(.refused)
            authority.set(.whileUsing)
            // The radio has been silent ever since, but nobody listened before second 10.
            try await monitor.observeAll(Sensed.elapsed(10), Sensed.elapsed(39))
            await monitor.finish()
            let states = try await monitor.events.all().map(\.state)
            #expect(states.last != .unsatisfied)
        }
    }

    @Test func `an unknown state is reported again only for another reason`() async throws {
        let authority = LocationAuthority.deciding(.refused)
        try await withMonitor(asking: authority) { monitor in
            try await monitor.add(Sensed.office, identifier: "office")
            var events = monitor.events.makeAsyncIterator()
            #expect(try await events.next()?.diagnostics == .authorizationDenied)
            authority.set(.whileUsing)
            authority.set(.refused)
            authority.setRestricted(true)
            let next = try await events.next()
            #expect(next?.diagnostics == [.authorizationDenied, .authorizationRestricted])
        }
    }

    @Test func `L82 L103 a program that takes its sessions itself learns that one is missing`() async throws {
        let authority = LocationAuthority.deciding(.whileUsing, isExplicit: true)
        try await withMonitor(asking: authority) { monitor in
            try await monitor.add(Sensed.office, identifier: "office")
            var events = monitor.events.makeAsyncIterator()
            #expect(try await events.next()?.serviceSessionRequired == true)
            let session = ServiceSession(.whenInUse, of: authority)
            try await monitor.observe(Sensed.beacon(1, at: 1))
            #expect(try await events.next()?.state == .satisfied)
            session.invalidate()
        }
    }

    @Test func `L104 L105 always counts in the background while its session is held`() async throws {
        let authority = LocationAuthority.deciding(.always)
        let session = ServiceSession(.always, of: authority)
        authority.setInUse(false)
        try await withMonitor(asking: authority) { monitor in
            try await monitor.add(Sensed.office, identifier: "office")
            try await monitor.observe(Sensed.beacon(1, at: 1))
            var events = monitor.events.makeAsyncIterator()
            #expect(try await events.next()?.state == .satisfied)
            session.invalidate()
            #expect(try await events.next()?.insufficientlyInUse == true)
        }
    }

    @Test func `L99 what is there to sense with and what is allowed are two questions`() async throws {
        let authority = LocationAuthority.deciding(.whileUsing)
        try await withMonitor(asking: authority) { monitor in
            try await monitor.add(Sensed.office, identifier: "office", assuming: .satisfied)
            try await monitor.observeAll(Sensed.beacon(1, at: 1), Sensed.radio(.off, at: 2))
            var events = monitor.events.makeAsyncIterator()
            #expect(try await events.next()?.diagnostics == .sourceUnavailable)
            authority.set(.refused)
            #expect(try await events.next()?.diagnostics == .authorizationDenied)
        }
    }

    @Test func `every monitor and every reader of an authority learns of a change`() async throws {
        let authority = LocationAuthority.deciding(.whileUsing)
        try await withMonitor(asking: authority) { one in
            try await withMonitor(asking: authority) { two in
                for monitor in [one, two] {
                    try await monitor.add(Sensed.office, identifier: "office", assuming: .satisfied)
                }
                authority.set(.refused)
                for events in [one.events, two.events, try one.events(reader: "log")] {
                    #expect(try await events.first(1).first?.authorizationDenied == true)
                }
            }
        }
    }

    @Test func `a condition beyond the limit keeps its own reason`() async throws {
        let authority = LocationAuthority.deciding(.refused)
        try await withFolder { folder in
            let monitor = try await Monitor("work", in: folder, limit: .atMost(1), authority: authority)
            try await monitor.add(Sensed.site(1), identifier: "one")
            try await monitor.add(Sensed.site(2), identifier: "two")
            var reasons: [String: ConditionDiagnostics] = [:]
            await monitor.finish()
            for event in try await monitor.events.all() { reasons[event.identifier] = event.diagnostics }
            #expect(reasons == ["one": .authorizationDenied, "two": .conditionLimitExceeded])
            await monitor.close()
        }
    }
}
