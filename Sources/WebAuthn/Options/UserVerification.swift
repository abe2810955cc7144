/// Whether the authenticator checks who uses it, by a finger, a face or a PIN.
public enum UserVerification: String, Sendable, Hashable, CaseIterable {
    /// It must: an answer without the check is refused. A passkey then counts as two factors.
    case required
    /// It does so if it can; answers without the check are accepted.
    case preferred
    /// It need not; answers without the check are accepted.
    case discouraged
}
