// Limits in the form that a person writes: `1,000`, `0.001`, `at most 500`.

extension ClosedRange<Int> {
    /// The allowed count in words.
    var readable: String {
        if lowerBound == upperBound { return upperBound.readable }
        return lowerBound == 0
            ? "at most \(upperBound.readable)" : "\(lowerBound.readable) to \(upperBound.readable)"
    }
}

extension BinaryInteger {
    /// The number with separated thousands.
    var readable: String {
        let digits = String(magnitude)
        var text = self < 0 ? "-" : ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }
}

extension Double {
    /// The number without a needless fraction, and without an exponent if it is small.
    var readable: String {
        if let whole = Int64(exactly: self) { return whole.readable }
        let parts = description.split(separator: "e-")
        guard parts.count == 2, let places = Int(parts[1]) else { return description }
        let zeros = String(repeating: "0", count: places - 1)
        return (self < 0 ? "-0." : "0.") + zeros + parts[0].filter(\.isNumber)
    }
}
