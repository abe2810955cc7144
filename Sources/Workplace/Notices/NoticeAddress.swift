/// Checks the addresses of channels and webhooks that people type.
enum NoticeAddress {
    /// Whether a text is a web address without user name, query and fragment.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - hasTopic: Whether the path must end with a topic of ntfy.
    ///   - plainHosts: Hosts in lower case that may be called without TLS.
    /// - Returns: Whether it can be stored as the address of a channel.
    static func isWeb(_ text: String, hasTopic: Bool, allowingHTTPFor plainHosts: Set<String>) -> Bool {
        guard text.utf8.count <= 512, !text.contains("?"),
            isCallable(text, allowingHTTPFor: plainHosts)
        else { return false }
        guard hasTopic else { return !text.hasSuffix("/") }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        // Of the scheme, nothing and the host.
        guard parts.count > 3, let topic = parts.last, (1...64).contains(topic.utf8.count) else {
            return false
        }
        return topic.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
    }

    /// Whether a text is a web address without user name and fragment whose host may be called.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - plainHosts: Hosts in lower case that may be called without TLS; of IPv6 in brackets.
    /// - Returns: Whether the server may try to call it.
    static func isCallable(_ text: String, allowingHTTPFor plainHosts: Set<String>) -> Bool {
        guard text.utf8.count <= 2_048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let rest = ["https://", "http://"].first(where: text.hasPrefix).map({ text.dropFirst($0.count) }),
            !rest.contains(where: { "@#\\".contains($0) })
        else { return false }
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        let name: String
        if host.hasPrefix("[") {
            guard let end = host.firstIndex(of: "]") else { return false }
            name = String(host[...end])
        } else {
            name = String(host.prefix { $0 != ":" })
        }
        guard !name.isEmpty, isPort(host.dropFirst(name.count)) else { return false }
        return text.hasPrefix("https://") || plainHosts.contains(name.lowercased())
    }

    /// The host of a web address in lower case, with its port.
    static func host(of url: String) -> String {
        let rest = url.split(separator: "://", maxSplits: 1).last ?? ""
        return rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
    }

    /// Whether a text is empty or a colon with a number.
    private static func isPort(_ text: Substring) -> Bool {
        guard text.first == ":" else { return text.isEmpty }
        return UInt16(text.dropFirst()).map { $0 > 0 } ?? false
    }

    /// Whether a text can be an e-mail address; the code that is mailed there shows whether it is one.
    static func isMail(_ text: String) -> Bool {
        guard text.utf8.count <= 254, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return false
        }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count) else { return false }
        let local = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let isLocal = local.allSatisfy { part in
            !part.isEmpty
                && part.allSatisfy { $0.isLetter || $0.isNumber || "!#$%&'*+-/=?^_`{|}~".contains($0) }
        }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        let isDomain =
            labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
            }
        return isLocal && isDomain
    }
}
