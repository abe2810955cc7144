import HTTPCore

extension HTTPRequest {
    /// Whether the request is meant for one of these hosts, by the one `Host` field that it must have.
    ///
    /// The port is not looked at: a browser that was led here by a false name still shows that name.
    ///
    /// - Parameter hosts: Names and addresses in lower case, those of version 6 in brackets.
    /// - Returns: Whether it names one of them.
    func isMeant(forAnyOf hosts: Set<String>) -> Bool {
        let authorities = fields.values("Host")
        guard authorities.count == 1, let host = authorities.first?.lowercased().host else { return false }
        return hosts.contains(host)
    }
}

extension String {
    /// The host of an authority such as `localhost:8080` or `[::1]`; `nil` when what follows it is not a port.
    fileprivate var host: String? {
        let colon = utf8.lastIndex(of: UInt8(ascii: ":"))
        guard let colon, utf8.last != UInt8(ascii: "]") else { return self }
        let isPort = utf8[index(after: colon)...].allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        }
        return isPort ? String(self[..<colon]) : nil
    }
}
