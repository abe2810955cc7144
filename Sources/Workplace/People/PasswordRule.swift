/// What a new password must be.
///
/// Length counts, and being hard to guess; kinds of characters do not (OWASP ASVS 5.0, 6.2.1 to 6.2.5).
public enum PasswordRule: Sendable {
    /// The shortest password, in characters.
    public static let minimumLength = 10
    /// The longest password, in bytes of UTF-8.
    public static let maximumByteCount = 1_024

    /// Why a password is not taken.
    public enum Refusal: String, Error, Hashable, Sendable, CaseIterable {
        /// It has fewer characters than the minimum.
        case tooShort = "too-short"
        /// It has more bytes than the maximum.
        case tooLong = "too-long"
        /// It is one that many people use, or a simple row of characters.
        case tooCommon = "too-common"
        /// It holds the name with which the person signs in.
        case holdsName = "holds-name"
    }

    /// Checks a new password.
    ///
    /// - Parameters:
    ///   - password: The password.
    ///   - name: The name with which the person signs in.
    /// - Throws: ``Refusal``.
    /// - Complexity: O(*n*) in the length of the password.
    public static func check(_ password: String, of name: SignInName) throws(Refusal) {
        guard password.count >= minimumLength else { throw .tooShort }
        guard password.utf8.count <= maximumByteCount else { throw .tooLong }
        let lower = password.lowercased()
        let local = name.text.prefix { $0 != "@" }
        if lower.contains(name.text) || (local.count >= 4 && lower.contains(local)) { throw .holdsName }
        let letters = lower.filter { $0.isLetter || $0.isNumber }
        if Set(lower).count < 4 || isRow(lower)
            || common.contains(where: { letters.contains($0) && letters.count < $0.count + 5 })
        {
            throw .tooCommon
        }
    }

    /// Whether each character follows the one before it, up or down, such as `0123456789`.
    private static func isRow(_ text: String) -> Bool {
        let values = text.unicodeScalars.map { Int($0.value) }
        let steps = Set(zip(values, values.dropFirst()).map { $1 - $0 })
        return steps == [1] || steps == [-1]
    }

    /// What stands in the lists of leaked passwords most often and is long enough, with at most four characters more.
    private static let common = [
        "password", "passwort", "contraseña", "qwertyuiop", "qwerty12345", "1q2w3e4r5t", "1qaz2wsx3edc",
        "iloveyou", "sunshine", "princess", "football", "baseball", "superman", "letmein", "welcome",
        "administrator", "vicinity", "changeme", "trustno1", "1234567890", "0987654321", "asdfghjkl",
        "zxcvbnm", "qwertzuiop", "azertyuiop", "starwars", "whatever", "computer", "internet", "samsung",
        "liverpool", "chelsea", "arsenal", "michelle", "jennifer", "q1w2e3r4t5", "qazwsxedc", "11223344",
        "112233445566", "123123123", "987654321", "abcdefghij", "abc1234567",
    ]
}
