import Ordering

extension TaxRate {
    /// Reads a percentage written in decimals, such as `8.25`: digits, and if wanted a point and one to four more.
    ///
    /// The rate is exact, because the text is never converted to a binary floating-point number.
    ///
    /// - Parameter percentage: The text, from 0 to 100.
    ///   The result is `nil` when it is written otherwise.
    init?(percentage: String) {
        let parts = percentage.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...3).contains(parts[0].count),
            parts.count == 1 || (1...4).contains(parts[1].count)
        else { return nil }
        let decimals = parts.count == 2 ? parts[1].count : 0
        var partsPerMillion = 0
        for digit in parts.joined() {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            partsPerMillion = partsPerMillion * 10 + Int(digit - UInt8(ascii: "0"))
        }
        for _ in decimals..<4 { partsPerMillion *= 10 }
        self.init(partsPerMillion: partsPerMillion)
    }
}
