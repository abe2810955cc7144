import TipCore
import TipRules

/// What rules may read, by its name, and what is known to be set and donated.
struct RuleEnvironment {
    let vocabulary: TipVocabulary
    private let parameters: [RuleText: TipCatalogue.Parameter]
    private let events: [RuleText: EventDefinition]

    init(_ catalogue: TipCatalogue, knowing vocabulary: TipVocabulary) {
        self.vocabulary = vocabulary
        parameters = Dictionary(catalogue.parameters.map { ($0.name, $0) }) { first, _ in first }
        events = Dictionary((catalogue.events + TipCatalogue.ownEvents).map { ($0.name, $0.definition) }) {
            first, _ in first
        }
    }

    /// The value that a parameter begins with; `nil` for one that is not declared.
    func initial(of parameter: RuleText) -> RuleValue? { parameters[parameter]?.definition.initial }

    /// Whether somebody gives a parameter values, as far as that is known.
    func isSet(_ parameter: RuleText) -> Bool {
        let declared = parameters[parameter]
        if vocabulary.gives(parameter.string, isFact: declared?.isFromWorkplace ?? false) { return true }
        // What is kept under a former name is taken over, wherever it came from.
        return (declared?.definition.formerNames ?? []).contains { former in
            [true, false].contains { vocabulary.gives(former.string, isFact: $0) }
        }
    }

    /// Whether somebody donates to an event, as far as that is known; also under a former name, whose donations are taken
    /// over.
    func donates(_ event: RuleText) -> Bool {
        ([event] + definition(ofEvent: event).formerNames).contains { vocabulary.donates($0.string) }
    }

    func definition(ofEvent event: RuleText) -> EventDefinition { events[event] ?? EventDefinition() }

    /// The facts before anything has happened, as far as they are read.
    func initialFacts(for read: RuleDependencies) -> RecordedFacts {
        var facts = RecordedFacts()
        for parameter in read.parameters {
            if let initial = initial(of: parameter) { facts.set(initial, forParameter: parameter) }
        }
        return facts
    }
}
