/// What a store reports by itself, whatever it keeps its state in.
public enum StoreError: Error, Hashable, Sendable {
    /// A row was found that cannot be read back. The identifier is missing where it would name a person or a secret.
    case damagedRow(table: String, id: String?)
    /// An order or a ticket is not kept in the version that the change builds on.
    case versionConflict(id: String)
    /// The store takes no more work for the moment; nothing has changed, and trying again later may help.
    case busy
}

extension StoreError: CustomStringConvertible {
    /// The failure as a sentence, without any value of the row.
    public var description: String {
        switch self {
        case .damagedRow(let table, let id):
            "A row of the table \(table) cannot be read back\(id.map { ": \($0)" } ?? "")."
        case .versionConflict(let id):
            "The version that the change of \(id) builds on is not the one that is kept."
        case .busy:
            "The store takes no more work for the moment."
        }
    }
}
