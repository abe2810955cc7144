public import TipCore

/// A tip for one person, in one language.
public struct CatalogueTip: Hashable, Sendable {
    /// A button in one language.
    public struct Action: Hashable, Sendable {
        /// Its identifier within the tip.
        public let id: String
        /// Its title.
        public let title: String
        /// The page that it opens; `nil` for an action of the page itself.
        public let opens: String?
    }

    /// The tip's definition for the machine.
    public let definition: TipDefinition
    /// The language of all of its texts.
    public let language: String
    /// The title.
    public let title: String
    /// The text below the title.
    public let message: String?
    /// The name of an icon, or the path of a picture.
    public let image: String?
    /// The text for the picture.
    public let imageText: String?
    /// Its buttons.
    public let actions: [Action]
    /// The layout; `nil` for the default of the place.
    public let style: String?

    /// The key of its stored state.
    public var id: TipID { definition.id }
}

extension TipCatalogue {
    /// The tips for an audience: they are switched on, and their segment includes it (TA5).
    ///
    /// A tip has one language: the reader's best language that has all of its texts, else the fallback (TD22).
    ///
    /// - Complexity: O(*n*) in the number of tips and their texts.
    public func tips(for audience: TipAudience) -> [CatalogueTip] {
        let chain = chain(for: audience)
        return tips.filter { $0.isFor(audience) }.compactMap { resolve($0, chain) }
    }

    /// The groups for an audience, each with the tips for the audience; empty groups are left out.
    ///
    /// - Complexity: O(*n* · *m*) in the numbers of tips and of places in groups.
    public func groups(for audience: TipAudience) -> [Group] {
        let present = Set(tips.filter { $0.isFor(audience) }.map { $0.id })
        return groups.compactMap { group in
            var group = group
            group.tips.removeAll { !present.contains($0) }
            return group.tips.isEmpty ? nil : group
        }
    }

    /// Declares the frequency, parameters, events and tips for an audience; earlier declarations stay.
    ///
    /// - Returns: The change to make durable: data adopted from former names, and tips that ended.
    @discardableResult
    public func declare(in machine: inout TipStateMachine, for audience: TipAudience) -> TipChange {
        var change = TipChange(epoch: machine.ledger.epoch)
        machine.frequency = displayFrequency
        for parameter in parameters {
            change.add(machine.declare(parameter.definition, named: parameter.name))
        }
        for event in Self.ownEvents + events {
            change.add(machine.declare(event.definition, named: event.name))
        }
        for tip in tips(for: audience) { change.add(machine.declare(tip.definition)) }
        return change
    }

    private func resolve(_ tip: Tip, _ chain: [String]) -> CatalogueTip? {
        let content = tip.content
        let texts =
            [content.title, content.message, content.imageText].compactMap { $0 }
            + tip.actions.map { $0.title }
        let language = chain.first { language in texts.allSatisfy { $0[language] != nil } }
        guard let language, let title = content.title?[language] else { return nil }
        let actions = tip.actions.map { action in
            CatalogueTip.Action(id: action.id, title: action.title[language] ?? "", opens: action.opens)
        }
        return CatalogueTip(
            definition: tip.definition, language: language, title: title, message: content.message?[language],
            image: content.image, imageText: content.imageText?[language], actions: actions, style: tip.style)
    }
}

extension TipCatalogue.Tip {
    /// Whether the tip is switched on, and its segment includes the audience.
    fileprivate func isFor(_ audience: TipAudience) -> Bool { isOn && segment?.includes(audience) ?? true }
}
