public import Essentials

/// An entry of the security log: who did something to sign-ins, roles or devices, and when.
///
/// It holds identifiers and an address. It never holds a name, a password, a token or a position.
public struct SecurityEvent: Hashable, Sendable {
    /// How long an entry is kept.
    public static let retention: Duration = .seconds(730 * 86_400)

    /// What happened.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Somebody signed in.
        case signedIn = "signed-in"
        /// A sign-in was refused.
        case signInRefused = "sign-in-refused"
        /// Somebody signed out.
        case signedOut = "signed-out"
        /// A session was ended by its owner or an administrator.
        case sessionEnded = "session-ended"
        /// The installation got its first administrator.
        case setUp = "set-up"
        /// A person was added.
        case personAdded = "person-added"
        /// A person's name or language was changed by an administrator.
        case personChanged = "person-changed"
        /// A person's roles were changed.
        case rolesChanged = "roles-changed"
        /// A person handed their right to approve on for a while.
        case approvalDelegated = "approval-delegated"
        /// A right to approve that was handed on ended early.
        case delegationEnded = "delegation-ended"
        /// A person was shut out.
        case suspended = "suspended"
        /// A person was let in again.
        case resumed = "resumed"
        /// A link to set a password was made.
        case invited = "invited"
        /// A password was set by an invitation, or changed by its owner.
        case passwordChanged = "password-changed"
        /// A passkey was added.
        case passkeyAdded = "passkey-added"
        /// A passkey was removed.
        case passkeyRemoved = "passkey-removed"
        /// A person made recovery codes.
        case recoveryCodesMade = "recovery-codes-made"
        /// A screen or a terminal was paired.
        case paired = "paired"
        /// A pairing was refused.
        case pairingRefused = "pairing-refused"
        /// A screen was taken out of use.
        case screenRevoked = "screen-revoked"
        /// The key of a gateway was revoked.
        case gatewayRevoked = "gateway-revoked"
        /// A badge or phone was assigned to a person.
        case wearableAssigned = "wearable-assigned"
        /// A badge or phone was taken from a person.
        case wearableRemoved = "wearable-removed"
        /// A person set the number and the PIN of their badge for kiosks.
        case badgeSet = "badge-set"
        /// A badge for kiosks was blocked.
        case badgeBlocked = "badge-blocked"
        /// A badge for kiosks pays again.
        case badgeUnblocked = "badge-unblocked"
        /// A person removed their badge for kiosks.
        case badgeRemoved = "badge-removed"
        /// A kiosk refused a badge or its PIN.
        case badgeRefused = "badge-refused"
        /// A webhook was added, changed or removed.
        case webhookChanged = "webhook-changed"
        /// A person exported what is kept about them.
        case exported = "exported"
        /// A person erased what is kept about them.
        case erased = "erased"
    }

    /// When it happened.
    public let time: Timestamp
    /// What happened.
    public let kind: Kind
    /// Who did it, such as `person:ada` or `device:kitchen-main`; `nil` for somebody who is not signed in.
    public let actor: String?
    /// Whom or what it was done to, in the same form; `nil` when it is the actor.
    public let subject: String?
    /// The address that the request came from; empty for the program's own acts.
    public let address: String
    /// What else is to be known, such as the new roles; no secret.
    public let detail: String

    /// Makes an entry.
    public init(
        at time: Timestamp, _ kind: Kind, by actor: Session.Owner?, to subject: Session.Owner? = nil,
        from address: String, detail: String = ""
    ) {
        self.init(
            time: time, kind: kind, actor: actor?.description, subject: subject?.description,
            address: address,
            detail: detail)
    }

    /// The people whom the entry names.
    public var people: [PersonID] {
        [actor, subject].compactMap(\.self).filter { $0.hasPrefix("person:") }
            .compactMap { PersonID(String($0.dropFirst("person:".count))) }
    }

    init(time: Timestamp, kind: Kind, actor: String?, subject: String?, address: String, detail: String) {
        self.time = time
        self.kind = kind
        self.actor = actor
        self.subject = subject
        self.address = address
        self.detail = detail
    }
}

extension Session.Owner: CustomStringConvertible {
    /// The kind and the identifier, such as `person:ada`.
    public var description: String {
        switch self {
        case .person(let person): "person:\(person)"
        case .device(let device): "device:\(device)"
        }
    }
}
