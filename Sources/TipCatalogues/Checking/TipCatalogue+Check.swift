import JSON
import TipCore
import TipRules

extension TipCatalogue {
    /// Looks for what does not work: tips that nobody can see, groups that get stuck, texts that are missing, names that lead
    /// nowhere (TA8).
    ///
    /// That rules contradict each other is proved, for comparisons with constants, truth values and counts of donations.
    /// For what is beyond that, histories are searched, the same ones each time; a tip for which none is found is told as
    /// ``TipFinding/Code/notReached``, and not as proved.
    ///
    /// - Parameters:
    ///   - vocabulary: What the program that shows the tips is known to do.
    ///   - steps: About how many parts of rules are evaluated in all, each tip having its share. What is not proved or found by
    ///     then is taken as neither impossible nor reached.
    /// - Returns: The findings, in the order of the file.
    /// - Complexity: O(*n*) in the number of tips, with a few thousand evaluations of its rules for each, and O(steps).
    public func check(
        knowing vocabulary: TipVocabulary = TipVocabulary(), steps: Int = .max
    ) -> [TipFinding] {
        var findings: [TipFinding] = []
        let surroundings = RuleSurroundings(self, knowing: vocabulary)
        let effort = WorkBudget(steps: steps)
        let reaches = tips.enumerated().map { place, tip in
            effort.share(among: tips.count - place) { share in
                TipReach(of: tip.definition, in: surroundings, effort: share)
            }
        }
        findings += unusedNames(in: surroundings)
        let groupCheck = GroupCheck(self, reaches, in: surroundings, effort: effort)
        for group in groups { findings += groupCheck.findings(in: group) }
        for (place, tip) in tips.enumerated() {
            let path: [JSONPath.Step] = [.member("tips"), .element(place)]
            findings += check(tip, reaches[place], at: path, in: surroundings)
        }
        return findings
    }

    // MARK: - Names

    private func unusedNames(in surroundings: RuleSurroundings) -> [TipFinding] {
        var findings: [TipFinding] = []
        let read = tips.flatMap { $0.definition.rules.map { $0.dependencies } }
        let parametersRead = Set(read.flatMap { $0.parameters })
        var eventsRead = Set(read.flatMap { $0.events })
        for tip in tips { eventsRead.formUnion(tip.definition.endingEvents) }
        for parameter in parameters {
            let name = parameter.name.string
            let path: [JSONPath.Step] = [.member("parameters"), .member(name)]
            if !parametersRead.contains(parameter.name) {
                findings.append(TipFinding(.note, .unused, at: path, "is a parameter that no tip looks at"))
            } else if parameter.isFromWorkplace, !surroundings.vocabulary.gives(name, isFact: true) {
                findings.append(
                    TipFinding(
                        .warning, .unknownFact, at: path, "is a value that the workplace does not give"))
            } else if !parameter.isFromWorkplace, !surroundings.isSet(parameter.name) {
                findings.append(TipFinding(.warning, .neverSet, at: path, "is a parameter that nobody sets"))
            }
        }
        for event in events {
            let path: [JSONPath.Step] = [.member("events"), .member(event.name.string)]
            if !eventsRead.contains(event.name) {
                findings.append(TipFinding(.note, .unused, at: path, "is an event that no tip looks at"))
            } else if !surroundings.donates(event.name) {
                findings.append(
                    TipFinding(.warning, .neverDonated, at: path, "is an event that nobody donates"))
            }
        }
        return findings
    }

    // MARK: - Tips

    private func check(
        _ tip: Tip, _ reach: TipReach, at path: [JSONPath.Step], in surroundings: RuleSurroundings
    ) -> [TipFinding] {
        let vocabulary = surroundings.vocabulary
        var findings = untranslated(tip, at: path)
        switch reach {
        case .reached: break
        case .impossible(let places, let reason):
            let place = places.count == 1 ? path + [.member("rules"), .element(places[0])] : path
            findings.append(TipFinding(.error, .unreachable, at: place, tip: tip.id, reason))
        case .notFound(let tries, let isCutShort):
            let end = isCutShort ? ", and then the effort of the check was used up" : ""
            findings.append(
                TipFinding(
                    .warning, .notReached, at: path, tip: tip.id, isProved: false,
                    "was shown in none of \(tries) histories that were tried\(end)"))
        }
        for (place, rule) in tip.definition.rules.enumerated() where isRestless(rule, in: surroundings) {
            findings.append(
                TipFinding(
                    .warning, .restless, at: path + [.member("rules"), .element(place)], tip: tip.id,
                    isProved: false,
                    "is another at every moment, so that whoever shows the tip has to ask all the time"))
        }
        if !tip.isOn {
            findings.append(
                TipFinding(
                    .note, .switchedOff, at: path + [.member("isOn")], tip: tip.id, "switches the tip off"))
        }
        if let image = tip.face.image, !image.hasPrefix("/"), vocabulary.icons?.contains(image) == false {
            findings.append(
                TipFinding(
                    .warning, .unknownIcon, at: path + [.member("image")], tip: tip.id,
                    "names no icon that there is"))
        }
        return findings + emptySegment(tip, at: path + [.member("segment")], knowing: vocabulary)
    }

    /// Whether a rule, before anything has happened, cannot say until when it stays.
    private func isRestless(_ rule: RuleExpression, in surroundings: RuleSurroundings) -> Bool {
        let facts = surroundings.initialFacts(for: rule.dependencies)
        let now = HistorySearch.now
        return rule.answer(from: facts, at: now).nextChange == now.advanced(byMicroseconds: 1)
    }

    private func untranslated(_ tip: Tip, at path: [JSONPath.Step]) -> [TipFinding] {
        var texts = [
            ("title", tip.face.title), ("message", tip.face.message), ("imageText", tip.face.imageText),
        ]
        texts += tip.actions.map { ("the action \($0.id)", $0.title) }
        let missing = languages.compactMap { language -> String? in
            let names = texts.filter { $0.1 != nil && $0.1?[language] == nil }.map { $0.0 }
            return names.isEmpty ? nil : "\(language) (\(names.joined(separator: ", ")))"
        }
        guard !missing.isEmpty else { return [] }
        return [
            TipFinding(
                .warning, .untranslated, at: path, tip: tip.id,
                "is missing in \(missing.joined(separator: "; "))")
        ]
    }

    private func emptySegment(
        _ tip: Tip, at path: [JSONPath.Step], knowing vocabulary: TipVocabulary
    ) -> [TipFinding] {
        let lists = [
            ("platforms", tip.segment?.platforms, vocabulary.platforms),
            ("roles", tip.segment?.roles, vocabulary.roles),
        ]
        return lists.compactMap { name, wanted, known in
            guard let wanted, let known else { return nil }
            let strangers = wanted.filter { !known.contains($0) }
            guard !strangers.isEmpty else { return nil }
            return TipFinding(
                strangers.count == wanted.count ? .error : .warning, .emptySegment,
                at: path + [.member(name)],
                tip: tip.id, "names what there is not: \(strangers.joined(separator: ", "))")
        }
    }
}
