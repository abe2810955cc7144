/// The facts that rules read: the values of parameters and the donations of events.
public protocol RuleFacts {
    /// The value of a parameter; null when no parameter has the name.
    func value(ofParameter name: RuleText) -> RuleValue
    /// The donations of an event; empty when no event has the name.
    func history(ofEvent name: RuleText) -> DonationHistory
    /// The result of a function of this process for a value; null when no function has the number.
    func result(of function: LocalFunction, for value: RuleValue, at now: RuleTime) -> RuleAnswer
}

extension RuleFacts {
    /// Knows no functions, as in a page.
    public func result(of function: LocalFunction, for value: RuleValue, at now: RuleTime) -> RuleAnswer {
        RuleAnswer(value: .null)
    }
}

/// Facts in lists, for pages, simulations and tests.
public struct RecordedFacts: RuleFacts, Hashable, Sendable {
    private var parameters: [RuleField] = []
    private var names: [RuleText] = []
    private var histories: [DonationHistory] = []

    /// Makes facts without parameters and events.
    public init() {}

    /// Sets a parameter.
    ///
    /// - Complexity: O(*n*) in the number of parameters.
    public mutating func set(_ value: RuleValue, forParameter name: RuleText) {
        let field = RuleField(name, value)
        if let index = parameters.firstIndex(where: { $0.name == name }) {
            parameters[index] = field
        } else {
            parameters.append(field)
        }
    }

    /// Adds a donation to an event.
    ///
    /// - Complexity: O(*n*) in the number of events, and as ``DonationHistory/append(_:at:)``.
    public mutating func donate(_ payload: RuleValue = .null, to event: RuleText, at time: RuleTime) {
        if let index = names.firstIndex(of: event) {
            histories[index].append(payload, at: time)
        } else {
            names.append(event)
            var history = DonationHistory()
            history.append(payload, at: time)
            histories.append(history)
        }
    }

    /// Replaces the history of an event.
    ///
    /// - Complexity: O(*n*) in the number of events.
    public mutating func set(_ history: DonationHistory, forEvent name: RuleText) {
        if let index = names.firstIndex(of: name) {
            histories[index] = history
        } else {
            names.append(name)
            histories.append(history)
        }
    }

    /// The value of a parameter.
    public func value(ofParameter name: RuleText) -> RuleValue {
        for field in parameters where field.name == name { return field.value }
        return .null
    }

    /// The donations of an event.
    public func history(ofEvent name: RuleText) -> DonationHistory {
        guard let index = names.firstIndex(of: name) else { return DonationHistory() }
        return histories[index]
    }
}
