import Conditions
import Observations
import Testing

@testable import Monitoring

/// The decisions of a monitor, without a store.
@Suite struct MonitorStateTests {
    private func monitor(_ limit: ConditionLimit = .unlimited, adding identifiers: String...) -> MonitorState
    {
        var monitor = MonitorState(KeptState(), limit: limit)
        for (index, identifier) in identifiers.enumerated() {
            monitor.add(Sensed.site(UInt16(index + 1)), identifier: identifier)
        }
        return monitor
    }

    @Test func `L11 L12 a record begins unknown, or with the assumed state`() {
        var monitor = monitor(adding: "a")
        monitor.add(Sensed.office, identifier: "b", assuming: .satisfied)
        #expect(monitor.record(for: "a", reader: "r")?.lastEvent.state == .unknown)
        #expect(monitor.record(for: "b", reader: "r")?.lastEvent.state == .satisfied)
    }

    @Test func `L13 a right assumption makes no event`() {
        var monitor = MonitorState(KeptState(), limit: .unlimited)
        monitor.add(Sensed.office, identifier: "a", assuming: .satisfied)
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        #expect(monitor.give(to: "r") == nil)
    }

    @Test func `L14 a wrong assumption is put right by an event`() {
        var monitor = MonitorState(KeptState(), limit: .unlimited)
        monitor.add(Sensed.office, identifier: "a", assuming: .satisfied)
        monitor.observe(Sensed.elapsed(0), mark: nil)
        monitor.observe(Sensed.elapsed(30), mark: nil)
        let event = monitor.give(to: "r")
        #expect(event?.state == .unsatisfied)
        #expect(event?.lastKnown == .satisfied)
    }

    @Test func `L16 L17 L18 removal ends the record, and removing again changes nothing`() {
        var monitor = monitor(adding: "a", "b")
        monitor.remove("a")
        let batch = monitor.takeBatch()
        monitor.remove("a")
        #expect(batch != nil)
        #expect(monitor.takeBatch() == nil)
        #expect(monitor.record(for: "a", reader: "r") == nil)
        #expect(monitor.conditions.map(\.definition.identifier) == ["b"])
    }

    @Test func `LD1 L15 L20 adding again replaces the condition and starts its record over`() throws {
        var monitor = monitor(adding: "a")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        let first = try monitor.taken("r")
        monitor.acknowledge(first.number, by: "r")
        monitor.add(Sensed.site(2), identifier: "a")
        #expect(monitor.record(for: "a", reader: "r")?.lastEvent.state == .unknown)
        #expect(monitor.record(for: "a", reader: "r")?.condition == Sensed.site(2))
        #expect(monitor.give(to: "r") == nil)
        monitor.observe(Sensed.beacon(2, at: 1), mark: nil)
        let second = try monitor.taken("r")
        #expect(second.state == .satisfied)
        #expect(second.lastKnown == nil)
        #expect(second.number > first.number)
    }

    @Test func `LD1 the event of a replaced condition is not given again and its acknowledgement is void`()
        throws
    {
        var monitor = monitor(adding: "a")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        let event = try monitor.taken("r")
        monitor.add(Sensed.site(2), identifier: "a")
        monitor.acknowledge(event.number, by: "r")
        #expect(monitor.give(to: "r") == nil)
        #expect(monitor.record(for: "a", reader: "r")?.lastEvent.state == .unknown)
    }

    @Test func `L22 L23 the record shows the previous event until the new one is acknowledged`() throws {
        var monitor = monitor(adding: "a")
        monitor.observe(Sensed.beacon(1, at: 7), mark: nil)
        let event = try monitor.taken("r")
        #expect(monitor.record(for: "a", reader: "r")?.lastEvent.state == .unknown)
        monitor.acknowledge(event.number, by: "r")
        #expect(monitor.record(for: "a", reader: "r")?.lastEvent == event)
        #expect(event.date == moment(7))
    }

    @Test func `L24 a change is not in the record until somebody has taken it`() {
        var monitor = monitor(adding: "a")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        #expect(monitor.record(for: "a", reader: "r")?.lastEvent.state == .unknown)
    }

    @Test func `LD10 L21 L25 from A to B and back while nobody awaits gives nothing`() throws {
        var monitor = monitor(adding: "a")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        monitor.acknowledge(try monitor.taken("r").number, by: "r")
        monitor.observe(Sensed.elapsed(40), mark: nil)
        monitor.observe(Sensed.beacon(1, at: 41), mark: nil)
        #expect(monitor.give(to: "r") == nil)
    }

