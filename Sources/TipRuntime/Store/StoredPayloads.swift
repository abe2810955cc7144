import TipRules

/// The readable payloads of a file, and the null payload.
struct StoredPayloads {
    /// In the order of their numbers: a binary search among few is cheaper than a hash.
    private var entries: [(id: Int64, payload: RuleValue)] = [(0, .null)]

    var count: Int { entries.count }

    subscript(place: Int) -> RuleValue { entries[place].payload }

    /// Adds a payload with a higher number than the others; others are skipped.
    mutating func append(_ payload: RuleValue, id: Int64) {
        if id > entries[entries.count - 1].id { entries.append((id, payload)) }
    }

    /// The place of a payload; zero stands for none.
    func place(of id: Int64) -> Int? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].id == id ? low : nil
    }
}
