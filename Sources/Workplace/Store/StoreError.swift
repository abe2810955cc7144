/// An error of the store itself.
public enum StoreError: Error, Hashable, Sendable {
    /// A row cannot be decoded. The identifier is `nil` where it would name a person or a secret.
    case damagedRow(table: String, id: String?)
    /// An order or a ticket has another version than the change expects.
    case versionConflict(id: String)
    /// The store accepts no more work at the moment; nothing has changed, and a retry may help.
    case busy
    /// Another process held the database for too long; nothing has changed, and a retry may help.
    case held
    /// Others changed the same thing at each attempt; nothing has changed, and a retry may help.
    case contended
    /// No process has the duty to send and to evaluate presence at the moment, or another one has; nothing has changed, and a retry
    /// may help.
    case noSender
    /// A newer program has changed the schema in a way that this program does not bear; nothing has changed.
    case superseded
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
        case .held:
            "Another process held the database for too long."
        case .contended:
            "Others changed the same thing at each attempt."
        case .noSender:
            "No node evaluates presence at the moment, or another one does."
        case .superseded:
            "A newer program has changed the schema of the database. This program writes nothing more."
        }
    }
}
