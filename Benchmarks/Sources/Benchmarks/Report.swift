import JSON

/// A result as a line of JSON, in the form that every benchmark of the project has.
struct Report {
    let benchmark: String
    let goal: String
    let ours: Double
    var peer: Double?
    var ratio: Double?
    let isMet: Bool
    let rounds: Int
    let rule: String
    var allocations: Double?

    var line: String {
        var json = JSONWriter()
        json.object { json in
            json.member("benchmark", benchmark)
            json.member("goal", goal)
            json.member("ours", Self.rounded(ours))
            json.member("peer", peer.map(Self.rounded) ?? .null)
            json.member("ratio", ratio.map(Self.rounded) ?? .null)
            json.member("met", isMet)
            json.member("rounds", rounds)
            json.member("rule", rule)
            if let allocations { json.member("allocations", Self.rounded(allocations)) }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Three decimals; more would be noise.
    private static func rounded(_ value: Double) -> JSONValue {
        .number(((value * 1_000).rounded() / 1_000).description)
    }
}
