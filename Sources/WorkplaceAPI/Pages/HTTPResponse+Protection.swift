import HTTPCore

extension HTTPResponse {
    /// Adds the fields that tell a browser what a page of ours never does; the server adds those of every answer.
    ///
    /// No text becomes HTML or script. The one policy of Trusted Types that a page may make is named `service-worker`, and makes
    /// the address of the service worker a trusted one (`Web/Notices/worker.js`).
    ///
    /// Only the page that pays has a provider. It may load what the provider's script needs (the one exception to W150). That script
    /// makes other scripts itself, so that Trusted Types are not required there.
    ///
    /// - Parameters:
    ///   - nonce: What the scripts of the page carry; `nil` for a page without scripts.
    ///   - outside: What the page loads from elsewhere, if it pays.
    /// - Throws: `HTTPFieldRefusal` for a field that cannot be written; these can.
    mutating func protect(scripts nonce: ContentPolicyNonce?, outside: OutsideContent? = nil) throws {
        let scripts = nonce.map { "'nonce-\($0.text)' 'wasm-unsafe-eval'" } ?? "'none'"
        let others =
            outside.map { outside in
                """
                script-src \(scripts) \(outside.scripts.joined(separator: " ")); \
                connect-src 'self' \(outside.calls.joined(separator: " ")); \
                frame-src \(outside.frames.joined(separator: " "))
                """
            } ?? "script-src \(scripts); require-trusted-types-for 'script'; trusted-types service-worker"
        try fields.set(
            "Content-Security-Policy",
            """
            default-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
            object-src 'none'; \(others)
            """)
        try fields.set("Referrer-Policy", "no-referrer")
        try fields.set("Permissions-Policy", "geolocation=(self)")
    }
}
