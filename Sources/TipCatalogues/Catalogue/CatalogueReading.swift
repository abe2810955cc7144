import JSON
import TipCore
import TipRules

/// Reads the parts of a catalogue in order, with the declarations of earlier parts.
struct CatalogueReading {
    let catalogue: TipCatalogue
    /// The languages of the catalogue; `nil` when they are unreadable.
    let languages: [String]?
    let fallback: String?

    func read(_ reader: JSONReader) -> TipCatalogue? {
        var read = catalogue
        let parameters = reader["parameters"].named(parameter)
        let events = reader["events"].named(event)
        noteTwice(parameters?.flatMap { [$0.name] + $0.definition.formerNames }, reader["parameters"])
        noteTwice(events?.flatMap { [$0.name] + $0.definition.formerNames }, reader["events"])
        // Reading continues with the readable part, so that names in the rest are still checked.
        read.parameters = parameters ?? []
        read.events = events ?? []
        let names = DeclaredNames(
            parameters: parameters.map { Set($0.map { $0.name }) },
            events: events.map { Set(($0 + TipCatalogue.ownEvents).map { $0.name }) },
            privateEvents: Set((events ?? []).filter { $0.staysOnDevice }.map { $0.name }),
            languages: languages, fallback: fallback)
        var tips = TipReading(names: names)
        let list = reader["tips"].array(count: 0...1_000) { tips.tip($0) }
        let known = list.map { Set($0.map { $0.id }) }
        let groups = reader["groups"].named { group($0, $1, known) }
        guard let list, parameters != nil, events != nil, let groups else { return nil }
        read.tips = list
        read.groups = groups
        return read
    }

    private func noteTwice(_ names: [RuleText]?, _ reader: JSONReader) {
        var seen: Set<RuleText> = []
        for name in names ?? [] where !seen.insert(name).inserted {
            reader.note(.duplicate, "have the name \(name.string) twice, former names counted")
        }
    }

    private func parameter(_ name: String, _ reader: JSONReader) -> TipCatalogue.Parameter? {
        reader.refuseUnknownMembers(except: ["about", "initial", "transient", "source", "formerly"])
        let initial: RuleValue? = reader["initial"].optional == nil ? .null : RuleValue(reader["initial"])
        let isTransient = reader["transient"].optional?.boolean() ?? false
        let source: Void? = reader["source"].optional?.text(
            as: { $0 == "workplace" ? () : nil }, "must be workplace, or be left out")
        if isTransient, source != nil {
            reader["transient"].note(.value, "cannot be, as the workplace gives the value")
        }
        let formerly = reader.formerly(name).map { RuleText($0) }
        let about = reader.about()
        guard let initial else { return nil }
        let definition = ParameterDefinition(
            initial: initial, isTransient: isTransient, formerNames: formerly)
        return TipCatalogue.Parameter(
            name: RuleText(name), definition: definition, isFromWorkplace: source != nil, about: about)
    }

    private func event(_ name: String, _ reader: JSONReader) -> TipCatalogue.Event? {
        reader.refuseUnknownMembers(
            except: ["about", "maximumCount", "maximumAge", "staysOnDevice", "formerly"])
        if TipCatalogue.ownEvents.contains(where: { $0.name == RuleText(name) }) {
            reader.note(.duplicate, "is an event that every catalogue has")
        }
        let count = reader["maximumCount"].optional?.integer(in: 1...EventDefinition.mostCount)
        let age = reader["maximumAge"].optional.flatMap { RuleWindow($0) }
        let definition = EventDefinition(
            maximumCount: count ?? EventDefinition.usualCount, maximumAge: age,
            formerNames: reader.formerly(name).map { RuleText($0) },
            staysOnDevice: reader["staysOnDevice"].optional?.boolean() ?? false)
        return TipCatalogue.Event(name: RuleText(name), definition: definition, about: reader.about())
    }

    private func group(_ name: String, _ reader: JSONReader, _ known: Set<TipID>?) -> TipCatalogue.Group? {
        reader.refuseUnknownMembers(except: ["about", "priority", "tips"])
        let priority = reader["priority"].optional?.text(
            as: { ["ordered": true, "firstAvailable": false][$0] }, "must be ordered or firstAvailable")
        let about = reader.about()
        var seen: Set<TipID> = []
        let tips = reader["tips"].array(count: 1...1_000) { reader -> TipID? in
            guard let id = reader.string().map({ TipID($0) }) else { return nil }
            if known?.contains(id) == false {
                reader.note(.unknownName, "names the tip \(id), which the catalogue does not have")
            } else if !seen.insert(id).inserted {
                reader.note(.duplicate, "occurs twice")
            }
            return id
        }
        return tips.map {
            TipCatalogue.Group(name: name, isOrdered: priority ?? false, tips: $0, about: about)
        }
    }
}

/// The names that rules and tips may use; `nil` when they are unreadable.
struct DeclaredNames {
    let parameters: Set<RuleText>?
    let events: Set<RuleText>?
    /// The events that stay on their device.
    let privateEvents: Set<RuleText>
    let languages: [String]?
    let fallback: String?

    /// Notes a mistake for each name that is used but not declared.
    func check(_ rule: RuleExpression, _ reader: JSONReader) {
        for name in rule.dependencies.parameters where parameters?.contains(name) == false {
            reader.note(
                .unknownName, "names the parameter \(name.string), which the catalogue does not declare")
        }
        for name in rule.dependencies.events { check(event: name, reader) }
    }

    /// Notes a mistake if the event stays on the device: the end of a tip is sent, and would reveal the time
    /// of the donation.
    func check(told name: RuleText, _ reader: JSONReader) {
        check(event: name, reader)
        if privateEvents.contains(name) {
            reader.note(
                .value,
                "names the event \(name.string), which stays on the device; the end of the tip would reveal when it happened"
            )
        }
    }

    func check(event name: RuleText, _ reader: JSONReader) {
        guard events?.contains(name) == false else { return }
        reader.note(.unknownName, "names the event \(name.string), which the catalogue does not declare")
    }
}
