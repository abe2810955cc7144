import JSON

/// The keys of a provider.
public struct JSONWebKeySet: Sendable {
    private static let mostKeys = 100

    /// The keys that can check signatures; others of the document are passed over, as RFC 7517 asks.
    let keys: [JSONWebKey]

    /// Reads a key set of RFC 7517.
    ///
    /// - Returns: `nil` for anything else, and for more than 100 keys.
    public init?(document: [UInt8]) {
        guard case .array(let values)? = JSONObject(parsing: document)?["keys"],
            values.count <= Self.mostKeys
        else { return nil }
        keys = values.compactMap { value in
            if case .object(let object) = value { JSONWebKey(object) } else { nil }
        }
    }

    /// The keys that a token with this header may be signed with.
    ///
    /// - Throws: ``TokenRefusal/missingKeyID`` if the token names no key and there are several, and
    ///   ``TokenRefusal/unknownKey`` if there is none.
    func keys(for header: SignedToken.Header) throws(TokenRefusal) -> [JSONWebKey] {
        let fitting = keys.filter { $0.fits(header.algorithm) }
        guard let id = header.keyID else {
            guard fitting.count <= 1 else { throw .missingKeyID }
            guard !fitting.isEmpty else { throw .unknownKey }
            return fitting
        }
        let named = fitting.filter { $0.id?.isExactly(id) == true }
        guard !named.isEmpty else { throw .unknownKey }
        return named
    }
}
