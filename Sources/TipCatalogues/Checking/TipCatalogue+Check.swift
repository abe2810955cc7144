import JSON
import TipCore
import TipRules

extension TipCatalogue {
    /// Finds parts that do not work: tips that nobody can see, groups that get stuck, missing texts, unknown
    /// names (TA8).
    ///
    /// Contradictions between rules are proved for comparisons with constants, truth values and counts of
    /// donations. For other rules, the check searches histories, always the same ones; a tip without one is
    /// reported as ``TipFinding/Code/notReached``, and not as proved.
    ///
    /// - Parameters:
    ///   - vocabulary: The names that the program knows.
    ///   - steps: The work budget in evaluated parts of rules, shared by the tips. A tip for which the budget
    ///     is too small is neither impossible nor reached.
    /// - Returns: The findings, in the order of the file.
    /// - Complexity: O(*n*) in the number of tips, with a few thousand evaluations of its rules for each, and O(steps).
    public func check(
        knowing vocabulary: TipVocabulary = TipVocabulary(), steps: Int = .max
    ) -> [TipFinding] {
        var findings: [TipFinding] = []
        let environment = RuleEnvironment(self, knowing: vocabulary)
        let budget = WorkBudget(steps: steps)
        let reaches = tips.enumerated().map { place, tip in
            budget.share(among: tips.count - place) { share in
                TipReach(of: tip.definition, in: environment, budget: share)
            }
        }
        findings += unusedNames(in: environment)
        let groupCheck = GroupCheck(self, reaches, in: environment, budget: budget)
        for group in groups { findings += groupCheck.findings(in: group) }
        for (place, tip) in tips.enumerated() {
            let path: [JSONPath.Step] = [.member("tips"), .element(place)]
            findings += check(tip, reaches[place], at: path, in: environment)
        }
        return findings
    }

    // MARK: - Names

    private func unusedNames(in environment: RuleEnvironment) -> [TipFinding] {
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
            } else if parameter.isFromWorkplace, !environment.vocabulary.gives(name, isFact: true) {
                findings.append(
                    TipFinding(
                        .warning, .unknownFact, at: path, "is a value that the workplace does not give"))
            } else if !parameter.isFromWorkplace, !environment.isSet(parameter.name) {
                findings.append(TipFinding(.warning, .neverSet, at: path, "is a parameter that nobody sets"))
            }
        }
        for event in events {
            let path: [JSONPath.Step] = [.member("events"), .member(event.name.string)]
            if !eventsRead.contains(event.name) {
                findings.append(TipFinding(.note, .unused, at: path, "is an event that no tip looks at"))
            } else if !environment.donates(event.name) {
                findings.append(
                    TipFinding(.warning, .neverDonated, at: path, "is an event that nobody donates"))
            }
        }
        return findings
    }

    // MARK: - Tips

    private func check(
        _ tip: Tip, _ reach: TipReach, at path: [JSONPath.Step], in environment: RuleEnvironment
    ) -> [TipFinding] {
        let vocabulary = environment.vocabulary
        var findings = untranslated(tip, at: path)
        switch reach {
        case .reached: break
        case .impossible(let places, let reason):
            let place = places.count == 1 ? path + [.member("rules"), .element(places[0])] : path
            findings.append(TipFinding(.error, .unreachable, at: place, tip: tip.id, reason))
        case .notFound(let tries, let isCutShort):
            let end = isCutShort ? ", and then the work budget of the check was used up" : ""
            findings.append(
                TipFinding(
                    .warning, .notReached, at: path, tip: tip.id, isProved: false,
                    "was shown in none of \(tries) histories that were tried\(end)"))
        }
        for (place, rule) in tip.definition.rules.enumerated() where isRestless(rule, in: environment) {
            findings.append(
                TipFinding(
                    .warning, .restless, at: path + [.member("rules"), .element(place)], tip: tip.id,
                    isProved: false,
                    "changes its value at every moment, so that a page must evaluate it all the time"))
        }
        if !tip.isOn {
            findings.append(
                TipFinding(
                    .note, .switchedOff, at: path + [.member("isOn")], tip: tip.id, "switches the tip off"))
        }
        if let image = tip.content.image, !image.hasPrefix("/"), vocabulary.icons?.contains(image) == false {
            findings.append(
                TipFinding(
                    .warning, .unknownIcon, at: path + [.member("image")], tip: tip.id,
                    "names no icon that there is"))
        }
        return findings + emptySegment(tip, at: path + [.member("segment")], knowing: vocabulary)
    }

    /// Whether the value of a rule changes all the time.
    private func isRestless(_ rule: RuleExpression, in environment: RuleEnvironment) -> Bool {
        let facts = environment.initialFacts(for: rule.dependencies)
        let now = HistorySearch.now
        return rule.answer(from: facts, at: now).nextChange == now.advanced(byMicroseconds: 1)
    }

    private func untranslated(_ tip: Tip, at path: [JSONPath.Step]) -> [TipFinding] {
        var texts = [
            ("title", tip.content.title), ("message", tip.content.message),
            ("imageText", tip.content.imageText),
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
