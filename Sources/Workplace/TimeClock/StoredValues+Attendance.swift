public import Essentials

/// Whether a person wants to be reminded at the door.
public struct ReminderSetting: Hashable, Sendable {
    /// Whether they do.
    public let isOn: Bool
    /// When they said so.
    public let since: Timestamp

    /// Makes a setting from its parts.
    public init(isOn: Bool, since: Timestamp) {
        self.isOn = isOn
        self.since = since
    }
}

/// What makes a repeated request for a punch recognisable; scoped to the person.
public struct PunchKey: Hashable, Sendable {
    /// The idempotency key.
    public let text: String
    /// The SHA-256 digest of the request that the key came with.
    public let fingerprint: [UInt8]

    /// Makes a key from its parts.
    public init(text: String, fingerprint: [UInt8]) {
        self.text = text
        self.fingerprint = fingerprint
    }
}
