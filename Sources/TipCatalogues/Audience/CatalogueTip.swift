public import TipCore

/// A tip for one person, in one language.
public struct CatalogueTip: Hashable, Sendable {
    /// A button in one language.
    public struct Action: Hashable, Sendable {
        /// What the page knows it by.
        public let id: String
        /// What it says.
        public let title: String
        /// The page that it opens; `nil` for one that the page carries out itself.
        public let opens: String?
    }

    /// What the engine needs to know of it.
    public let definition: TipDefinition
    /// The language of all of its texts, as the catalogue writes it.
    public let language: String
    /// The short words on top.
    public let title: String
    /// What there is to say more.
    public let message: String?
    /// The name of an icon, or the path of a picture.
    public let image: String?
    /// What the picture says that the words do not.
    public let imageText: String?
    /// Its buttons.
    public let actions: [Action]
    /// Which layout it has; `nil` for the usual one of the place.
    public let style: String?

    /// The key of everything that is kept of it.
    public var id: TipID { definition.id }
}

extension TipCatalogue {
    /// The tips for an audience: they are switched on, and their segment includes it (TA5).
    ///
    /// A tip has one language: the best one in which all of its texts are there, else the catalogue's own (TD22).
    ///
    /// - Complexity: O(*n*) in the number of tips and their texts.
    public func tips(for audience: TipAudience) -> [CatalogueTip] {
        let chain = chain(for: audience)
        return tips.filter { $0.isFor(audience) }.compactMap { resolve($0, chain) }
    }

    /// The groups that somebody gets, each with the tips that they get; those without any are left out.
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

    /// Declares what somebody gets: the frequency, parameters, events and tips; what is declared already stays.
    ///
    /// - Returns: What was taken over from former names, and what has ended by now, to make durable.
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
        let face = tip.face
        let texts =
            [face.title, face.message, face.imageText].compactMap { $0 } + tip.actions.map { $0.title }
        let language = chain.first { language in texts.allSatisfy { $0[language] != nil } }
        guard let language, let title = face.title?[language] else { return nil }
        let actions = tip.actions.map { action in
            CatalogueTip.Action(id: action.id, title: action.title[language] ?? "", opens: action.opens)
        }
        return CatalogueTip(
            definition: tip.definition, language: language, title: title, message: face.message?[language],
            image: face.image, imageText: face.imageText?[language], actions: actions, style: tip.style)
    }
}

extension TipCatalogue.Tip {
    /// Whether the tip is switched on, and its segment includes the audience.
    fileprivate func isFor(_ audience: TipAudience) -> Bool { isOn && segment?.includes(audience) ?? true }
}
