public import TipRules

/// The state of tips, parameters and events, which devices exchange and a store holds.
///
/// ``merge(_:)`` joins two ledgers (TD1); it is commutative, associative and idempotent. A change is a ledger
/// too, with only the changed data. Stores and devices therefore accept changes and whole states alike.
public struct TipLedger: Hashable, Sendable {
    /// The number of resets; data of an older count is ignored (T15, T16).
    public package(set) var epoch: Int64
    /// The record of each tip.
    public package(set) var tips: TipTable<TipID, TipRecord> = [:]
    /// The value of each parameter that was set, by name.
    public package(set) var parameters: TipTable<RuleText, ParameterRecord> = [:]
    /// The donations of each event, by name.
    public package(set) var events: TipTable<RuleText, EventRecord> = [:]

    /// Makes an empty ledger.
    public init(epoch: Int64 = 0) { self.epoch = epoch }

    /// Whether it has no records and no resets.
    public var isEmpty: Bool { epoch == 0 && tips.isEmpty && parameters.isEmpty && events.isEmpty }

    /// Whether it has no records.
    public var hasNoRecords: Bool { tips.isEmpty && parameters.isEmpty && events.isEmpty }

    /// The number of donations of all events.
    public var donationCount: Int { events.values.reduce(0) { $0 + $1.count } }

    /// Joins the record of a tip, a parameter or an event.
    public mutating func note(_ record: TipRecord, of tip: TipID) {
        tips[tip, default: TipRecord()].merge(record)
    }

    /// Sets a parameter's value, unless the ledger has a later one.
    public mutating func note(_ record: ParameterRecord, of parameter: RuleText) {
        if parameters[parameter]?.merge(record) == nil { parameters[parameter] = record }
    }

    /// Joins donations.
    public mutating func note(_ record: EventRecord, of event: RuleText) {
        events[event, default: EventRecord()].merge(record)
    }

    /// Removes the donations of an event.
    package mutating func remove(event: RuleText) { events[event] = nil }

    /// Joins another ledger.
    ///
    /// - Complexity: O(*n*) in the size of the other, plus one pass over the events that both have.
    public mutating func merge(_ other: TipLedger) {
        if other.epoch > epoch { self = TipLedger(epoch: other.epoch) }
        guard other.epoch == epoch else { return }
        for (tip, record) in other.tips { note(record, of: tip) }
        for (name, record) in other.parameters { note(record, of: name) }
        for (name, record) in other.events { note(record, of: name) }
    }

    /// Removes the data that another ledger also has; the remaining data is new to it.
    ///
    /// - Complexity: O(*n* log *m*) in the sizes of both.
    public mutating func removeKnown(_ known: TipLedger) {
        guard known.epoch == epoch else { return }
        for (tip, record) in tips {
            guard var joined = known.tips[tip] else { continue }
            joined.merge(record)
            if joined == known.tips[tip] { tips[tip] = nil }
        }
        for (name, record) in parameters {
            guard var joined = known.parameters[name] else { continue }
            joined.merge(record)
            if joined == known.parameters[name] { parameters[name] = nil }
        }
        for (name, record) in events {
            guard let other = known.events[name] else { continue }
            let rest = record.subtracting(other)
            events[name] = rest.count == 0 && record.epoch <= other.epoch ? nil : rest
        }
    }

    /// The ledger joined with another one.
    public func merged(with other: TipLedger) -> TipLedger {
        var result = self
        result.merge(other)
        return result
    }
}

extension EventRecord: Hashable {
    /// Hashes only parts that are cheap to hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(epoch)
        hasher.combine(times)
        hasher.combine(replicas)
        hasher.combine(sequences)
    }
}
