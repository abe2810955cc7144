/// The name that a person types to sign in: an e-mail address or a staff number.
public struct SignInName: Hashable, Sendable {
    /// The longest name, in characters.
    public static let maximumLength = 128

    /// The name as it is compared: without blanks around it, and in lower case.
    public let text: String

    /// Accepts a typed name; `nil` when it is empty, too long, or has a blank or a control character in it.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public init?(_ typed: String) {
        let text = String(typed.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
            .lowercased()
        guard !text.isEmpty, text.count <= Self.maximumLength,
            text.unicodeScalars.allSatisfy({
                !$0.properties.isWhitespace && $0.value >= 0x20 && $0.value != 0x7F
            })
        else { return nil }
        self.text = text
    }
}
