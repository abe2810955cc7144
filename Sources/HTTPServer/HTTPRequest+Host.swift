import HTTPCore

extension HTTPRequest {
    /// Whether the request is meant for one of these hosts, by the one `Host` field that it must have.
    ///
    /// The port is not looked at: a browser that was led here by a false name still shows that name.
    ///
    /// - Parameter hosts: Names and addresses in lower case, those of version 6 in brackets.
    /// - Returns: Whether its host is one of them; without a `Host`, or with two, it is none.
    func isMeant(forAnyOf hosts: Set<String>) -> Bool {
        let authorities = fields.values("Host")
        guard authorities.count == 1, let authority = authorities.first else { return false }
        return hosts.contains { authority.utf8.isAuthority(of: $0.utf8) }
    }
}

extension String.UTF8View {
    /// Whether this is a host, whatever its capitals, alone or with a port.
    ///
    /// Compared byte by byte, because every request of a demo is looked at.
    fileprivate func isAuthority(of host: String.UTF8View) -> Bool {
        var rest = self[...]
        for expected in host {
            guard let found = rest.popFirst(), found.lowercasedLetter == expected else { return false }
        }
        guard let colon = rest.popFirst() else { return true }
        return colon == UInt8(ascii: ":")
            && rest.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension UInt8 {
    fileprivate var lowercasedLetter: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
