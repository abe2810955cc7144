import Cryptography

/// What a site asks of passkeys, and the verification that it got that (Web Authentication Level 3, section 7).
///
/// One value makes the options and verifies the answers, so that what is accepted is what was offered. It holds no secrets and no
/// state: the caller keeps challenges and passkeys, and looks them up.
public struct PasskeyPolicy: Sendable, Hashable {
    /// The site.
    public let relyingParty: RelyingParty
    /// Whether authenticators must check who uses them.
    public let userVerification: UserVerification
    /// The accepted algorithms, the best first.
    public let algorithms: [COSEAlgorithm]

    /// Makes a policy.
    ///
    /// - Parameters:
    ///   - relyingParty: The site.
    ///   - userVerification: Whether authenticators must check who uses them.
    ///   - algorithms: The accepted algorithms, the best first.
    public init(
        relyingParty: RelyingParty, userVerification: UserVerification = .required,
        algorithms: [COSEAlgorithm] = [.es256, .edDSA, .rs256]
    ) {
        self.relyingParty = relyingParty
        self.userVerification = userVerification
        self.algorithms = algorithms
    }

    // MARK: - Registration

    /// The options with which a page asks for a new passkey.
    ///
    /// - Parameters:
    ///   - user: The person, who is signed in.
    ///   - challenge: Fresh random bytes.
    ///   - existing: The person's passkeys, so that no authenticator makes a second one.
    /// - Returns: The options.
    public func creationOptions(
        for user: PasskeyUser, challenge: Challenge, excluding existing: [Passkey]
    ) -> PasskeyCreationOptions {
        PasskeyCreationOptions(
            relyingParty: relyingParty, user: user, challenge: challenge, algorithms: algorithms,
            userVerification: userVerification, excluded: existing.map(CredentialDescriptor.init))
    }

    /// Verifies the answer to creation options.
    ///
    /// Before storing the passkey, the caller refuses an identifier that any person of the site already has.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - user: For whom the options were made.
    ///   - challenge: The challenge of the options.
    /// - Returns: The passkey to store.
    /// - Throws: A ``PasskeyRefusal``; the first one in the order of the specification.
    public func passkey(
        from response: RegistrationResponse, for user: UserHandle, challenge: Challenge
    ) throws(PasskeyRefusal) -> Passkey {
        try ClientData(response.clientData)
            .verify(type: "webauthn.create", challenge: challenge, relyingParty: relyingParty)
        let data = try AttestationObject(response.attestationObject).authenticatorData
        try data.verify(relyingParty: relyingParty, userVerification: userVerification)
        guard let attested = data.attested else { throw .noCredential }
        guard attested.id == response.id else { throw .wrongCredential }
        let publicKey = try CredentialPublicKey(attested.key, bytes: attested.keyBytes)
        guard algorithms.contains(publicKey.algorithm) else { throw .algorithmNotOffered }
        return Passkey(
            id: attested.id, user: user, publicKey: publicKey, signatureCount: data.signatureCount,
            isBackupEligible: data.flags.contains(.backupEligible),
            isBackedUp: data.flags.contains(.backedUp), transports: response.transports,
            authenticatorModel: attested.model)
    }

    // MARK: - Sign-in

    /// The options with which a page asks for a signature.
    ///
    /// - Parameters:
    ///   - challenge: Fresh random bytes.
    ///   - passkeys: The passkeys of a person who is known already; none at sign-in, where the authenticator offers its own. Do not
    ///     name the passkeys of a person by whose name alone somebody asks: the answer would say who has an account.
    /// - Returns: The options.
    public func requestOptions(challenge: Challenge, allowing passkeys: [Passkey] = [])
        -> PasskeyRequestOptions
    {
        PasskeyRequestOptions(
            relyingParty: relyingParty, challenge: challenge, userVerification: userVerification,
            allowed: passkeys.map(CredentialDescriptor.init))
    }

    /// Verifies the answer to request options.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - passkey: The stored passkey that the answer names.
    ///   - challenge: The challenge of the options.
    ///   - person: Who must sign, where that is known; `nil` at sign-in, where the authenticator must say it.
    /// - Returns: Whose passkey signed, and whether there may be a copy of it.
    /// - Throws: A ``PasskeyRefusal``; the first one in the order of the specification.
    public func outcome(
        of response: AssertionResponse, by passkey: Passkey, challenge: Challenge,
        expecting person: UserHandle?
    ) throws(PasskeyRefusal) -> AssertionOutcome {
        guard response.id == passkey.id else { throw .wrongCredential }
        guard let user = response.userHandle ?? person else { throw .noUser }
        guard user == passkey.user, person == nil || person == user else { throw .wrongUser }
        try ClientData(response.clientData)
            .verify(type: "webauthn.get", challenge: challenge, relyingParty: relyingParty)
        let data = try AuthenticatorData(response.authenticatorData)
        // An authenticator states a passkey at registration only.
        guard data.attested == nil else { throw .malformedAuthenticatorData }
        try data.verify(relyingParty: relyingParty, userVerification: userVerification)
        guard data.flags.contains(.backupEligible) == passkey.isBackupEligible else {
            throw .inconsistentBackup
        }
        let signed = response.authenticatorData + SHA256.digest(of: response.clientData)
        guard passkey.publicKey.isValid(signature: response.signature, of: signed) else {
            throw .wrongSignature
        }
        return Self.outcome(of: data, by: passkey)
    }

    private static func outcome(of data: AuthenticatorData, by passkey: Passkey) -> AssertionOutcome {
        let (stored, received) = (passkey.signatureCount, data.signatureCount)
        var used = passkey
        used.isBackedUp = data.flags.contains(.backedUp)
        // The highest number stays, so that the next answer of the slower copy is found too.
        used.signatureCount = max(stored, received)
        let assertion = Assertion(passkey: used, isUserVerified: data.flags.contains(.userVerified))
        guard received <= stored, stored > 0 else { return .verified(assertion) }
        return .possibleCopy(assertion, SignatureCountRegression(stored: stored, received: received))
    }
}
