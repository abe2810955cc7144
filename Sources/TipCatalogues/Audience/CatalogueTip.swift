public import TipCore

/// A tip as one person gets it: in one language, and in the variant that falls to them.
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
    /// The experiment that it takes part in.
    public let experiment: String?
    /// The variant that falls to the person; `nil` for the tip as it is.
    public let variant: String?

    /// The key of everything that is kept of it.
    public var id: TipID { definition.id }
}

extension TipCatalogue {
    /// The tips that somebody gets: those that are on, whose segment fits, and that no experiment withholds (TA5).
    ///
    /// A tip has one language: the best one in which all of its texts are there, else the catalogue's own (TD22).
    ///
    /// - Complexity: O(*n*) in the number of tips and their texts.
    public func tips(for audience: TipAudience) -> [CatalogueTip] {
        let chain = chain(for: audience)
        return tips.compactMap { resolve($0, $0.arm(for: audience), chain) }
    }

    /// Whether an experiment withholds a tip from somebody that is otherwise for them; what they do is counted all the same.
    ///
    /// - Complexity: O(*n*) in the number of tips.
    public func withholds(from audience: TipAudience) -> Bool {
        tips.contains { tip in
            tip.isFor(audience) && tip.experiment?.arm(for: audience.subject) == .holdout
        }
    }

    /// The groups that somebody gets, each with the tips that they get; those without any are left out.
    ///
    /// - Complexity: O(*n* · *m*) in the numbers of tips and of places in groups.
    public func groups(for audience: TipAudience) -> [Group] {
        let present = Set(tips.filter { $0.arm(for: audience) != .holdout }.map { $0.id })
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

    private func resolve(_ tip: Tip, _ arm: Experiment.Arm, _ chain: [String]) -> CatalogueTip? {
        var variant: Variant?
        switch arm {
        case .holdout: return nil
        case .variant(let name): variant = tip.experiment?.variants.first { $0.name == name }
        case .plain: break
        }
        let face = tip.face.overlaid(by: variant?.face)
        let texts =
            [face.title, face.message, face.imageText].compactMap { $0 } + tip.actions.map { $0.title }
        let language = chain.first { language in texts.allSatisfy { $0[language] != nil } }
        guard let language, let title = face.title?[language] else { return nil }
        let actions = tip.actions.map { action in
            CatalogueTip.Action(id: action.id, title: action.title[language] ?? "", opens: action.opens)
        }
        return CatalogueTip(
            definition: tip.definition, language: language, title: title, message: face.message?[language],
            image: face.image, imageText: face.imageText?[language], actions: actions, style: tip.style,
            experiment: tip.experiment?.name, variant: variant?.name)
    }
}

extension TipCatalogue.Tip {
    /// What somebody gets of the tip; nothing also where it is off, or not meant for them.
    fileprivate func arm(for audience: TipAudience) -> TipCatalogue.Experiment.Arm {
        guard isFor(audience) else { return .holdout }
        return experiment?.arm(for: audience.subject) ?? .plain
    }

    /// Whether it is on, and meant for somebody.
    fileprivate func isFor(_ audience: TipAudience) -> Bool { isOn && segment?.includes(audience) ?? true }
}

extension TipCatalogue.Face {
    /// The face with what another one brings along in the place of its own.
    func overlaid(by other: TipCatalogue.Face?) -> TipCatalogue.Face {
        var face = self
        face.title = other?.title ?? title
        face.message = other?.message ?? message
        face.image = other?.image ?? image
        // A new picture says something else.
        face.imageText = other?.image == nil ? other?.imageText ?? imageText : other?.imageText
        return face
    }
}
