import JSON

/// What a benchmark must not exceed, as `limits.json` says.
struct Limit {
    /// Allocations of one call at most; exceeding it fails the run, because the count is exact.
    let allocations: Int?
    /// Ours to the peer's: at most, or for a rate at least.
    ///
    /// Missing it is reported and does not fail the run, because time is noisy.
    let ratio: Double?
    /// Nanoseconds of one call; missing it is reported as a ratio is.
    let nanoseconds: Double?

    private init(_ reader: JSONReader) {
        allocations = reader["allocations"].optional?.integer(in: 0...Int.max)
        ratio = reader["ratio"].optional?.double(in: 0...1_000)
        nanoseconds = reader["nanoseconds"].optional?.double(in: 0...1e9)
    }

    /// Reads the limits of every benchmark, by name.
    static func all(of bytes: [UInt8]) throws -> [String: Limit] {
        let limits = try JSONValue(parsing: bytes).read { reader in
            reader.members { name, reader in (name, Limit(reader)) }
        }
        return Dictionary(limits) { first, _ in first }
    }
}