    @Test func `LD2 with every change in its history each is given in its order`() throws {
        var monitor = MonitorState(KeptState(), limit: .unlimited)
        monitor.add(Sensed.office, identifier: "a", history: .every)
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        monitor.observe(Sensed.elapsed(40), mark: nil)
        monitor.observe(Sensed.beacon(1, at: 41), mark: nil)
        #expect(monitor.drain("r").map(\.state) == [.satisfied, .unsatisfied, .satisfied])
    }

    @Test func `LA5 the history of a condition is bounded`() {
        var monitor = MonitorState(KeptState(), limit: .unlimited)
        monitor.add(Sensed.office, identifier: "a", history: .every)
        for turn in 0..<600 {
            monitor.observe(Sensed.beacon(1, at: Int64(turn) * 100), mark: nil)
            monitor.observe(Sensed.elapsed(Int64(turn) * 100 + 50), mark: nil)
        }
        #expect(monitor.changes.count == 1_000)
        #expect(monitor.drain("r").count == 1_000)
    }

    @Test func `LD2 what was given and not acknowledged is given again first, then the present state`() throws
    {
        var monitor = monitor(adding: "a")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        let first = try monitor.taken("r")
        monitor.observe(Sensed.elapsed(40), mark: nil)
        #expect(monitor.give(to: "r") == first)
        monitor.acknowledge(first.number, by: "r")
        #expect(monitor.give(to: "r")?.state == .unsatisfied)
    }

    @Test func `LD2 to acknowledge another event than the one that is held changes nothing`() throws {
        var monitor = monitor(adding: "a")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        let first = try monitor.taken("r", andAcknowledged: true)
        monitor.observe(Sensed.elapsed(40), mark: nil)
        let second = try monitor.taken("r")
        _ = monitor.takeBatch()
        for number in [first.number, second.number + 1] {
            monitor.acknowledge(number, by: "r")
            #expect(monitor.takeBatch() == nil)
            #expect(monitor.give(to: "r") == second)
            #expect(monitor.record(for: "a", reader: "r")?.lastEvent == first)
        }
    }

    @Test func `LD17 going to unknown is an event and coming back to the same state is none`() throws {
        var monitor = monitor(adding: "a")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        _ = monitor.drain("r")
        monitor.observe(Sensed.radio(.off, at: 5), mark: nil)
        let gone = try monitor.taken("r", andAcknowledged: true)
        #expect(gone.state == .unknown)
        #expect(gone.sourceUnavailable)
        #expect(gone.lastKnown == .satisfied)
        monitor.observe(Sensed.radio(.on, at: 10), mark: nil)
        monitor.observe(Sensed.beacon(1, at: 11), mark: nil)
        #expect(monitor.give(to: "r") == nil)
        monitor.observe(Sensed.elapsed(60), mark: nil)
        let left = try monitor.taken("r", andAcknowledged: true)
        #expect(left.state == .unsatisfied)
        #expect(left.lastKnown == .satisfied)
    }

    @Test func `LD17 coming back to another state is an event that knows the last one`() throws {
        var monitor = monitor(adding: "a")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        _ = monitor.drain("r")
        monitor.observe(Sensed.radio(.off, at: 5), mark: nil)
        monitor.observe(Sensed.radio(.on, at: 10), mark: nil)
        monitor.observe(Sensed.elapsed(50), mark: nil)
        let event = try monitor.taken("r")
        #expect(event.state == .unsatisfied)
        #expect(event.lastKnown == .satisfied)
    }

    @Test
    func `LD17 a reader that missed a state before it went unknown gets it when it comes back`() {
        var monitor = monitor(adding: "a")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        monitor.observe(Sensed.radio(.off, at: 5), mark: nil)
        #expect(monitor.drain("r").isEmpty)
        monitor.observe(Sensed.radio(.on, at: 10), mark: nil)
        monitor.observe(Sensed.beacon(1, at: 11), mark: nil)
        #expect(monitor.drain("r").map(Told.init) == [Told("a", .satisfied)])
    }

    @Test(arguments: [
        (Permission.denied, ConditionDiagnostics.authorizationDenied),
        (.deniedGlobally, .authorizationDeniedGlobally), (.restricted, .authorizationRestricted),
        (.undetermined, .authorizationRequestInProgress), (.reducedAccuracy, .accuracyLimited),
    ])
    func `L80 L83 a withdrawn permission is an event with its reason`(
        permission: Permission, reason: ConditionDiagnostics
    ) throws {
        var monitor = monitor(adding: "a")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        _ = monitor.drain("r")
        monitor.observe(Sensed.permission(permission, at: 1), mark: nil)
        let event = try monitor.taken("r")
        #expect(event.state == .unknown)
        #expect(event.diagnostics == reason)
    }

