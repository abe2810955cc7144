public import TipCore
public import TipRules

// What a remote catalogue declares besides tips.
extension TipStore {
    /// Declares what a parameter of a remote catalogue is.
    public func declare(_ parameter: ParameterDefinition, named name: RuleText) {
        perform { machine, _ in machine.declare(parameter, named: name) }
    }

    /// Declares what an event of a remote catalogue keeps.
    public func declare(_ event: EventDefinition, named name: RuleText) {
        perform { machine, _ in machine.declare(event, named: name) }
    }
}
