/// The properties of a displayed number that plural rules use: "1" and "1.0" may need different words.
///
/// Source: Unicode Technical Standard 35, part 3, "Plural Operand Meanings". The sign does not count.
public struct PluralOperands: Hashable, Sendable {
    /// The digits before the decimal point (`i`).
    public let integerPart: UInt64
    /// How many decimals are shown (`v`).
    public let decimalCount: Int
    /// The decimals as a number, with their trailing zeros (`f`).
    public let decimals: UInt64
    /// The decimals as a number, without their trailing zeros (`t`).
    public let significantDecimals: UInt64

    /// Makes the operands of a whole number.
    public init(_ integer: Int) {
        integerPart = UInt64(integer.magnitude)
        decimalCount = 0
        decimals = 0
        significantDecimals = 0
    }

    /// Reads a number such as `1.50`; `nil` unless it consists of digits with at most one point between them.
    public init?(_ number: String) {
        let parts = number.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let integer = parts.first.flatMap({ Int(decimalDigits: Array($0.utf8)[...]) })
        else {
            return nil
        }
        integerPart = UInt64(integer)
        guard parts.count == 2 else {
            (decimalCount, decimals, significantDecimals) = (0, 0, 0)
            return
        }
        guard let all = Int(decimalDigits: Array(parts[1].utf8)[...]) else { return nil }
        decimalCount = parts[1].utf8.count
        decimals = UInt64(all)
        var significant = decimals
        while significant > 0, significant % 10 == 0 { significant /= 10 }
        significantDecimals = significant
    }

    /// Tells whether the absolute value (`n`) is this whole number.
    func isValue(_ integer: UInt64) -> Bool { integerPart == integer && significantDecimals == 0 }

    /// Whether no decimals are shown (`v = 0`).
    var isWhole: Bool { decimalCount == 0 }
}
