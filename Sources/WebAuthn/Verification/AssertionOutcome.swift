/// What a right signature says; the caller has to name the case of a possible copy before it can sign anybody in.
public enum AssertionOutcome: Sendable, Hashable {
    /// The passkey was used, and its counter grew or does not exist.
    case verified(Assertion)
    /// The signature is right, but the counter did not grow: there may be a second copy of an authenticator that makes none.
    ///
    /// A restored virtual machine or two answers that overtook each other look the same. Sign the person in by another factor, or
    /// tell them and the administrators; in any case store the passkey and write the two numbers to the audit log.
    case possibleCopy(Assertion, SignatureCountRegression)
}

/// A verified use of a passkey.
public struct Assertion: Sendable, Hashable {
    /// The passkey to store: its counter, and whether it is backed up, may have changed.
    public let passkey: Passkey
    /// Whether the authenticator checked who used it, so that this was two factors.
    public let isUserVerified: Bool
}

/// A counter of signatures that did not grow.
public struct SignatureCountRegression: Sendable, Hashable {
    /// The highest number that was seen before.
    public let stored: UInt32
    /// The number of this answer, which is not higher.
    public let received: UInt32
}
