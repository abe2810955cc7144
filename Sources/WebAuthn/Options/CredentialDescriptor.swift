import JSON

/// Names a passkey to a browser, with the ways on which its authenticator can be reached.
struct CredentialDescriptor: Sendable, Hashable {
    let id: CredentialID
    let transports: [Transport]

    init(_ passkey: Passkey) {
        id = passkey.id
        transports = passkey.transports
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("type", "public-key")
            json.member("id", id.base64URL)
            guard !transports.isEmpty else { return }
            json.member("transports") { json in
                json.array { json in for transport in transports { json.string(transport.rawValue) } }
            }
        }
    }
}

/// A way on which a browser reaches an authenticator, such as `internal`, `hybrid` or `usb`.
///
/// Browsers may have ways that are not known here, so it is a token, not a list of cases.
public struct Transport: Sendable, Hashable, RawRepresentable {
    /// The token, up to 32 letters, digits and hyphens in lower case.
    public let rawValue: String

    /// Accepts a token.
    public init?(rawValue: String) {
        guard (1...32).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(Self.isAllowed) else {
            return nil
        }
        self.rawValue = rawValue
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
