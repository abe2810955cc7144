import CommandLineArguments
import Workplace

/// Where a database is: in a file of SQLite, or on a server of PostgreSQL.
enum DatabaseAddress: Equatable, CustomStringConvertible {
    /// The path of a file.
    case sqlite(String)
    /// The address of a server with the name of the database, as libpq reads it; it may hold a password.
    case postgres(String)

    /// Reads an address such as `sqlite:data/vicinity.db` or `postgres://user@host/database`.
    init(_ text: String, of option: String = "--database") throws(UsageError) {
        let file = "sqlite:"
        if text.hasPrefix(file), text.count > file.count {
            self = .sqlite(String(text.dropFirst(file.count)))
        } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
            self = .postgres(text)
            if let mistake = DatabaseServerAddress.mistake(in: text) {
                throw .malformedValue(
                    description, of: option, expected: "a valid address of PostgreSQL: \(mistake)")
            }
        } else {
            throw .malformedValue(text, of: option, expected: "sqlite:PATH or postgres://HOST/DATABASE")
        }
    }

    /// The path of a file, or the address without what may be a password.
    var description: String {
        switch self {
        case .sqlite(let path): return path
        case .postgres(let address):
            let end = address.firstIndex(of: "?") ?? address.endIndex
            let plain = address[..<end]
            guard let at = plain.lastIndex(of: "@"), let start = plain.firstRange(of: "://")?.upperBound,
                let colon = plain[start..<at].firstIndex(of: ":")
            else { return String(plain) }
            return String(plain[..<colon] + plain[at...])
        }
    }

    /// What it is, for messages.
    var kind: String {
        switch self {
        case .sqlite: "file"
        case .postgres: "database"
        }
    }

    /// The address as an option takes it, without what may be a password.
    var option: String {
        switch self {
        case .sqlite(let path): "sqlite:\(path)"
        case .postgres: description
        }
    }
}
