import PostgreSQL

/// Checks the address of a database on a server.
public enum DatabaseServerAddress: Sendable {
    /// What is wrong with an address such as `postgres://user@host/database`; `nil` for a valid address.
    ///
    /// - Returns: libpq's reason, without the password.
    public static func mistake(in address: String) -> String? { PostgresAddress.mistake(in: address) }
}
