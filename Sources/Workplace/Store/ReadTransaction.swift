import Essentials
import Ordering

/// Reads one consistent state of the store.
///
/// The store lends it to a body of ``WorkplaceStore/read(_:)``, and it is not valid after that body. Each slice adds the
/// queries that its use cases need, in a file `…+SQL.swift`. Lists come in a documented order, and a query takes time
/// proportional to what it returns.
public class ReadTransaction {
    final let connection: StoreConnection
    private let health: StoreHealth
    /// The balance that this transaction read or changed last: a payment checks it and then changes it.
    final var knownBalance: (person: PersonID, amount: Money)?

    init(_ connection: StoreConnection, _ health: StoreHealth) {
        self.connection = connection
        self.health = health
    }

    /// Reads from the disk, not from memory, what shows whether the file is damaged.
    ///
    /// - Throws: ``StoreOutage/fileDamaged`` when it is damaged, or when an earlier read or write found damage.
    package final func checkFile() throws {
        try health.requireSoundFile()
        try connection.checkFile()
    }

    /// Refuses while a commit has waited for a synchronous standby for more than a second.
    ///
    /// - Throws: ``StoreOutage/commitWaits``; never for a file.
    package final func requireCommits() throws {
        if try connection.hasWaitingCommit() { throw StoreOutage.commitWaits }
    }
}

@available(*, unavailable)
extension ReadTransaction: Sendable {}
