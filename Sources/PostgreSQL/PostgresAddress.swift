import CPostgreSQL

/// Checks the address of a database on a server, as libpq reads it.
public enum PostgresAddress: Sendable {
    private static let encryptionModes = [
        "disable", "allow", "prefer", "require", "verify-ca", "verify-full",
    ]

    /// What libpq would refuse in an address before it connects; `nil` for a valid address.
    ///
    /// - Returns: A sentence without the password.
    public static func mistake(in address: String) -> String? {
        switch options(of: address) {
        case .failure(let mistake): return withoutPassword(mistake.reason, of: address)
        case .success(let values):
            if let mode = values["sslmode"], !encryptionModes.contains(mode) {
                return "invalid sslmode value: \"\(mode)\""
            }
            let ports = (values["port"] ?? "").split(separator: ",")
            if let wrong = ports.first(where: { (UInt16($0) ?? 0) == 0 }) {
                return withoutPassword("invalid port number: \"\(wrong)\"", of: address)
            }
            return nil
        }
    }

    /// The reason in a message of libpq, without the hints in it and without the password of an address.
    static func reason(in message: String, of address: String) -> String {
        withoutPassword(reason(in: message), of: address)
    }

    /// The lines of a message of libpq; a line that begins with a tab is a hint.
    static func reason(in message: String) -> String {
        message.split(separator: "\n").filter { !$0.hasPrefix("\t") }.joined(separator: "; ")
    }

    // MARK: - Passwords

    /// Replaces what may be a password of an address.
    private static func withoutPassword(_ text: String, of address: String) -> String {
        passwords(in: address).sorted { $0.count > $1.count }.reduce(text) { text, password in
            text.replacing(password, with: "***")
        }
    }

    /// The passwords of an address, also as they are written in one that libpq cannot read.
    private static func passwords(in address: String) -> Set<String> {
        var found: Set<String> = []
        if case .success(let values) = options(of: address), let password = values["password"] {
            found.insert(password)
        }
        // What everybody may see. A user's name can be the same as the password.
        var visible = ""
        if let start = address.firstRange(of: "://")?.upperBound {
            let plain = address[start...].prefix { $0 != "?" }
            visible = String(plain)
            if let at = plain.lastIndex(of: "@"), let colon = plain[..<at].firstIndex(of: ":") {
                visible = String(plain[..<colon]) + String(plain[at...])
                let secret = plain[plain.index(after: colon)..<at]
                found.insert(String(secret))
                // libpq ends the password there if they are not written with percent signs.
                let parts = secret.split { $0 == "@" || $0 == "/" || $0 == ":" }
                for part in parts where part.count > 3 { found.insert(String(part)) }
            }
            let query = address[start...].drop { $0 != "?" }.dropFirst()
            for pair in query.split(separator: "&") where pair.hasPrefix("password=") {
                found.insert(String(pair.dropFirst("password=".count)))
            }
        }
        return found.filter { !$0.isEmpty && !visible.contains($0) }
    }

    // MARK: - Options

    private struct Mistake: Error {
        let reason: String
    }

    /// The options that an address gives, by name.
    private static func options(of address: String) -> Result<[String: String], Mistake> {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = unsafe PQconninfoParse(address, &message) else {
            let text = unsafe message.map { unsafe String(cString: $0) } ?? "out of memory"
            unsafe PQfreemem(message)
            return .failure(Mistake(reason: reason(in: text)))
        }
        defer { unsafe PQconninfoFree(options) }
        var found: [String: String] = [:]
        var position = 0
        while let keyword = unsafe options[position].keyword {
            let name = unsafe String(cString: keyword)
            if let value = unsafe options[position].val {
                let text = unsafe String(cString: value)
                found[name] = text
            }
            position += 1
        }
        return .success(found)
    }
}
