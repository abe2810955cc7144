public import Essentials
public import JSON
public import TipCatalogues
public import TipCore

/// Publishes catalogues of tips, and switches tips off and on.
public struct TipPublication: Sendable {
    let store: any WorkplaceStore
    let tips: TipsInForce
    let now: @Sendable () -> Timestamp

    /// Makes the publication over a store.
    ///
    /// - Parameters:
    ///   - store: The store of the catalogues.
    ///   - tips: The current catalogue and switches.
    ///   - now: The present time.
    public init(store: any WorkplaceStore, tips: TipsInForce, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.tips = tips
        self.now = now
    }

    /// Sets the catalogue that ships with the pages.
    ///
    /// - Throws: `JSONDocumentError` with every mistake.
    public func ship(_ document: [UInt8]) throws(JSONDocumentError) {
        tips.ship(try TipCatalogue(reading: document))
    }

    /// Loads the published catalogue and the switches from the store.
    ///
    /// A catalogue that this program cannot read stays in the store. The latest readable catalogue before it
    /// is used instead, or else the catalogue that ships with the pages.
    ///
    /// - Returns: The numbers of the unreadable catalogues that were skipped.
    /// - Throws: The store's own error.
    @discardableResult
    public func load() async throws -> [Int64] {
        let turn = tips.takeTurn()
        tips.put(try await store.read { try $0.tipSwitches() }, turn: turn)
        let kept = try await revisions()
        tips.noteLoaded(kept.first?.number ?? 0)
        var passedOver: [Int64] = []
        var isFound = false
        var readable: [TipCatalogue] = []
        for revision in kept {
            guard let document = revision.document else {
                if !isFound { tips.put(nil, number: kept[0].number, since: revision.time) }
                isFound = true
                continue
            }
            do {
                let catalogue = try TipCatalogue(kept: document)
                if !isFound { tips.put(catalogue, number: kept[0].number, since: revision.time) }
                readable.append(catalogue)
                isFound = true
            } catch {
                if !isFound { passedOver.append(revision.number) }
            }
        }
        // In the order of publication, because a later catalogue may have renamed events.
        for catalogue in readable.reversed() { tips.remember(catalogue) }
        return passedOver
    }

    /// Takes up what another process has published, withdrawn or switched.
    ///
    /// - Throws: The store's own error.
    public func refresh() async throws {
        let turn = tips.takeTurn()
        let (switches, last) = try await store.read { (try $0.tipSwitches(), try $0.lastTipCatalogue()) }
        if switches != tips.switches { tips.put(switches, turn: turn) }
        if last > max(tips.number, tips.lastLoaded) { try await load() }
    }

    /// All revisions, the latest first: if any revision kept an event on the device, it stays there (TA10).
    private func revisions() async throws -> [TipCatalogueRevision] {
        var all: [TipCatalogueRevision] = []
        while true {
            let page = try await store.read { [last = all.last?.number] in
                try $0.tipCatalogues(before: last, limit: Self.pageSize)
            }
            all += page
            guard page.count == Self.pageSize else { return all }
        }
    }

    /// Checks a catalogue as a whole and puts it in force at once.
    ///
    /// - Parameters:
    ///   - document: The catalogue as JSON.
    ///   - person: Who publishes it.
    /// - Returns: The findings of the check (TA8).
    /// - Throws: `JSONDocumentError` with every mistake, or ``TipCatalogueRefusal`` for a catalogue that can
    ///   never work, and then nothing has changed; or the store's own error.
    @discardableResult
    public func publish(_ document: [UInt8], by person: PersonID) async throws -> [TipFinding] {
        let catalogue = try TipCatalogue(reading: document)
        guard catalogue.tips.count <= Self.mostTips else { throw TipCatalogueRefusal.tooManyTips }
        try checkWhatStays(in: catalogue)
        let findings = catalogue.check(knowing: .workplace, steps: Self.mostSteps)
        // A rule over an unknown fact would keep its initial value for ever.
        let errors = findings.filter { $0.severity == .error || $0.code == .unknownFact }
        guard errors.isEmpty else { throw TipCatalogueRefusal.findings(errors) }
        let revision = try await append(document, by: person)
        tips.put(catalogue, number: revision.number, since: revision.time)
        return findings
    }

    /// How many revisions are read at a time.
    private static let pageSize = 20
    /// How many tips a catalogue may have: the check tries many histories for each.
    static let mostTips = 200
    /// The work budget of the check within a request: less than a second for any rules.
    static let mostSteps = 10_000_000

    /// Reads the catalogue again with the events that earlier catalogues keep on the device: a tip that ends on such an event
    /// would never end.
    private func checkWhatStays(in catalogue: TipCatalogue) throws(JSONDocumentError) {
        var catalogue = catalogue
        catalogue.keep(tips.deviceEvents)
        var json = JSONWriter()
        catalogue.write(to: &json)
        _ = try TipCatalogue(reading: json.bytes)
    }

    /// Puts the shipped catalogue in force again.
    ///
    /// - Throws: The store's own error.
    public func withdraw(by person: PersonID) async throws {
        guard tips.isPublished else { return }
        let revision = try await append(nil, by: person)
        tips.put(nil, number: revision.number, since: revision.time)
    }

    /// Switches a tip off or on; the switch overrides this catalogue and later ones.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownTip(_:)``, or the store's own error.
    public func set(_ isOn: Bool, of tip: TipID, by person: PersonID) async throws {
        guard tips.catalogue.tips.contains(where: { $0.id == tip }) else {
            throw WorkplaceRefusal.unknownTip(tip)
        }
        let time = now()
        // Two administrators may switch at the same time: transactions are in order, but the code after them
        // may not be.
        let (turn, switches) = try await store.write { [tips] transaction in
            try transaction.setTipSwitch(of: tip, isOn: isOn, by: person, at: time)
            return (tips.takeTurn(), try transaction.tipSwitches())
        }
        tips.put(switches, turn: turn)
    }

    private func append(
        _ document: [UInt8]?, by person: PersonID
    ) async throws -> (number: Int64, time: Timestamp) {
        let time = now()
        return (try await store.write { try $0.append(tipCatalogue: document, by: person, at: time) }, time)
    }
}

/// Reasons to refuse a catalogue without mistakes (TA8).
public enum TipCatalogueRefusal: Error, Hashable, Sendable {
    /// Findings of the check that are errors.
    case findings([TipFinding])
    /// It has too many tips.
    case tooManyTips
}

/// A published catalogue of tips.
public struct TipCatalogueRevision: Hashable, Sendable {
    /// Counts up from 1 each time a catalogue is published or withdrawn.
    public let number: Int64
    /// The catalogue's bytes; `nil` for the return to the shipped one.
    public let document: [UInt8]?
    /// The time of publication.
    public let time: Timestamp

    /// Makes a revision.
    public init(number: Int64, document: [UInt8]?, time: Timestamp) {
        self.number = number
        self.document = document
        self.time = time
    }
}
