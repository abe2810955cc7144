public import TipRules

// The declarations of the program: tips, parameters and events.
extension TipStateMachine {
    /// Declares a tip, or replaces its rules and options.
    ///
    /// A declaration is not stored, but the record of a former identifier is adopted.
    ///
    /// - Returns: The adopted data.
    /// - Complexity: O(*n*) in the size of its rules.
    @discardableResult
    public mutating func declare(_ tip: TipDefinition) -> TipChange {
        guard let place = places[tip.id] else {
            append(tip)
            return joined(tip)
        }
        let known = entries[place].definition
        guard known != tip || entries[place].isRemoved else { return TipChange(epoch: ledger.epoch) }
        if known.owner != tip.owner, !entries[place].isRemoved {
            entries[place].rival = tip.owner
            // Nobody uses the functions of its rules.
            functions.removeUnused(RuleDependencies(of: tip.rules).functions)
            return TipChange(epoch: ledger.epoch)
        }
        replace(place, with: tip)
        return joined(tip)
    }

    /// The known data about a newly declared tip: records under former identifiers, and an end by earlier
    /// donations.
    private mutating func joined(_ tip: TipDefinition) -> TipChange {
        var change = adopt(tip)
        endIfUsed(tip, in: &change)
        return change
    }

    /// Removes the declaration of a tip; its stored state stays.
    public mutating func withdraw(_ tip: TipID) {
        guard let place = places[tip] else { return }
        removeReader(place)
        functions.release(entries[place].dependencies.functions)
        entries[place].dependencies = RuleDependencies()
        entries[place].isRemoved = true
        entries[place].isToldAvailable = false
        edition &+= 1
        entries[place].rival = nil
    }

    /// Declares a parameter; a later declaration replaces an earlier one.
    ///
    /// - Returns: The data adopted from former names.
    @discardableResult
    public mutating func declare(_ parameter: ParameterDefinition, named name: RuleText) -> TipChange {
        guard parameters[name] != parameter else { return TipChange(epoch: ledger.epoch) }
        parameters[name] = parameter
        edition &+= 1
        forgetAnswers(of: readersOfParameters[name])
        var change = TipChange(epoch: ledger.epoch)
        adopt(parameter.formerNames, as: name, from: ledger, into: &change.delta)
        return change
    }

    /// Declares an event; a later declaration replaces an earlier one.
    ///
    /// - Returns: The data adopted from former names, and the removed donations.
    @discardableResult
    public mutating func declare(_ event: EventDefinition, named name: RuleText) -> TipChange {
        guard events[name] != event else { return TipChange(epoch: ledger.epoch) }
        events[name] = event
        edition &+= 1
        forgetAnswers(of: readersOfEvents[name])
        var change = TipChange(epoch: ledger.epoch)
        change.staying = keepOnDevice(event.staysOnDevice ? [name] + event.formerNames : [])
        adopt(event.formerNames, asEvent: name, from: ledger, into: &change.delta)
        for place in endedByEvents[name] ?? [] { endIfUsed(entries[place].definition, in: &change) }
        trim(name, to: event, into: &change)
        return change
    }

    /// The events that stay on the device.
    package var eventsOnDevice: [RuleText] { stayingEvents }

    /// Records that events stay on the device, because an earlier program declared it (TA10).
    ///
    /// - Returns: The identifiers that were not known before.
    @discardableResult
    public mutating func keepOnDevice(_ names: [RuleText]) -> [RuleText] {
        var new: [RuleText] = []
        func keep(_ name: RuleText) {
            guard !stayingEvents.contains(name) else { return }
            stayingEvents.append(name)
            new.append(name)
        }
        for name in names { keep(name) }
        // A new name does not make a private event public.
        for (name, event) in events {
            for former in event.formerNames where stayingEvents.contains(former) { keep(name) }
        }
        return new
    }

    /// Adds functions of this process that rules of declared tips use.
    public mutating func declare(_ functions: LocalFunctions) {
        if !functions.isEmpty { self.functions.formUnion(functions) }
    }

    /// Whether rules use functions of this process.
    public var usesFunctions: Bool { !functions.isEmpty }

    /// The tips that were declared, in the order in which they were.
    public var declaredTips: [TipDefinition] { entries.filter { !$0.isRemoved }.map { $0.definition } }

    /// The declaration of a tip.
    public func definition(of tip: TipID) -> TipDefinition? {
        guard let place = places[tip], !entries[place].isRemoved else { return nil }
        return entries[place].definition
    }

    /// Whether any identifier is claimed by two types (TD18).
    public var hasCollisions: Bool { entries.contains { $0.rival != nil } }

