public import Essentials
public import JSON
public import TipCatalogues
public import TipCore

/// Puts catalogues of tips in force, and switches tips off and on.
public struct TipPublication: Sendable {
    let store: any WorkplaceStore
    let tips: TipsInForce
    let now: @Sendable () -> Timestamp

    /// Makes it over a store.
    ///
    /// - Parameters:
    ///   - store: Where catalogues are kept.
    ///   - tips: Holds what is in force.
    ///   - now: The present time.
    public init(store: any WorkplaceStore, tips: TipsInForce, now: @escaping @Sendable () -> Timestamp) {
        self.store = store
        self.tips = tips
        self.now = now
    }

    /// Takes the catalogue that comes with the pages.
    ///
    /// - Throws: `JSONDocumentError` with every mistake.
    public func ship(_ document: [UInt8]) throws(JSONDocumentError) {
        tips.ship(try TipCatalogue(reading: document))
    }

    /// Takes up what was published and switched before this process began.
    ///
    /// A published catalogue that this program does not take stays kept; the last one before it that it does take is in
    /// force, else the one that comes with the pages.
    ///
    /// - Returns: The numbers of those that were passed over.
    /// - Throws: The store's own error.
    @discardableResult
    public func load() async throws -> [Int64] {
        let turn = tips.takeTurn()
        tips.put(try await store.read { try $0.tipSwitches() }, turn: turn)
        let kept = try await revisions()
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
        // The first one first, because a later one may have renamed its events.
        for catalogue in readable.reversed() { tips.remember(catalogue) }
        return passedOver
    }

    /// All revisions, the last one first: what any of them kept on the device stays there (TA10).
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

    /// Checks a catalogue as a whole and puts it in force; who asks next gets it.
    ///
    /// - Parameters:
    ///   - document: The catalogue as JSON.
    ///   - person: Who publishes it.
    /// - Returns: What is worth a look in it (TA8).
    /// - Throws: `JSONDocumentError` with every mistake, or ``TipCatalogueRefusal`` for what can never work, and then nothing
    ///   has changed; or the store's own error.
    @discardableResult
    public func publish(_ document: [UInt8], by person: PersonID) async throws -> [TipFinding] {
        let catalogue = try TipCatalogue(reading: document)
        guard catalogue.tips.count <= Self.mostTips else { throw TipCatalogueRefusal.tooManyTips }
        try checkWhatStays(in: catalogue)
        let findings = catalogue.check(knowing: .workplace, steps: Self.mostSteps)
        // A fact that there is not would leave its rule as it begins, for good.
        let errors = findings.filter { $0.severity == .error || $0.code == .unknownFact }
        guard errors.isEmpty else { throw TipCatalogueRefusal.findings(errors) }
        let revision = try await append(document, by: person)
        tips.put(catalogue, number: revision.number, since: revision.time)
        return findings
    }

    /// How many revisions are read at a time.
    private static let pageSize = 20
    /// How many tips a catalogue has at most: each is looked at in many histories.
    static let mostTips = 200
    /// How long the check may go on within a request: below a second, whatever the rules.
    static let mostSteps = 10_000_000

    /// Reads the catalogue once more with the events kept on the device that stayed there before, by which its tips may ask
    /// for something that then never comes.
    private func checkWhatStays(in catalogue: TipCatalogue) throws(JSONDocumentError) {
        var catalogue = catalogue
        catalogue.keep(tips.deviceEvents)
        var json = JSONWriter()
        catalogue.write(to: &json)
        _ = try TipCatalogue(reading: json.bytes)
    }

    /// Puts the catalogue in force again that comes with the pages.
    ///
    /// - Throws: The store's own error.
    public func withdraw(by person: PersonID) async throws {
        guard tips.isPublished else { return }
        let revision = try await append(nil, by: person)
        tips.put(nil, number: revision.number, since: revision.time)
    }

    /// Switches a tip off or on, whatever its catalogue says, now and in catalogues to come.
    ///
    /// - Throws: ``WorkplaceRefusal/unknownTip(_:)``, or the store's own error.
    public func set(_ isOn: Bool, of tip: TipID, by person: PersonID) async throws {
        guard tips.catalogue.tips.contains(where: { $0.id == tip }) else {
            throw WorkplaceRefusal.unknownTip(tip)
        }
        let time = now()
        // Two administrators may switch at once: transactions follow each other, what comes after them need not.
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

/// A catalogue that reads well, and in which something can never work (TA8).
public enum TipCatalogueRefusal: Error, Hashable, Sendable {
    /// What.
    case findings([TipFinding])
    /// It has more tips than are looked at.
    case tooManyTips
}

/// A catalogue of tips as it was published.
public struct TipCatalogueRevision: Hashable, Sendable {
    /// Counts up from 1 each time a catalogue is published or withdrawn.
    public let number: Int64
    /// The catalogue's bytes; `nil` where the one that comes with the pages was put back.
    public let document: [UInt8]?
    /// When that was.
    public let time: Timestamp

    /// Makes a revision of its parts.
    public init(number: Int64, document: [UInt8]?, time: Timestamp) {
        self.number = number
        self.document = document
        self.time = time
    }
}
