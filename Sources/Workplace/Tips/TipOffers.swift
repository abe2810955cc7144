import Attendance
public import Essentials
import Ordering
public import TipCatalogues
public import TipCore
public import TipRules

/// Selects the tips of the catalogue in force for a person or a screen, and lists the tips that a person has seen.
public struct TipOffers: Sendable {
    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let tips: TipsInForce
    let now: @Sendable () -> Timestamp

    /// Makes the offers over a store.
    ///
    /// - Parameters:
    ///   - store: The store of the ledgers.
    ///   - campuses: The cafés and sites.
    ///   - tips: Holds the catalogue in force.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, tips: TipsInForce,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.tips = tips
        self.now = now
    }

    /// The tips for a person or a screen: they are switched on, and their segment includes it (TA5).
    ///
    /// - Parameters:
    ///   - principal: The person or the screen.
    ///   - platform: The platform that shows the tips, such as `web`.
    ///   - languages: The languages of the reader, best first.
    /// - Returns: The offer, with the facts about the person that the catalogue asks for.
    /// - Throws: The store's own error.
    public func offer(
        to principal: Principal, platform: String, languages: [LanguageTag]
    ) async throws -> TipOffer {
        let catalogue = tips.catalogue
        let campus = try campuses.inForce()
        let facts = try await facts(of: principal, for: catalogue)
        let sites = try await sites(of: principal, for: catalogue, on: campus)
        return TipOffer(
            catalogue: catalogue,
            audience: TipAudience(principal, platform: platform, sites: sites, languages: languages),
            facts: facts)
    }

    /// The tips that a person has seen (TA6), including tips that are switched off now.
    ///
    /// - Throws: The store's own error.
    public func seen(by person: Person, languages: [LanguageTag]) async throws -> SeenTips {
        let kept = try await store.read { try $0.tipLedger(of: person.id) }
        guard let ledger = try kept?.ledger() else { return SeenTips(tips: [], goneCount: 0) }
        let all = tips.catalogue.withoutConditions
        let audience = TipAudience(.person(person), platform: "", sites: [], languages: languages)
        let seen = all.tips(for: audience)
            .compactMap { tip in ledger.record(of: tip.definition).flatMap { SeenTip(tip, $0) } }
            .sorted { ($0.firstShown.microseconds, $0.tip.id) > ($1.firstShown.microseconds, $1.tip.id) }
        let known = Set(all.tips.flatMap { [$0.id] + $0.definition.formerIDs })
        let goneCount = ledger.tips.count { !known.contains($0.key) && $0.value.displayCount > 0 }
        return SeenTips(tips: seen, goneCount: goneCount)
    }

    /// Why a person is shown a tip now, or is not (TA2).
    ///
    /// - Parameters:
    ///   - tip: The tip.
    ///   - person: The person.
    ///   - platform: The platform that would show it.
    /// - Returns: The explanation, from the data that the person's devices have exchanged so far.
    /// - Throws: ``WorkplaceRefusal/unknownTip(_:)``, or the store's own error.
    public func explanation(
        of tip: TipID, for person: Person, platform: String
    ) async throws -> TipReason {
        let offer = try await offer(to: .person(person), platform: platform, languages: [person.language])
        guard let known = offer.catalogue.tips.first(where: { $0.id == tip }) else {
            throw WorkplaceRefusal.unknownTip(tip)
        }
        let ledger = try await store.read { try $0.tipLedger(of: person.id) }?.ledger() ?? TipLedger()
        var machine = TipStateMachine(ledger: ledger, replica: TipReplica(rawValue: 0))
        offer.catalogue.declare(in: &machine, for: offer.audience)
        // The explanation of a tip that the offer leaves out also lists the other reasons that hold the tip
        // back.
        machine.declare(known.definition)
        let time = now().ruleTime
        for (name, value) in offer.facts { _ = machine.set(value, forParameter: name, at: time) }
        let turn = TipReason.Turn(before: tip, of: offer) { machine.status(of: $0, at: time) }
        let explanation = machine.explanation(of: tip, at: time)
        let hasEnded = if case .invalidated = explanation.status { true } else { false }
        return TipReason(
            withholding: TipReason.Withholding(known, offer.audience), explanation: explanation,
            turn: hasEnded ? nil : turn)
    }

    /// Why another person is shown a tip or not, for an administrator; the person can see who asked.
    ///
    /// Administrators write the rules, and the result of a rule reveals something about the person. Questions
    /// are therefore answered only when the catalogue has been in force for a day, and at most
    /// ``TipAccessRecord/limitPerDay`` times a day.
    ///
    /// - Throws: ``TipAccessRefusal``; and as ``explanation(of:for:platform:)``.
    public func explanation(
        of tip: TipID, for person: Person, platform: String, askedBy administrator: PersonID
    ) async throws -> TipReason {
        let time = now()
        if let since = tips.publishedSince, time < since.advanced(by: TipAccessRecord.minimumCatalogueAge) {
            throw TipAccessRefusal.catalogueTooNew
        }
        let access = TipAccessRecord(
            person: person.id, administrator: administrator, tip: tip, catalogue: tips.number, time: time)
        let reason = try await explanation(of: tip, for: person, platform: platform)
        try await store.write { transaction in
            let dayAgo = time.advanced(by: .seconds(-86_400))
            let accesses = try transaction.tipAccessRecords(at: person.id).count { $0.time > dayAgo }
            guard accesses < TipAccessRecord.limitPerDay else { throw TipAccessRefusal.tooMany }
            try transaction.insert(access)
        }
        return reason
    }

    /// All data about a person's tips (TA9).
    ///
    /// - Throws: The store's own error.
    public func export(of person: Person) async throws -> TipExport {
        let catalogue = tips.catalogue
        let facts = try await facts(of: .person(person), for: catalogue)
        let time = now()
        return try await store.read { reading in
            TipExport(
                person: person.id, time: time,
                ledger: try reading.tipLedger(of: person.id)?.ledger() ?? TipLedger(),
                devices: try reading.tipDevices(of: person.id),
                accessRecords: try reading.tipAccessRecords(at: person.id),
                facts: facts.map { RuleField($0.name, $0.value) })
        }
    }

    private func facts(
        of principal: Principal, for catalogue: TipCatalogue
    ) async throws -> [(name: RuleText, value: RuleValue)] {
        let wanted = catalogue.parameters.filter(\.isFromWorkplace)
            .compactMap { TipFact(rawValue: $0.name.string) }
        guard case .person(let person) = principal, !wanted.isEmpty else { return [] }
        return try await store.read { reading in
            let usage = try reading.tipUsage(of: person.id)
            let isFollowed = try reading.followingSince(of: person.id) != nil
            let isReminded = try reading.reminderSetting(of: person.id)?.isOn == true
            return wanted.map { fact in
                (RuleText(fact.rawValue), fact.value(usage, isFollowed: isFollowed, isReminded: isReminded))
            }
        }
    }

    /// The sites where a person was last; empty when no segment names sites.
    private func sites(
        of principal: Principal, for catalogue: TipCatalogue, on campus: Campus
    ) async throws -> Set<String> {
        guard catalogue.namesSites else { return [] }
        switch principal {
        case .device(let device):
            let site =
                switch device.place {
                case .cafe(let id): campus.cafe(id)?.site
                case .entrance(let spot): campus.entrance(spot)?.site.id
                }
            return Set([site?.rawValue].compactMap(\.self))
        case .person(let person):
            return try await store.read { try $0.lastSites(of: person.id, on: campus) }
        }
    }
}