    /// Two types that claim one identifier: its owner and the other type (TD18).
    public func collision(of tip: TipID) -> (owner: RuleText, rival: RuleText)? {
        guard let place = places[tip], let rival = entries[place].rival else { return nil }
        return (entries[place].definition.owner, rival)
    }

    private mutating func append(_ tip: TipDefinition) {
        places[tip.id] = entries.count
        entries.append(Entry(definition: tip, dependencies: RuleDependencies()))
        addReader(entries.count - 1)
    }

    private mutating func replace(_ place: Int, with tip: TipDefinition) {
        let former = entries[place].dependencies
        removeReader(place)
        entries[place].definition = tip
        entries[place].rules = nil
        entries[place].isRemoved = false
        addReader(place)
        // This comes last, so that functions which both use stay. A rule that is built again has its own
        // functions.
        functions.release(former.functions)
    }

    private mutating func addReader(_ place: Int) {
        edition &+= 1
        let all = RuleDependencies(of: entries[place].definition.rules)
        entries[place].dependencies = all
        for name in all.parameters { readersOfParameters[name, default: []].append(place) }
        for name in all.events { readersOfEvents[name, default: []].append(place) }
        for name in entries[place].definition.endingEvents { endedByEvents[name, default: []].append(place) }
        functions.use(all.functions)
    }

    private mutating func removeReader(_ place: Int) {
        let all = entries[place].dependencies
        for name in all.parameters { readersOfParameters[name]?.removeAll { $0 == place } }
        for name in all.events { readersOfEvents[name]?.removeAll { $0 == place } }
        for name in entries[place].definition.endingEvents { endedByEvents[name]?.removeAll { $0 == place } }
    }

    // Joining is idempotent, so adopting the same data again from another device does no harm.
    private mutating func adopt(_ tip: TipDefinition) -> TipChange {
        var change = TipChange(epoch: ledger.epoch)
        for former in tip.formerIDs where former != tip.id {
            guard let record = ledger.tips[former] else { continue }
            var joined = self.record(of: tip.id)
            joined.merge(record)
            if joined != self.record(of: tip.id) { change.delta.note(joined, of: tip.id) }
        }
        if change.isWorthKeeping { ledger.merge(change.delta) }
        return change
    }

    /// Adopts data that has arrived under former names, whenever it arrives.
    ///
    /// - Returns: The adopted data, under the present names.
    mutating func adoptFormerNames(from arrived: TipLedger) -> TipLedger {
        var taken = TipLedger(epoch: ledger.epoch)
        for entry in entries where !entry.definition.formerIDs.isEmpty && !entry.isRemoved {
            taken.merge(adopt(entry.definition).delta)
        }
        for (name, parameter) in parameters where !parameter.formerNames.isEmpty {
            adopt(parameter.formerNames, as: name, from: arrived, into: &taken)
        }
        for (name, event) in events where !event.formerNames.isEmpty {
            adopt(event.formerNames, asEvent: name, from: arrived, into: &taken)
        }
        return taken
    }

    private mutating func adopt(
        _ formerNames: [RuleText], as name: RuleText, from other: TipLedger, into taken: inout TipLedger
    ) {
        for former in formerNames where former != name {
            guard let record = other.parameters[former] else { continue }
            let known = ledger.parameters[name]
            ledger.note(record, of: name)
            if ledger.parameters[name] != known { taken.note(record, of: name) }
        }
    }

    private mutating func adopt(
        _ formerNames: [RuleText], asEvent name: RuleText, from other: TipLedger, into taken: inout TipLedger
    ) {
        for former in formerNames where former != name {
            guard let record = other.events[former] else { continue }
            taken.note(record, of: name)
            ledger.note(record, of: name)
        }
    }

    mutating func forgetAnswers(of places: [Int]?) {
        for place in places ?? [] { entries[place].rules = nil }
    }

    mutating func forgetAllAnswers() {
        for place in entries.indices { entries[place].rules = nil }
    }

    /// Drops donations beyond the limits of the event.
    mutating func trim(
        _ name: RuleText, to definition: EventDefinition, into change: inout TipChange, now: RuleTime? = nil
    ) {
        guard var record = ledger.events[name] else { return }
        // Removed from the ledger meanwhile, so that the columns are changed in place and not copied.
        ledger.events[name] = nil
        var dropped = record.keepNewest(definition.maximumCount)
        if let now, let age = definition.maximumAge {
            dropped += record.keep(since: now.advanced(byMicroseconds: -age.microseconds))
        }
        if dropped > 0 {
            change.trimmed[name] = record.count > 0 ? record[0].time : .init(microseconds: .max)
        }
        ledger.events[name] = record
    }
}
