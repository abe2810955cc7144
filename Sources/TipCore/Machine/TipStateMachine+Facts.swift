public import TipRules

/// The facts for the rules of a machine.
struct TipFacts: RuleFacts {
    let ledger: TipLedger
    let parameters: TipTable<RuleText, ParameterDefinition>
    let events: TipTable<RuleText, EventDefinition>
    let transientValues: TipTable<RuleText, RuleValue>
    let functions: LocalFunctions

    func value(ofParameter name: RuleText) -> RuleValue {
        let definition = parameters[name]
        let value = definition?.isTransient == true ? transientValues[name] : ledger.parameters[name]?.value
        return value ?? definition?.initial ?? .null
    }

    func history(ofEvent name: RuleText) -> DonationHistory {
        ledger.events[name]?.history(maximumAge: events[name]?.maximumAge) ?? DonationHistory()
    }

    func result(of function: LocalFunction, for value: RuleValue, at now: RuleTime) -> RuleAnswer {
        functions[function]?(value, now) ?? RuleAnswer(value: .null)
    }
}

extension TipStateMachine {
    // Otherwise the whole machine is copied for each answer.
    @inline(__always) var facts: TipFacts {
        TipFacts(
            ledger: ledger, parameters: parameters, events: events, transientValues: transientValues,
            functions: functions)
    }

    /// The value of a parameter: the set value, or the initial value (T49 to T52).
    public func value(ofParameter name: RuleText) -> RuleValue { facts.value(ofParameter: name) }

    /// The donations of an event that rules see, the oldest first (T55).
    public func donations(ofEvent name: RuleText, at now: RuleTime) -> [EventRecord.Donation] {
        guard let record = ledger.events[name] else { return [] }
        let age = events[name]?.maximumAge
        let all = (0..<record.count).lazy.map { record[$0] }
        guard let age else { return Array(all) }
        let start = now.advanced(byMicroseconds: -age.microseconds)
        return all.filter { $0.time >= start }
    }
}
