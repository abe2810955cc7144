import HTTPCore

extension HTTPResponse {
    /// Adds the fields that tell a browser what a page of ours never does; the server adds those of every answer.
    ///
    /// No text becomes HTML or script: `trusted-types 'none'` means that not even a policy of ours may make it so.
    ///
    /// - Parameter nonce: What the scripts of the page carry; `nil` for a page without scripts.
    /// - Throws: `HTTPFieldRefusal` for a field that cannot be written; these can.
    mutating func protect(scripts nonce: ContentPolicyNonce?) throws {
        let scripts = nonce.map { "'nonce-\($0.text)' 'wasm-unsafe-eval'" } ?? "'none'"
        try fields.set(
            "Content-Security-Policy",
            """
            default-src 'self'; script-src \(scripts); base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
            object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'
            """)
        try fields.set("Cross-Origin-Opener-Policy", "same-origin")
        try fields.set("Referrer-Policy", "no-referrer")
        try fields.set("Permissions-Policy", "geolocation=(self)")
    }
}
