public import JSON
public import TipCore
public import TipRules

/// The actions of a simulated person, and the tips that the person saw (TA3).
public struct TipTimeline: Hashable, Sendable {
    /// Something that happened.
    public struct Moment: Hashable, Sendable {
        /// When.
        public let time: RuleTime
        /// What.
        public let kind: Kind
    }

    /// What can happen.
    public enum Kind: Hashable, Sendable {
        /// The person came.
        case visited
        /// The person did something for which there is a donation.
        case donated(RuleText)
        /// A tip was on screen for a number of microseconds.
        case shown(TipID, microseconds: Int64)
        /// The person chose an action of a tip.
        case acted(TipID, action: String)
        /// A tip ended.
        case ended(TipID, Tips.InvalidationReason)
    }

    /// A stretch of time in which a tip's status was the same.
    public struct Stretch: Hashable, Sendable {
        /// Where it begins.
        public let from: RuleTime
        /// Where it ends.
        public internal(set) var to: RuleTime
        /// The status.
        public let status: Tips.Status
    }

    /// When it begins.
    public let start: RuleTime
    /// Its length in days.
    public let days: Int
    /// The tips that the person gets, in the order of the catalogue.
    public let tips: [CatalogueTip]
    /// The moments, in order.
    public internal(set) var moments: [Moment] = []
    /// The statuses of each tip, in order.
    public internal(set) var stretches: [TipID: [Stretch]] = [:]

    init(start: RuleTime, days: Int, tips: [CatalogueTip]) {
        self.start = start
        self.days = days
        self.tips = tips
    }

    /// The day of the timeline at a time; the first day is 1.
    public func day(of time: RuleTime) -> Int { Int(time.microseconds(since: start) / 86_400_000_000) + 1 }

    /// The result for one tip.
    public struct Outcome: Hashable, Sendable {
        /// Which tip.
        public let tip: TipID
        /// How often it was shown.
        public internal(set) var displays = 0
        /// How long it was shown, in microseconds.
        public internal(set) var microseconds: Int64 = 0
        /// When it was shown first.
        public internal(set) var firstShown: RuleTime?
        /// When it ended.
        public internal(set) var ended: RuleTime?
        /// Why it ended.
        public internal(set) var reason: Tips.InvalidationReason?

        init(tip: TipID) { self.tip = tip }
    }

    /// The result for each tip, in the order of the catalogue.
    public var outcomes: [Outcome] {
        var outcomes = tips.map { Outcome(tip: $0.id) }
        for moment in moments {
            switch moment.kind {
            case .shown(let tip, let microseconds):
                guard let place = outcomes.firstIndex(where: { $0.tip == tip }) else { continue }
                outcomes[place].displays += 1
                outcomes[place].microseconds += microseconds
                outcomes[place].firstShown = outcomes[place].firstShown ?? moment.time
            case .ended(let tip, let reason):
                guard let place = outcomes.firstIndex(where: { $0.tip == tip }) else { continue }
                (outcomes[place].ended, outcomes[place].reason) = (moment.time, reason)
            default: break
            }
        }
        return outcomes
    }
}

extension TipTimeline {
    /// Writes the timeline as JSON: the result for each tip, then the moments.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("start") { $0.moment(start) }
            json.member("days", days)
            json.member("tips") { json in
                json.array { json in for outcome in outcomes { outcome.write(to: &json) } }
            }
            json.member("moments") { json in
                json.array { json in for moment in moments { moment.write(to: &json) } }
            }
        }
    }
}

extension TipTimeline.Outcome {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("tip", "\(tip)")
            json.member("displays", displays)
            json.member("seconds", Double(microseconds) / 1e6)
            if let firstShown { json.member("firstShown") { $0.moment(firstShown) } }
            if let ended { json.member("ended") { $0.moment(ended) } }
            if let reason { json.member("reason", reason.name) }
        }
    }
}

extension TipTimeline.Moment {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("at") { $0.moment(time) }
            switch kind {
            case .visited: json.member("what", "visited")
            case .donated(let event):
                json.member("what", "donated")
                json.member("event", event.string)
            case .shown(let tip, let microseconds):
                json.member("what", "shown")
                json.member("tip", "\(tip)")
                json.member("seconds", Double(microseconds) / 1e6)
            case .acted(let tip, let action):
                json.member("what", "acted")
                json.member("tip", "\(tip)")
                json.member("action", action)
            case .ended(let tip, let reason):
                json.member("what", "ended")
                json.member("tip", "\(tip)")
                json.member("reason", reason.name)
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func moment(_ time: RuleTime) {
        if let text = time.wholeSecond.text { string(text) } else { integer(time.microseconds) }
    }
}

extension RuleTime {
    /// The moment, rounded down to a second.
    var wholeSecond: RuleTime { RuleTime(microseconds: microseconds - microseconds % 1_000_000) }
}

extension Tips.InvalidationReason {
    /// The name of the reason in programs and tables.
    public var name: String {
        switch self {
        case .actionPerformed: "actionPerformed"
        case .tipClosed: "tipClosed"
        case .displayCountExceeded: "displayCountExceeded"
        case .displayDurationExceeded: "displayDurationExceeded"
        }
    }
}
