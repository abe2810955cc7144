import HTTPCore

/// The hosts that requests may name.
///
/// Every request is checked, so its bytes are compared in place.
struct ServedHosts: Sendable {
    private let names: [[UInt8]]

    /// Takes names and addresses in lower case, those of version 6 in brackets.
    init(_ names: Set<String>) {
        self.names = names.map { Array($0.utf8) }
    }

    /// Whether the request's `Host` field names one of the hosts.
    ///
    /// The port is not compared: a browser that was led here by a false name still sends that name.
    ///
    /// - Returns: `false` also without a `Host` field, or with two.
    func include(hostOf request: HTTPRequest) -> Bool {
        unsafe request.fields.withOnlyValue("Host") { authority in
            names.contains { unsafe isHost($0, of: authority) }
        } ?? false
    }

    /// Whether an authority is this host in any case, with or without a port.
    private func isHost(_ name: [UInt8], of authority: UnsafeBufferPointer<UInt8>) -> Bool {
        guard authority.count >= name.count else { return false }
        for index in name.indices {
            guard unsafe authority[index].lowercasedLetter == name[index] else { return false }
        }
        guard authority.count > name.count else { return true }
        guard unsafe authority[name.count] == UInt8(ascii: ":") else { return false }
        let port = unsafe authority[(name.count + 1)...]
        return unsafe port.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension UInt8 {
    fileprivate var lowercasedLetter: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}
