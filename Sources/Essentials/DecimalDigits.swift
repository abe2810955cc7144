extension Int {
    /// Reads ASCII digits; `nil` without digits, with any other byte, and for more than 18 digits.
    init?(decimalDigits digits: ArraySlice<UInt8>) {
        guard (1...18).contains(digits.count) else { return nil }
        self = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            self = self * 10 + Int(digit - UInt8(ascii: "0"))
        }
    }

    /// The number with zeros before it, up to a width.
    func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }
}
