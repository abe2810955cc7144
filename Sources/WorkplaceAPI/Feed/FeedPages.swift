import Essentials
import Workplace

/// Reads the pages of the feed that streams have missed.
///
/// It reads one page at a time for all streams together, so that catching up takes one reader of the store and little
/// processor time. Streams that need the same page share its bytes.
actor FeedPages {
    /// How many entries a page has at most.
    static let entriesAtMost = 100
    /// How many numbers a page covers at most, because entries of other topics cost time too.
    static let numbersAtMost: Int64 = 2_000
    private static let keptAtMost = 32

    private struct Place: Hashable {
        let topics: [FeedTopic]
        let number: Int64
    }

    private let store: any WorkplaceStore
    private var kept: [Place: FeedPage] = [:]
    private var isReading = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(store: any WorkplaceStore) { self.store = store }

    /// Reads the entries after a number.
    ///
    /// - Returns: The page; `nil` when the number is no longer or not yet in the feed.
    /// - Throws: The store's own error.
    func page(of topics: [FeedTopic], after number: Int64) async throws -> FeedPage? {
        await waitForTurn()
        defer { endTurn() }
        let place = Place(topics: topics, number: number)
        if let page = kept[place] { return page }
        guard let page = try await read(place) else { return nil }
        // The last page grows with the next entry, so it is not cached.
        if !page.isLast {
            if kept.count >= Self.keptAtMost { kept = [:] }
            kept[place] = page
        }
        return page
    }

    /// Drops the cached pages.
    func forget() { kept = [:] }

    private func read(_ place: Place) async throws -> FeedPage? {
        let end = place.number.addingReportingOverflow(Self.numbersAtMost).partialValue
        return try await store.read { reading in
            let bounds = try reading.feedBounds()
            guard place.number >= bounds.first - 1, place.number <= bounds.last else { return nil }
            let entries = try reading.feedEntries(
                after: place.number, upTo: end, topics: place.topics, limit: Self.entriesAtMost)
            let isFull = entries.count == Self.entriesAtMost
            let last = isFull ? entries[entries.count - 1].number : min(end, bounds.last)
            return FeedPage(bytes: entries.flatMap(\.eventBytes), last: last, isLast: last == bounds.last)
        }
    }

    private func waitForTurn() async {
        guard isReading else {
            isReading = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func endTurn() {
        guard !waiting.isEmpty else {
            isReading = false
            return
        }
        waiting.removeFirst().resume()
    }
}
