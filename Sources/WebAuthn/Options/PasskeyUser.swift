/// The person for whom a passkey is made, as authenticators keep and show them.
public struct PasskeyUser: Sendable, Hashable {
    /// Under which name authenticators keep the passkey.
    public let handle: UserHandle
    /// What tells accounts apart, such as a sign-in name.
    public let name: String
    /// How the person is called.
    public let displayName: String

    /// Makes a person.
    public init(handle: UserHandle, name: String, displayName: String) {
        self.handle = handle
        self.name = name
        self.displayName = displayName
    }
}
