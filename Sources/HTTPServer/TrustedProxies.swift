import HTTPCore

/// The client's data as trusted proxies state it.
struct ForwardedClient: Equatable {
    /// The numeric address in its canonical form; `nil` when no proxy states it.
    var address: String?
    /// Whether the client spoke TLS; `nil` when no proxy states it.
    var isSecure: Bool?
    /// The host that the client asked for, with the port if there was one; `nil` when no proxy states it.
    var host: String?
}

/// The proxies whose statements about the client are believed.
///
/// The client is the right-most hop that is not a trusted proxy. Each proxy appends the address that sent it
/// the request, so a client can forge only the hops further to the left.
struct TrustedProxies: Sendable {
    private let addresses: Set<IPAddress>

    init(_ addresses: Set<IPAddress>) { self.addresses = addresses }

    /// Whether a connection from this numeric address comes from a trusted proxy.
    func include(_ address: String) -> Bool {
        !addresses.isEmpty && IPAddress(address).map(addresses.contains) == true
    }

    /// Reads the client's data from the fields of a request; only for a request from a trusted proxy.
    ///
    /// When `Forwarded` (RFC 7239) and the `X-Forwarded-` fields are both present, they must agree: a proxy
    /// writes one form and often passes on the other one, which the client may have forged.
    ///
    /// - Returns: `nil` when the fields cannot be read or contradict each other.
    func client(of fields: HTTPFields) -> ForwardedClient? {
        guard Self.isPlain(fields) else { return nil }
        switch (hasStandardFields(fields), hasOlderFields(fields)) {
        case (false, false): return ForwardedClient()
        case (true, false): return standardClient(of: fields)
        case (false, true): return olderClient(of: fields)
        case (true, true):
            guard let client = standardClient(of: fields), client == olderClient(of: fields) else {
                return nil
            }
            return client
        }
    }

    /// Whether the fields are ASCII.
    ///
    /// With Unicode, a client could send text that forms one character with the comma that a proxy appends.
    private static func isPlain(_ fields: HTTPFields) -> Bool {
        (["Forwarded"] + olderNames).allSatisfy { name in
            fields.values(name).allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        }
    }

    private static let olderNames = ["X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host"]

    // MARK: - Forwarded

    private func hasStandardFields(_ fields: HTTPFields) -> Bool { fields["Forwarded"] != nil }

    private func standardClient(of fields: HTTPFields) -> ForwardedClient? {
        var elements: [[String: String]] = []
        for member in fields.listMembers("Forwarded") {
            guard let element = parameters(of: member) else { return nil }
            elements.append(element)
        }
        let hop = clientHop(of: elements.map { $0["for"] ?? "" })
        // The proxy that the client connected to writes the scheme and host into the client's element.
        guard let element = hop.map({ elements[$0.index] }) else { return ForwardedClient() }
        return client(hop?.address, scheme: element["proto"], host: element["host"])
    }

    /// Reads `for=192.0.2.1;proto=https` as parameters by their names in lower case.
    private func parameters(of element: Substring) -> [String: String]? {
        var parameters: [String: String] = [:]
        for pair in splitOutsideQuotes(element, at: ";").map({ $0.trimmingBlanks() }) where !pair.isEmpty {
            guard let middle = pair.firstIndex(of: "="),
                let value = unquoted(pair[pair.index(after: middle)...]),
                parameters.updateValue(value, forKey: pair[..<middle].lowercased()) == nil
            else { return nil }
        }
        return parameters
    }

    /// Returns a token unchanged, and a quoted string without its quotes and escapes.
    private func unquoted(_ text: Substring) -> String? {
        guard text.first == "\"" else { return text.contains("\"") ? nil : String(text) }
        var value = ""
        var isEscaped = false
        for index in text.indices.dropFirst() {
            if isEscaped {
                value.append(text[index])
                isEscaped = false
            } else if text[index] == "\\" {
                isEscaped = true
            } else if text[index] == "\"" {
                return text.index(after: index) == text.endIndex ? value : nil
            } else {
                value.append(text[index])
            }
        }
        return nil
    }

    // MARK: - X-Forwarded-

    private func hasOlderFields(_ fields: HTTPFields) -> Bool {
        Self.olderNames.contains { fields[$0] != nil }
    }

    private func olderClient(of fields: HTTPFields) -> ForwardedClient? {
        let hops = fields.plainMembers("X-Forwarded-For")
        let hop = clientHop(of: hops.map(String.init))
        let fromRight = hop.map { hops.count - 1 - $0.index } ?? 0
        // Many proxies replace these two instead of appending to them.
        func value(_ name: String) -> String? {
            let values = fields.plainMembers(name)
            return values.isEmpty ? nil : String(values[max(0, values.count - 1 - fromRight)])
        }
        return client(hop?.address, scheme: value("X-Forwarded-Proto"), host: value("X-Forwarded-Host"))
    }

    // MARK: - Hops

    /// Finds the client among the hops: the right-most one that is no trusted proxy, or else the left-most
    /// one.
    ///
    /// - Returns: The hop; its address is `nil` when the hop hides it. `nil` when there are no hops.
    private func clientHop(of hops: [String]) -> (index: Int, address: IPAddress?)? {
        let found = hops.map(address)
        let client = found.lastIndex { hop in hop.map { !addresses.contains($0) } ?? true }
        guard let index = client ?? found.indices.first else { return nil }
        return (index, found[index])
    }

    /// The address of a hop such as `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1` or `[2001:db8::1]:80`.
    private func address(of hop: String) -> IPAddress? {
        if hop.hasPrefix("[") {
            return hop.firstIndex(of: "]").flatMap { IPAddress(hop[hop.index(after: hop.startIndex)..<$0]) }
        }
        let parts = hop.split(separator: ":", omittingEmptySubsequences: false)
        return IPAddress(parts.count == 2 ? parts[0] : hop[...])
    }

    private func client(_ address: IPAddress?, scheme: String?, host: String?) -> ForwardedClient? {
        var client = ForwardedClient(address: address?.description, host: host)
        switch scheme?.lowercased() {
        case nil: break
        case "https": client.isSecure = true
        case "http": client.isSecure = false
        default: return nil
        }
        if let host, host.isEmpty || !host.utf8.allSatisfy(isAuthorityByte) { return nil }
        return client
    }
}

/// Whether a byte may stand in a host with its port.
private func isAuthorityByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
        true
    default: false
    }
}

extension HTTPFields {
    /// The members of a comma-separated list, in order, over all fields of the name; empty ones are left out.
    fileprivate func listMembers(_ name: String) -> [Substring] {
        values(name).flatMap { splitOutsideQuotes($0, at: ",") }.map { $0.trimmingBlanks() }
            .filter { !$0.isEmpty }
    }

    /// The members of a list without quoting: a quote from the client must not hide what the proxy appended.
    fileprivate func plainMembers(_ name: String) -> [Substring] {
        values(name).flatMap { $0.split(separator: ",") }.map { $0.trimmingBlanks() }.filter { !$0.isEmpty }
    }
}

extension HTTPRequest {
    /// Takes over the client's data from a trusted proxy.
    ///
    /// - Returns: `false` when the data cannot be read; then nothing has changed.
    mutating func takeClient(from proxies: TrustedProxies) -> Bool {
        guard let client = proxies.client(of: fields) else { return false }
        // The bytes of the host were checked, so this does not throw.
        if let host = client.host { do { try fields.set("Host", host) } catch { return false } }
        if let address = client.address { clientAddress = address }
        if let isSecure = client.isSecure { self.isSecure = isSecure }
        comesThroughProxy = true
        return true
    }
}
