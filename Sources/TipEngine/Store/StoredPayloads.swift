import TipRules

/// The payloads of a file that can be read, and one for donations without.
struct StoredPayloads {
    /// By rising numbers: to find one of a few is cheaper so than with a hash of the number.
    private var entries: [(id: Int64, payload: RuleValue)] = [(0, .null)]

    var count: Int { entries.count }

    subscript(place: Int) -> RuleValue { entries[place].payload }

    /// Takes in a payload whose number is higher than those before, as all are that tips wrote.
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
