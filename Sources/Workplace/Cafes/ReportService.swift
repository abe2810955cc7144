public import Essentials
import Ordering

/// Makes reports about cafés, and stores the figures of days that are over.
public struct ReportService: Sendable {
    /// The most days of a report: a year and a day.
    public static let longest = 366

    let store: any WorkplaceStore
    let campuses: CampusRegistry
    let now: @Sendable () -> Timestamp

    /// Makes a service over a store.
    public init(
        store: any WorkplaceStore, campuses: CampusRegistry, now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        self.campuses = campuses
        self.now = now
    }

    /// The report of a café.
    ///
    /// - Parameters:
    ///   - cafe: The café.
    ///   - first: The first service day; `nil` for the last 28 days.
    ///   - last: The last service day; `nil` for the present one.
    /// - Returns: The report.
    /// - Throws: ``WorkplaceRefusal/noCampus``, ``WorkplaceRefusal/unknownCafe(_:)``, and the store's own error.
    public func report(
        of cafe: CafeID, from first: CalendarDate?, through last: CalendarDate?
    ) async throws -> CafeReport {
        guard let cafe = try campuses.inForce().cafe(cafe) else { throw WorkplaceRefusal.unknownCafe(cafe) }
        let time = now()
        let today = cafe.serviceDay(at: time).date
        let last = last ?? max(today, first ?? today)
        let first = first ?? last.advanced(byDays: -27)
        let figures = try await store.read { reading in
            try reading.figures(of: cafe, from: first, through: last, at: time)
        }
        return CafeReport(figures, of: cafe, from: first, through: last)
    }

    /// Stores the figures of days that are over, the latest first.
    ///
    /// - Throws: The store's own error, after every café was tried.
    public func keepFigures() async throws {
        guard let campus = try? campuses.inForce() else { return }
        let time = now()
        try await campus.cafes.forEachDespiteFailures { cafe in
            // One transaction for each day, so that orders do not wait for all of them.
            for day in try await daysToKeep(of: cafe, at: time) {
                try await store.write { try $0.keepFigures(of: cafe, on: day) }
            }
        }
    }

    private func daysToKeep(of cafe: Cafe, at time: Timestamp) async throws -> [ServiceDay] {
        let yesterday = cafe.serviceDay(at: time).date.advanced(byDays: -1)
        return try await store.read { reading in
            guard let first = try reading.firstOrderDay(of: cafe.id), first <= yesterday else { return [] }
            let begin = max(first, yesterday.advanced(byDays: -Self.longest))
            let kept = try reading.keptDays(of: cafe.id, from: begin, through: yesterday)
            return (begin.daysSinceEpoch...yesterday.daysSinceEpoch).reversed()
                .filter { !kept.contains($0) }
                .map(CalendarDate.init(daysSinceEpoch:))
                .filter { DayFigures.mayBeKept($0, at: time) }
                .map { cafe.serviceDay(on: $0) }
        }
    }
}
