import HTTPCore

extension HTTPResponse {
    private static let policy = """
        default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'
        """

    /// Adds the fields that tell a browser what a page of ours never does; the server adds those of every answer.
    ///
    /// - Throws: `HTTPFieldRefusal` for a field that cannot be written; these can.
    mutating func protect() throws {
        try fields.set("Content-Security-Policy", Self.policy)
        try fields.set("Referrer-Policy", "no-referrer")
        try fields.set("Permissions-Policy", "geolocation=(self)")
    }
}
