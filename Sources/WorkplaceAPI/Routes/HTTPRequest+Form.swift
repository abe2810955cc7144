import HTTPCore

extension HTTPRequest {
    /// The fields of a form; `nil` for a body that is no form.
    func form() -> [String: String]? {
        let type = self.fields["Content-Type"]?.prefix { $0 != ";" }.lowercased()
        guard type == "application/x-www-form-urlencoded", let text = String(validating: body, as: UTF8.self)
        else { return nil }
        do {
            let pairs = try HTTPRequest(.post, path: "/", query: text).queryPairs()
            // A field that is there twice is an error (RFC 6749, section 3.1).
            return try Dictionary(pairs.map { ($0.name, $0.value) }) { _, _ in throw Repeated() }
        } catch {
            return nil
        }
    }
}

private struct Repeated: Error {}
