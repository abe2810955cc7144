import TipCore
import TipRules

/// The names that rules may read, and the names that are known to be set and donated.
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

    /// The initial value of a parameter; `nil` for an undeclared parameter.
    func initial(of parameter: RuleText) -> RuleValue? { parameters[parameter]?.definition.initial }

    /// Whether any known program sets a parameter.
    func isSet(_ parameter: RuleText) -> Bool {
        let declared = parameters[parameter]
        if vocabulary.gives(parameter.string, isFact: declared?.isFromWorkplace ?? false) { return true }
        // Data under a former name is adopted, wherever it comes from.
        return (declared?.definition.formerNames ?? []).contains { former in
            [true, false].contains { vocabulary.gives(former.string, isFact: $0) }
        }
    }

    /// Whether any known program donates to an event, also under a former name, whose donations are adopted.
    func donates(_ event: RuleText) -> Bool {
        ([event] + definition(ofEvent: event).formerNames).contains { vocabulary.donates($0.string) }
    }

    func definition(ofEvent event: RuleText) -> EventDefinition { events[event] ?? EventDefinition() }

    /// The initial facts that rules read.
    func initialFacts(for read: RuleDependencies) -> RecordedFacts {
        var facts = RecordedFacts()
        for parameter in read.parameters {
            if let initial = initial(of: parameter) { facts.set(initial, forParameter: parameter) }
        }
        return facts
    }
}
