import JSON

// What ID tokens and logout tokens have in common.
extension VerifiedToken {
    func checkParties(_ expected: TokenExpectations) throws(TokenRefusal) {
        guard let issuer = claims.text("iss") else { throw .unusableClaim(.issuer) }
        guard issuer.isExactly(expected.issuer) else { throw .wrongIssuer }
        guard let audience = claims.textOrTexts("aud") else { throw .unusableClaim(.audience) }
        guard audience.contains(where: { $0.isExactly(expected.clientID) }) else { throw .wrongAudience }
        let party = claims.text("azp")
        guard party.map({ $0.isExactly(expected.clientID) }) ?? (audience.count == 1 && claims["azp"] == nil)
        else { throw .wrongAuthorizedParty }
    }

    /// - Returns: When the token was issued and when it ends.
    func checkTimes(
        _ expected: TokenExpectations, now: NumericDate
    ) throws(TokenRefusal) -> (issuedAt: NumericDate, expiry: NumericDate) {
        guard let expiry = claims.date("exp") else { throw .unusableClaim(.expiry) }
        guard now < expiry.advanced(bySeconds: expected.clockTolerance) else { throw .expired }
        let latest = now.advanced(bySeconds: expected.clockTolerance)
        guard let issuedAt = claims.date("iat") else { throw .unusableClaim(.issuedAt) }
        guard issuedAt <= latest else { throw .issuedInFuture }
        if claims["nbf"] != nil {
            guard let begin = claims.date("nbf") else { throw .unusableClaim(.notBefore) }
            guard begin <= latest else { throw .notYetValid }
        }
        return (issuedAt, expiry)
    }

    func subject() throws(TokenRefusal) -> String {
        guard let subject = claims.text("sub") else { throw .unusableClaim(.subject) }
        guard (1...255).contains(subject.utf8.count), subject.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw .wrongSubject
        }
        return subject
    }

    /// The session at the provider, if the token names one.
    func sessionID() throws(TokenRefusal) -> String? {
        guard claims["sid"] != nil else { return nil }
        guard let id = claims.text("sid"), (1...255).contains(id.utf8.count) else {
            throw .unusableClaim(.sessionID)
        }
        return id
    }
}
