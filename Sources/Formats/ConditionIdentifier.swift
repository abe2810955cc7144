/// The name of a condition: 1 to 128 letters, digits, `.`, `_`, `-` or spaces inside (LD4).
struct ConditionIdentifier {
    let text: String

    static let rule = "must be a name of letters, digits, . _ - or spaces"

    init?(_ text: String) {
        let isAllowed = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
                || ".-_ ".unicodeScalars.contains(scalar)
        }
        guard (1...128).contains(text.unicodeScalars.count), isAllowed, text.first != " ", text.last != " "
        else {
            return nil
        }
        self.text = text
    }
}
