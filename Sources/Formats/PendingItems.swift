import Observations

/// A first-in, first-out queue for the items of one part of a recording; its memory is reused.
struct PendingItems: Sendable {
    private var items: [RecordedItem] = []
    private var taken = 0

    mutating func append(_ item: RecordedItem) { items.append(item) }

    mutating func append(_ source: ObservationSource, _ time: ObservationTime, _ content: Observation.Content)
    {
        items.append(.observation(Observation(source: source, time: time, content: content)))
    }

    mutating func next() -> RecordedItem? {
        guard taken < items.count else {
            items.removeAll(keepingCapacity: true)
            taken = 0
            return nil
        }
        defer { taken += 1 }
        return items[taken]
    }
}
