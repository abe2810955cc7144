import HTTPCore

/// The hosts that requests may be meant for.
///
/// Each request is looked at, so its bytes are compared where they lie.
struct ServedHosts: Sendable {
    private let names: [[UInt8]]

    /// Takes names and addresses in lower case, those of version 6 in brackets.
    init(_ names: Set<String>) {
        self.names = names.map { Array($0.utf8) }
    }

    /// Whether a request is meant for one of them, by the one `Host` field that it must have.
    ///
    /// The port is not looked at: a browser that was led here by a false name still shows that name.
    ///
    /// - Returns: Whether its host is one of them; without a `Host`, or with two, it is none.
    func include(hostOf request: HTTPRequest) -> Bool {
        unsafe request.fields.withOnlyValue("Host") { authority in
            names.contains { unsafe isHost($0, of: authority) }
        } ?? false
    }

    /// Whether an authority is this host, whatever its capitals, alone or with a port.
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
