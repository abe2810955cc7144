public import TipCore
public import TipRules

// The declarations of a remote catalogue besides tips.
extension TipStore {
    /// Declares a parameter of a remote catalogue.
    public func declare(_ parameter: ParameterDefinition, named name: RuleText) {
        perform { machine, _ in machine.declare(parameter, named: name) }
    }

    /// Declares an event of a remote catalogue.
    public func declare(_ event: EventDefinition, named name: RuleText) {
        perform { machine, _ in machine.declare(event, named: name) }
    }
}