    @Test func `LD11 readers have their own acknowledgement`() throws {
        var monitor = monitor(adding: "a")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        let event = try monitor.taken("one", andAcknowledged: true)
        #expect(monitor.record(for: "a", reader: "one")?.lastEvent == event)
        #expect(monitor.record(for: "a", reader: "two")?.lastEvent.state == .unknown)
        #expect(monitor.give(to: "two") == event)
    }

    @Test func `L28 events of several conditions come in the order of their changes`() {
        var monitor = monitor(adding: "a", "b")
        monitor.observe(Sensed.beacon(2, at: 0), mark: nil)
        monitor.observe(Sensed.beacon(1, at: 1), mark: nil)
        monitor.observe(Sensed.beacon(2, at: 32), mark: nil)
        let told = monitor.drain("r")
        #expect(told.map(Told.init) == [Told("b", .satisfied), Told("a", .satisfied)])
        #expect(told.map(\.number) == told.map(\.number).sorted())
    }

    @Test func `L44 overlapping conditions are decided each for itself`() {
        var monitor = MonitorState(KeptState(), limit: .unlimited)
        monitor.add(Sensed.office, identifier: "office")
        monitor.add(Sensed.site(1), identifier: "one")
        monitor.add(Sensed.site(2), identifier: "two")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        monitor.observe(Sensed.elapsed(40), mark: nil)
        let states = monitor.conditions.map(\.present.state)
        #expect(states == [.unsatisfied, .unsatisfied, .unsatisfied])
        monitor.observe(Sensed.beacon(1, at: 41), mark: nil)
        #expect(monitor.conditions.map(\.present.state) == [.satisfied, .satisfied, .unsatisfied])
    }

    @Test
    func `LD9 an acknowledgement waits for the disk only when its reader's one before may not be there yet`()
        throws
    {
        var monitor = monitor(adding: "a", "b", "c", "d")
        monitor.observe(Sensed.elapsed(0), mark: nil)
        monitor.observe(Sensed.elapsed(60), mark: nil)
        #expect(monitor.takeBatch(isUrgent: false)?.waitsForDisk == true)
        var waits: [Bool?] = []
        for reader in ["one", "one", "one", "two"] {
            _ = try monitor.taken(reader, andAcknowledged: true)
            #expect(monitor.holdsAcknowledgement)
            #expect(!monitor.mustBeKeptNow)
            waits.append(monitor.takeBatch(isUrgent: false)?.waitsForDisk)
        }
        #expect(waits == [false, true, false, false])
        _ = try monitor.taken("two", andAcknowledged: true)
        #expect(monitor.takeBatch()?.waitsForDisk == true)
    }

    @Test func `a step says where a reader is once, after all that it was given and acknowledged`() throws {
        var monitor = monitor(adding: "a")
        monitor.observe(Sensed.beacon(1, at: 0), mark: nil)
        _ = monitor.takeBatch()
        let event = try monitor.taken("r", andAcknowledged: true)
        let entries = monitor.takeBatch()?.entries
        #expect(
            entries == [
                .moved(reader: "r", cursor: event.number, outstanding: nil),
                .acknowledged(reader: "r", event),
            ])
    }

    @Test func `a mark is kept only with what its observation changed`() {
        var monitor = monitor(adding: "a")
        _ = monitor.takeBatch()
        monitor.observe(Sensed.beacon(1, at: 0), mark: "1")
        monitor.observe(Sensed.beacon(1, at: 1), mark: "2")
        #expect(monitor.mark == "1")
        #expect(monitor.takeBatch()?.mark == "1")
        #expect(monitor.takeBatch() == nil)
    }
}

extension MonitorState {
    mutating func add(
        _ condition: Condition, identifier: String, history: Monitor.History = .present,
        assuming state: ConditionState = .unknown
    ) {
        add(condition, identifier: identifier, policy: ConditionPolicy(), history: history, assuming: state)
    }

    /// The next event, which must be there.
    mutating func taken(_ reader: String, andAcknowledged isAcknowledged: Bool = false) throws
        -> Monitor.Event
    {
        let event = give(to: reader)
        if isAcknowledged, let event { acknowledge(event.number, by: reader) }
        return try #require(event)
    }

    /// Gives and acknowledges until nothing is left.
    mutating func drain(_ reader: String) -> [Monitor.Event] {
        var events: [Monitor.Event] = []
        while let event = give(to: reader) {
            events.append(event)
            acknowledge(event.number, by: reader)
        }
        return events
    }
}
