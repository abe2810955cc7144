public import TipRules

/// Decides which tips may be shown, and what to keep of what happens; the whole engine, as a value.
///
/// Each input takes the time and gives what to make durable (``TipChange``). Statuses are asked for, and remembered until
/// something on which they depend has changed, or until time alone could change them. There is no clock, no file and no
/// task in it: the process, the server and the simulation drive the same machine.
public struct TipStateMachine: Sendable {
    /// What is kept.
    public internal(set) var ledger: TipLedger { didSet { edition &+= 1 } }
    /// Who writes.
    public internal(set) var replica: TipReplica
    /// How often tips that have never been shown may be shown.
    public var frequency: Tips.DisplayFrequency = .immediate { didSet { edition &+= 1 } }
    /// What is shown or hidden for a test.
    public var overrides = TipOverrides() { didSet { edition &+= 1 } }
    /// Whether tips may be shown at all; until then every status is pending (TD11).
    public var isConfigured = true { didSet { edition &+= 1 } }
    /// A number that is another whenever something has happened that could change a status.
    public internal(set) var edition: UInt64 = 0

    var entries: [Entry] = []
    var places: TipTable<TipID, Int> = [:]
    var readersOfParameters: TipTable<RuleText, [Int]> = [:]
    var readersOfEvents: TipTable<RuleText, [Int]> = [:]
    /// How often everything was reset here, of this machine's own accord.
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
    /// The latest moment of a hybrid clock that is known.
    var latestTime: HybridTime
    /// The latest first appearance of a tip that the frequency counts, and whose it was.
    var lastNewDisplay: NewDisplay?

    /// A tip with what is remembered of it.
    struct Entry: Sendable {
        var definition: TipDefinition
        var dependencies: RuleDependencies
        /// What the rules came to, until it must be asked again.
        var rules: Remembered?
        /// Another type that claims the identifier too (TD18).
        var rival: RuleText?
        var isRemoved = false
        /// Whether it was told that it is available, until it no longer is (TA4).
        var isToldAvailable = false
        /// Its ends while an override showed it.
        var endings = Endings()
    }

    /// The ends of a tip that an override shows all the same (T91).
    package struct Endings: Hashable, Sendable {
        /// How many there were in this run.
        package var count: UInt64 = 0
        /// Why the last one was.
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

    /// Goes on from what was kept.
    ///
    /// - Parameters:
    ///   - ledger: What was kept.
    ///   - replica: Who writes from now on.
    ///   - nextSequence: A number that no donation of this replica has had, also none that was deleted.
    public init(ledger: TipLedger = TipLedger(), replica: TipReplica, nextSequence: Int64 = 0) {
        self.ledger = ledger
        self.replica = replica
        self.nextSequence = nextSequence
        latestTime = HybridTime(time: RuleTime(microseconds: .min), counter: 0, replica: replica)
        noteTimes(of: ledger)
        recallLastNewDisplay()
    }

    /// Takes what was kept for what it knows, and joins with it what has happened in the meantime (TD11).
    ///
    /// What was declared stays.
    ///
    /// - Returns: What has happened in the meantime, to make durable.
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

    /// What happened before anything was known of what is kept, as if it had happened after it: resets come on top of those
    /// that were kept, and what was set is later.
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

    /// Notes a first appearance for the display frequency; the later one counts, and of two at once that of the later name.
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
