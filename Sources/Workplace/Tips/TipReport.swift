public import Essentials
import TipCatalogues
import TipCore

/// Counts how people used the tips, over the ledgers of the people of the campus.
public struct TipReport: Sendable {
    private static let pageSize = 100

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let tips: TipsInForce

    /// Makes a report over a store.
    ///
    /// - Parameters:
    ///   - store: The store of the ledgers.
    ///   - campuses: The people and their roles.
    ///   - tips: Holds the catalogue in force.
    public init(store: any WorkplaceStore, campuses: CampusRegistry, tips: TipsInForce) {
        self.store = store
        self.campuses = campuses
        self.tips = tips
    }

    /// Computes the counts, page by page, so that no transaction lasts long.
    ///
    /// - Parameter languages: The languages for the titles of tips, best first.
    /// - Returns: The counts, without those that reveal a small group.
    /// - Throws: ``WorkplaceRefusal/noCampus``, or the store's own error.
    /// - Complexity: O(*n*) in the size of all ledgers.
    public func statistics(languages: [LanguageTag]) async throws -> TipStatistics {
        let campus = try campuses.inForce()
        let catalogue = tips.catalogue
        var count = TipCount(catalogue)
        var last: PersonID?
        while true {
            let page = try await page(after: last)
            for row in page where campus.person(row.person) != nil {
                guard let devices = row.devices else {
                    count.unreadable += 1
                    continue
                }
                do { count.add(try row.ledger.ledger(), on: devices) } catch { count.unreadable += 1 }
            }
            last = page.last?.person
            if page.count < Self.pageSize { break }
        }
        let reader = TipAudience(platform: "", languages: languages.map(\.description))
        let titles = catalogue.withoutConditions.tips(for: reader).map { ($0.id, $0.title) }
        return count.statistics(titles: Dictionary(titles) { first, _ in first })
    }

    private struct Row: Sendable {
        let person: PersonID
        let ledger: KeptTipLedger
        /// The devices; `nil` when they cannot be read.
        let devices: [TipDevice]?
    }

    private func page(after last: PersonID?) async throws -> [Row] {
        try await store.read { reading in
            try reading.tipLedgers(after: last, limit: Self.pageSize).map { person, ledger in
                var devices: [TipDevice]?
                do { devices = try reading.tipDevices(of: person) } catch StoreError.damagedRow {}
                return Row(person: person, ledger: ledger, devices: devices)
            }
        }
    }
}
