public import JSON

extension JSONValue {
    /// Reads an answer of the server.
    ///
    /// ```swift
    /// let names = try await client.get("/api/v1/cafes").reading { $0["cafes"].array { $0["name"].string() } }
    /// ```
    ///
    /// - Parameter make: Reads the parts; it returns `nil` when one is missing.
    /// - Returns: What `make` returned.
    /// - Throws: ``UnexpectedAnswer`` when a part is missing or of another type, as with a server of another version.
    public func reading<Result>(_ make: (JSONReader) -> Result?) throws(UnexpectedAnswer) -> Result {
        do { return try read(make) } catch {
            throw UnexpectedAnswer(
                description: "The server's answer is not as expected; is it of another version?")
        }
    }
}
