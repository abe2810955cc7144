public import TipRules

/// Decides which tips may be shown, and what to store; the whole engine as a value.
///
/// Each input takes the time and returns a change to make durable (``TipChange``). Statuses are cached until an input or time
/// could change them. The machine has no clock, no file and no task: the process, the server and the simulation drive it.
public struct TipStateMachine: Sendable {
    /// The stored state.
    public internal(set) var ledger: TipLedger { didSet { edition &+= 1 } }
    /// The replica that writes.
    public internal(set) var replica: TipReplica
    /// How often tips that have never been shown may be shown.
    public var frequency: Tips.DisplayFrequency = .immediate { didSet { edition &+= 1 } }
    /// The overrides for tests.
    public var overrides = TipOverrides() { didSet { edition &+= 1 } }
    /// Whether tips may be shown at all; until then every status is pending (TD11).
    public var isConfigured = true { didSet { edition &+= 1 } }
    /// A number that changes whenever a status could have changed.
    public internal(set) var edition: UInt64 = 0

    var entries: [Entry] = []
    var places: TipTable<TipID, Int> = [:]
    var readersOfParameters: TipTable<RuleText, [Int]> = [:]
    var readersOfEvents: TipTable<RuleText, [Int]> = [:]
    /// How often this machine itself reset the state.
    package internal(set) var resets = 0
    /// The tips that an event ends (T85).
    var endedByEvents: TipTable<RuleText, [Int]> = [:]
    var parameters: TipTable<RuleText, ParameterDefinition> = [:]
    var events: TipTable<RuleText, EventDefinition> = [:]
    var transientValues: TipTable<RuleText, RuleValue> = [:] { didSet { edition &+= 1 } }
    var functions = LocalFunctions()
    /// The events that stay on the device: once declared so, always (TA10).
    var stayingEvents: [RuleText] = []
    var appearances: TipTable<Appearance, RuleTime> = [:] { didSet { edition &+= 1 } }
    /// The number of the next donation.
    var nextSequence: Int64
    /// The latest known time of the hybrid clock.
    var latestTime: HybridTime
    /// The latest first appearance that the display frequency counts, and its tip.
    var lastNewDisplay: NewDisplay?

    /// A declared tip with its cached values.
    struct Entry: Sendable {
        var definition: TipDefinition
        var dependencies: RuleDependencies
        /// The cached result of the rules.
        var rules: Remembered?
        /// Another type that claims the identifier too (TD18).
        var rival: RuleText?
        var isRemoved = false
        /// Whether it was reported as available (TA4).
        var isToldAvailable = false
        /// The ends while an override showed it.
        var endings = Endings()
    }

    /// The ends of a tip that an override shows (T91).
    package struct Endings: Hashable, Sendable {
        /// The number of ends in this process.
        package var count: UInt64 = 0
        /// The reason of the last end.
        package var reason: Tips.InvalidationReason?
    }

    struct Remembered: Sendable {
        let holds: Bool
        let from: RuleTime
        let until: RuleTime?
    }

    struct Appearance: Hashable, Sendable {
        let tip: TipID
        let surface: RuleText
    }

    struct NewDisplay: Hashable, Sendable {
        let tip: TipID
        let time: RuleTime
    }

    /// Continues from a stored state.
    ///
    /// - Parameters:
    ///   - ledger: The stored state.
    ///   - replica: The replica that writes from now on.
    ///   - nextSequence: A number that no donation of this replica ever had, including deleted ones.
    public init(ledger: TipLedger = TipLedger(), replica: TipReplica, nextSequence: Int64 = 0) {
        self.ledger = ledger
        self.replica = replica
        self.nextSequence = nextSequence
        latestTime = HybridTime(time: RuleTime(microseconds: .min), counter: 0, replica: replica)
        noteTimes(of: ledger)
        recallLastNewDisplay()
    }

    /// Loads a stored state, and joins the changes since the start (TD11).
    ///
    /// Declarations stay.
    ///
    /// - Returns: The changes since the start, to make durable.
    public mutating func goOn(
        from kept: TipLedger, replica: TipReplica, nextSequence: Int64, at now: RuleTime
    ) -> TipChange {
        let before = ledger
        ledger = kept
        self.replica = replica
        self.nextSequence = nextSequence
        latestTime = HybridTime(time: RuleTime(microseconds: .min), counter: 0, replica: replica)
        noteTimes(of: kept)
        forgetAllAnswers()
        recallLastNewDisplay()
        let raised = raised(before, at: now)
        return merge(raised, adoptingFrom: kept.merged(with: raised), at: now)
    }

    /// The changes before the stored state was known, as if they had happened after it: resets count on top of the stored ones,
    /// and parameters have later times.
    private mutating func raised(_ before: TipLedger, at now: RuleTime) -> TipLedger {
        var raised = TipLedger(epoch: ledger.epoch)
        for (tip, record) in before.tips {
            raised.tips[tip] = record
            raised.tips[tip]?.epoch = record.epoch.addingClamped(self.record(of: tip).epoch)
        }
        for (name, record) in before.events {
            raised.events[name] = record
            raised.events[name]?.epoch = record.epoch.addingClamped(ledger.events[name]?.epoch ?? 0)
        }
        for (name, record) in before.parameters {
            latestTime = latestTime.following(clock: now, replica: replica)
            raised.parameters[name] = ParameterRecord(value: record.value, time: latestTime)
        }
        return raised
    }

    mutating func noteTimes(of other: TipLedger) {
        for record in other.parameters.values { latestTime = max(latestTime, record.time) }
        for record in other.events.values {
            nextSequence = max(nextSequence, record.highestSequence(of: replica).addingClamped(1))
        }
    }

    mutating func recallLastNewDisplay() {
        lastNewDisplay = nil
        for (tip, record) in ledger.tips { noteNewDisplay(record, of: tip) }
    }

    /// Records a first appearance for the display frequency; the later one counts; if the times are equal,
    /// the later name.
    mutating func noteNewDisplay(_ record: TipRecord, of tip: TipID) {
        guard let first = record.firstAppearance, !first.isExempt else { return }
        let display = NewDisplay(tip: tip, time: first.time)
        guard let last = lastNewDisplay, (last.time, last.tip) >= (display.time, display.tip) else {
            lastNewDisplay = display
            return
        }
    }

    func record(of tip: TipID) -> TipRecord { ledger.tips[tip] ?? TipRecord() }
}

extension EventRecord {
    /// The highest number that a replica has given to a donation; minus one without any.
    package func highestSequence(of replica: TipReplica) -> Int64 {
        var highest: Int64 = -1
        for index in replicas.indices where replicas[index] == replica {
            highest = max(highest, sequences[index])
        }
        return highest
    }
}
