import Authorization
import Monitoring
import Observations
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct LocationAuthorityTests {
    @Test func `L85 L94 a listener gets the initial value, then every change`() async throws {
        let authority = LocationAuthority.deciding()
        var changes = authority.changes.makeAsyncIterator()
        #expect(await changes.next()?.status == .notDetermined)
        authority.set(.whileUsing)
        authority.set(.refused)
        authority.set(.always)
        #expect(await changes.next()?.status == .authorizedWhenInUse)
        #expect(await changes.next()?.status == .denied)
        #expect(await changes.next()?.status == .authorizedAlways)
        var late = authority.changes.makeAsyncIterator()
        #expect(await late.next()?.status == .authorizedAlways)
    }

    @Test func `a host without a running authority shows the prompt and answers`() throws {
        let authority = LocationAuthority.deciding()
        try authority.requestWhenInUse()
        let prompt = try #require(authority.prompt)
        try authority.answer(.allowWhileUsing, to: prompt, accuracy: .reducedAccuracy)
        #expect(authority.authorization.status == .authorizedWhenInUse)
        #expect(authority.diagnostics == .accuracyLimited)
        #expect(authority.prompt == nil)
    }

    @Test func `L92 what ends by itself has ended at the next use`() {
        let hand = Hand()
        let authority = LocationAuthority.deciding(at: hand)
        authority.set(.once)
        authority.setInUse(false)
        hand.move(to: 1_000)
        #expect(authority.authorization.status == .notDetermined)
    }

    @Test func `a running authority asks the person`() async throws {
        let authority = LocationAuthority.deciding()
        var changes = authority.changes.makeAsyncIterator()
        _ = await changes.next()
        let running = Task {
            await authority.run { prompt in
                prompt.choices.contains(.allowWhileUsing) ? AuthorizationReply(.allowWhileUsing) : nil
            }
        }
        try authority.requestWhenInUse()
        #expect(await changes.next()?.status == .authorizedWhenInUse)
        running.cancel()
        await running.value
    }

    @Test func `a question that closes elsewhere is taken from the person`() async throws {
        let authority = LocationAuthority.deciding()
        let (asked, asking) = AsyncStream.makeStream(of: Bool.self)
        let running = Task {
            await authority.run { _ in
                asking.yield(true)
                // Nobody answers; only the cancellation ends it.
                for await _ in AsyncStream<Never>.makeStream().stream {}
                asking.yield(false)
                return AuthorizationReply(.allowWhileUsing)
            }
        }
        var questions = asked.makeAsyncIterator()
        try authority.requestWhenInUse()
        #expect(await questions.next() == true)
        authority.set(.refused)
        #expect(await questions.next() == false)
        running.cancel()
        await running.value
        #expect(authority.authorization.status == .denied)
    }

    @Test func `L97 a running authority ends in time what ends by itself`() async throws {
        let hand = Hand()
        let clock = ManualClock()
        let authority = LocationAuthority.deciding(.whileUsing, accuracy: .reducedAccuracy, at: hand)
        try authority.requestTemporaryFullAccuracy(purpose: "door")
        try authority.answer(.allowOnce, to: try #require(authority.prompt))
        var changes = authority.changes.makeAsyncIterator()
        #expect(await changes.next()?.accuracy == .fullAccuracy)
        let running = Task { await authority.run(clock: clock) { _ in nil } }
        authority.setInUse(false)
        await clock.untilSleeping()
        hand.move(to: 60)
        clock.advance(by: .seconds(60))
        #expect(await changes.next()?.accuracy == .reducedAccuracy)
        running.cancel()
        await running.value
    }

    @Test func `L94 of changes from several tasks, the last one is reported last`() async throws {
        let authority = LocationAuthority.deciding()
        let changes = authority.changes
        await withDiscardingTaskGroup { group in
            for number in 0..<64 {
                group.addTask {
                    authority.set(number.isMultiple(of: 2) ? .always : .whileUsing)
                    ServiceSession(.whenInUse, of: authority).invalidate()
                }
            }
        }
        authority.set(.refused)
        var last: AuthorizationState?
        for await state in changes {
            #expect(state != last)
            last = state
            if state.status == .denied { break }
        }
        #expect(last == authority.authorization)
        #expect(authority.memory.sessions.isEmpty)
    }

    @Test func `changes end with the authority`() async {
        var authority: LocationAuthority? = LocationAuthority.deciding()
        let changes = authority?.changes
        authority = nil
        var count = 0
        if let changes { for await _ in changes { count += 1 } }
        #expect(count == 1)
    }

    @Test func `L106 the next run is given what the person decided and the sessions that were held`() {
        let authority = LocationAuthority.deciding(.always)
        let session = ServiceSession(.always, of: authority)
        let memory = authority.memory
        #expect(memory.sessions == [.service(.always)])
        let next = LocationAuthority(UsageDescriptions(), recalling: memory, isInUse: false) { moment(0) }
        #expect(next.diagnostics.isEmpty)
        session.invalidate()
        #expect(authority.memory.sessions.isEmpty)
    }
}
