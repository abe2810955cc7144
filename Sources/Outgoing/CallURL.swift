import CCurl

/// A URL that libcurl has parsed, so that all code agrees about its host.
@safe
final class CallURL {
    /// The protocol of a URL.
    enum Kind {
        case http, mail, mailbox

        /// The schemes with TLS from the first byte, and without.
        var schemes: (secure: String, plain: String) {
            switch self {
            case .http: ("https", "http")
            case .mail: ("smtps", "smtp")
            case .mailbox: ("imaps", "imap")
            }
        }
    }

    let handle: OpaquePointer
    /// The host in lower case, without a dot at its end.
    private(set) var host = ""
    private(set) var isSecure = false
    /// The user of a mailbox; other URLs have none.
    private(set) var user: String?

    /// - Returns: `nil` unless the text is a URL of that kind, without user name unless it is of a mailbox, and without a
    ///   password.
    init?(_ text: String, _ kind: Kind) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let handle = unsafe curl_url() else {
            return nil
        }
        unsafe self.handle = handle
        guard unsafe curl_url_set(handle, CURLUPART_URL, text, 0) == CURLUE_OK,
            let scheme = part(CURLUPART_SCHEME),
            scheme == kind.schemes.secure || scheme == kind.schemes.plain,
            part(CURLUPART_PASSWORD) == nil, part(CURLUPART_OPTIONS) == nil,
            let host = part(CURLUPART_HOST)?.lowercased()
        else { return nil }
        user = part(CURLUPART_USER, CURLU_URLDECODE)
        if kind == .mailbox {
            // libcurl takes the user as an option of its own.
            _ = unsafe curl_url_set(handle, CURLUPART_USER, nil, 0)
        } else if user != nil {
            return nil
        }
        if kind != .http, part(CURLUPART_QUERY) != nil || part(CURLUPART_FRAGMENT) != nil { return nil }
        self.host = host.hasSuffix(".") ? String(host.dropLast()) : host
        isSecure = scheme == kind.schemes.secure
    }

    deinit { unsafe curl_url_cleanup(handle) }

    /// Whether the host is this machine by its usual names: `localhost` (RFC 6761), `127.0.0.1` and `[::1]`.
    var isLoopback: Bool { ["localhost", "127.0.0.1", "[::1]"].contains(host) }

    /// The path as it is written, percent signs included.
    var path: String { part(CURLUPART_PATH) ?? "/" }

    /// Sets the path; `false` if libcurl does not take it.
    func setPath(_ path: String) -> Bool {
        unsafe curl_url_set(handle, CURLUPART_PATH, path, 0) == CURLUE_OK
    }

    private func part(_ part: CURLUPart, _ flags: Int32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(handle, part, &text, UInt32(flags)) == CURLUE_OK, let text = unsafe text
        else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
