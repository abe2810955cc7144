public import Essentials
import TipCatalogues
import TipCore

/// Counts what came of tips, over the ledgers of the people whom the campus knows.
///
/// Experiments count those as well of whom there is a device and no ledger: they have done nothing yet, which is what is asked.
public struct TipCensus: Sendable {
    private static let pageSize = 100

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let tips: TipsInForce

    /// Makes a census over a store.
    ///
    /// - Parameters:
    ///   - store: Where ledgers are kept.
    ///   - campuses: The people and their roles.
    ///   - tips: Holds the catalogue in force.
    public init(store: any WorkplaceStore, campuses: CampusRegistry, tips: TipsInForce) {
        self.store = store
        self.campuses = campuses
        self.tips = tips
    }

    /// Counts now; page by page, so that no transaction lasts long.
    ///
    /// - Parameter languages: In which language tips are named, best first.
    /// - Returns: What was counted, without what would tell of few.
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    /// - Complexity: O(*n*) in the size of all ledgers.
    public func statistics(languages: [LanguageTag]) async throws -> TipStatistics {
        let campus = try campuses.inForce()
        let catalogue = tips.catalogue
        var count = TipCount(catalogue, since: tips.publishedSince?.ruleTime)
        var last: PersonID?
        while true {
            let page = try await page(after: last, namesSites: catalogue.namesSites, on: campus)
            for row in page {
                guard let person = campus.person(row.person) else { continue }
                guard let devices = row.devices else {
                    count.unreadable += 1
                    continue
                }
                do { count.add(try Self.subject(person, row, devices)) } catch { count.unreadable += 1 }
            }
            last = page.last?.person
            if page.count < Self.pageSize { break }
        }
        let reader = TipAudience(
            platform: "", languages: languages.map(\.description), subject: "")
        let titles = catalogue.withoutConditions(for: "").tips(for: reader).map { ($0.id, $0.title) }
        return count.statistics(titles: Dictionary(titles) { first, _ in first })
    }

    private struct Row: Sendable {
        let person: PersonID
        /// `nil` where nothing has come from the person's devices yet.
        let ledger: KeptTipLedger?
        /// `nil` when they cannot be read.
        let devices: [TipDevice]?
        let sites: Set<String>
    }

    private func page(after last: PersonID?, namesSites: Bool, on campus: Campus) async throws -> [Row] {
        try await store.read { reading in
            try reading.peopleWithTips(after: last, limit: Self.pageSize).map { person in
                var devices: [TipDevice]?
                do { devices = try reading.tipDevices(of: person) } catch StoreError.damagedRow {}
                return Row(
                    person: person, ledger: try reading.tipLedger(of: person), devices: devices,
                    sites: namesSites ? try reading.lastSites(of: person, on: campus) : [])
            }
        }
    }

    private static func subject(
        _ person: Person, _ row: Row, _ devices: [TipDevice]
    ) throws -> TipCount.Subject {
        let language = devices.first?.language ?? person.language
        let audiences = Set(devices.map(\.platform)).map { platform in
            TipAudience(
                .person(person), platform: platform.rawValue, sites: row.sites, languages: [language])
        }
        let ledger = try row.ledger?.ledger() ?? TipLedger()
        return TipCount.Subject(ledger: ledger, devices: devices, audiences: audiences)
    }
}
