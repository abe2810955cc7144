public import Essentials

/// A badge with which a person pays at kiosks, from the meal account: its number, which a reader types, and a PIN.
///
/// The PIN is stored as a slow salted hash, apart from this value.
public struct KioskBadge: Hashable, Sendable {
    /// How many characters a number has, without spaces and hyphens.
    public static let numberLength = 4...40
    /// How many digits a PIN has.
    public static let pinLength = 4...8

    /// Whose badge it is.
    public let person: PersonID
    /// What a reader types.
    public let number: String
    /// When number and PIN were set.
    public let setAt: Timestamp
    /// Since when it is blocked; `nil` while it is not.
    public internal(set) var blockedAt: Timestamp?

    /// The number of a badge as it is stored; `nil` for what cannot be one.
    ///
    /// Readers and people write the same number with and without spaces, colons and hyphens, and in either case.
    public static func number(typed text: String) -> String? {
        let plain = text.filter { !$0.isWhitespace && $0 != "-" && $0 != ":" }.uppercased()
        let isNumber = plain.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0) }
        return isNumber && numberLength.contains(plain.utf8.count) ? plain : nil
    }

    /// Whether a text is a PIN that is not the first to be guessed: no digit four times alone, and no row such as 1234.
    public static func isPIN(_ text: String) -> Bool {
        let digits = Array(text.utf8)
        guard pinLength.contains(digits.count), digits.allSatisfy({ (48...57).contains($0) }) else {
            return false
        }
        let steps = Set(zip(digits, digits.dropFirst()).map { Int($1) - Int($0) })
        return steps != [0] && steps != [1] && steps != [-1]
    }
}
