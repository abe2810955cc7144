import CCurl

/// A URL that libcurl has taken apart, so that nobody else reads another host out of it.
@safe
final class CallURL {
    let handle: OpaquePointer
    /// The host in lower case, without a dot at its end.
    private(set) var host = ""
    private(set) var isSecure = false

    /// - Returns: `nil` unless the text is a URL of HTTP or HTTPS without user name.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let handle = unsafe curl_url() else {
            return nil
        }
        unsafe self.handle = handle
        guard unsafe curl_url_set(handle, CURLUPART_URL, text, 0) == CURLUE_OK,
            let scheme = part(CURLUPART_SCHEME), scheme == "https" || scheme == "http",
            part(CURLUPART_USER) == nil, part(CURLUPART_PASSWORD) == nil,
            let host = part(CURLUPART_HOST)?.lowercased()
        else { return nil }
        self.host = host.hasSuffix(".") ? String(host.dropLast()) : host
        isSecure = scheme == "https"
    }

    deinit { unsafe curl_url_cleanup(handle) }

    private func part(_ part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe curl_url_get(handle, part, &text, 0) == CURLUE_OK, let text = unsafe text else {
            return nil
        }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
