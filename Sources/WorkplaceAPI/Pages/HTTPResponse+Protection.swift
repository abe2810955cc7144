import HTTPCore

extension HTTPResponse {
    /// Adds the fields that tell a browser what a page of ours never does; the server adds those of every answer.
    ///
    /// No text becomes HTML or script. The one policy of Trusted Types that a page may make is named `service-worker`, and makes
    /// the address of the service worker a trusted one (`Web/Notices/worker.js`).
    ///
    /// - Parameter nonce: What the scripts of the page carry; `nil` for a page without scripts.
    /// - Throws: `HTTPFieldRefusal` for a field that cannot be written; these can.
    mutating func protect(scripts nonce: ContentPolicyNonce?) throws {
        let scripts = nonce.map { "'nonce-\($0.text)' 'wasm-unsafe-eval'" } ?? "'none'"
        try fields.set(
            "Content-Security-Policy",
            """
            default-src 'self'; script-src \(scripts); worker-src 'self'; base-uri 'none'; form-action 'self'; \
            frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types service-worker
            """)
        try fields.set("Referrer-Policy", "no-referrer")
        try fields.set("Permissions-Policy", "geolocation=(self)")
    }
}