/// The tips of a catalogue for an audience.
public struct TipOffer: Hashable, Sendable {
    /// The catalogue.
    public let catalogue: TipCatalogue
    /// The audience.
    public let audience: TipAudience
    /// The facts about the person that the catalogue reads.
    public let facts: [RuleText: RuleValue]

    init(catalogue: TipCatalogue, audience: TipAudience, facts: [(name: RuleText, value: RuleValue)]) {
        self.catalogue = catalogue
        self.audience = audience
        self.facts = Dictionary(facts) { _, last in last }
    }
}

/// The tips that a person has seen.
public struct SeenTips: Hashable, Sendable {
    /// The tips of the catalogue in force, the latest first.
    public let tips: [SeenTip]
    /// How many seen tips the catalogue no longer has; their words are lost.
    public let goneCount: Int
}

/// A tip that a person has seen.
public struct SeenTip: Hashable, Sendable {
    /// The tip in the language of the reader.
    public let tip: CatalogueTip
    /// The time of its first display.
    public let firstShown: RuleTime
    /// How often all devices have shown it.
    public let displayCount: Int64
    /// How it ended; `nil` before its end.
    public let end: TipRecord.Invalidation?

    fileprivate init?(_ tip: CatalogueTip, _ record: TipRecord) {
        guard let first = record.firstAppearance, record.displayCount > 0 else { return nil }
        self.tip = tip
        firstShown = first.time
        displayCount = record.displayCount
        end = record.invalidation
    }
}

extension TipAudience {
    /// The audience of a principal.
    init(_ principal: Principal, platform: String, sites: Set<String>, languages: [LanguageTag]) {
        let tags = languages.map(\.description)
        switch principal {
        case .person(let person):
            let language = person.language.description
            self.init(
                platform: platform, roles: Set(person.roles.map(\.rawValue)), sites: sites,
                languages: tags.contains(language) ? tags : tags + [language])
        case .device(let device):
            self.init(
                platform: platform, roles: [device.role.rawValue], sites: sites, languages: tags)
        }
    }
}

extension ReadTransaction {
    /// The sites of the last punch and the last order of a person.
    func lastSites(of person: PersonID, on campus: Campus) throws -> Set<String> {
        let punched = try lastPunch(of: person)?.site
        let ordered = try orders(of: person, before: nil, limit: 1).first?.cafe
        return Set([punched, ordered.flatMap { campus.cafe($0)?.site }].compactMap { $0?.rawValue })
    }
}

extension TipCatalogue {
    /// Whether a segment names sites.
    var namesSites: Bool { tips.contains { $0.segment?.sites != nil } }

    /// The catalogue with every tip switched on and for everybody, to name the tips that people have seen.
    var withoutConditions: TipCatalogue {
        var catalogue = self
        for place in catalogue.tips.indices {
            catalogue.tips[place].isOn = true
            catalogue.tips[place].segment = nil
        }
        return catalogue
    }
}

extension TipLedger {
    /// The record of a tip under its present and former identifiers.
    func record(of tip: TipDefinition) -> TipRecord? {
        ([tip.id] + tip.formerIDs).compactMap { tips[$0] }.reduce(nil) { joined, record in
            guard var joined else { return record }
            joined.merge(record)
            return joined
        }
    }
}
