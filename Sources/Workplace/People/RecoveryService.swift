import Cryptography
public import Essentials
public import WebAuthn

/// Makes recovery codes, and lets people in by them when they have lost their passkeys or their password.
///
/// Each code works once. The store has only digests.
public struct RecoveryService: Sendable {
    let accounts: AccountService

    /// What is left of a person's codes.
    public struct Rest: Hashable, Sendable {
        /// How many have not been used.
        public let count: Int
        /// When they were made; `nil` when none is left.
        public let madeAt: Timestamp?
    }

    /// Makes new codes in place of those that the person has.
    ///
    /// - Returns: The codes, which the person sees this once.
    /// - Throws: `CryptographyError`, or the store's own error.
    public func makeCodes(of person: PersonID, from origin: ClientOrigin) async throws -> [RecoveryCode] {
        let codes = RecoveryCode.makeSet(from: try SecureRandom.bytes(RecoveryCode.randomByteCount))
        let time = accounts.now()
        try await accounts.store.write { transaction in
            try transaction.setRecoveryCodes(of: person, digests: codes.map(\.digest), at: time)
            try transaction.log(
                SecurityEvent(at: time, .recoveryCodesMade, by: .person(person), from: origin.address))
        }
        return codes
    }

    /// How many codes a person has left.
    ///
    /// - Throws: The store's own error.
    public func rest(of person: PersonID) async throws -> Rest {
        try await accounts.store.read { try $0.recoveryCodes(of: person) }
    }

    /// Finds the person who typed a name and a recovery code, and uses the code up.
    ///
    /// Wrong codes count like wrong passwords.
    ///
    /// - Parameters:
    ///   - name: The sign-in name.
    ///   - code: The code; `nil` when the text that was typed is not a code.
    ///   - origin: Where the request comes from.
    /// - Returns: The person, who may sign in.
    /// - Throws: ``AccountRefusal/wrongCredentials``, ``AccountRefusal/tooManyTries(retryAfter:)``, or the store's own
    ///   error.
    public func person(
        named name: SignInName, code: RecoveryCode?, from origin: ClientOrigin
    ) async throws -> PersonID {
        let (account, isKnown) = try await accounts.countTry(named: name, from: origin)
        let time = accounts.now()
        let person = try account.flatMap { try accounts.campuses.inForce().person($0.person) }
        let isRight = try await accounts.store.write { transaction in
            if let person, !person.isSuspended, let code,
                try transaction.useRecoveryCode(of: person.id, digest: code.digest)
            {
                return true
            }
            try transaction.log(
                SecurityEvent(
                    at: time, .signInRefused, by: nil, to: account.map { .person($0.person) },
                    from: origin.address,
                    detail: "recovery code"))
            return false
        }
        guard isRight, let person else { throw AccountRefusal.wrongCredentials }
        accounts.tries.takeBack(name, from: origin.address, isKnown: isKnown)
        return person.id
    }
}
