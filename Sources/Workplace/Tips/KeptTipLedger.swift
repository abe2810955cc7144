public import TipCore
import TipRules

/// A person's ledger of tips in the store.
public struct KeptTipLedger: Hashable, Sendable {
    /// The number of the last change: its time in milliseconds since 1970, or one more than the number before.
    ///
    /// No number repeats, even after the database was restored from a copy, unless the clock was set back
    /// too. A device can therefore tell from this number whether it has everything.
    public let revision: Int64
    /// The ledger's bytes.
    public let bytes: [UInt8]

    /// Makes a stored ledger.
    public init(revision: Int64, bytes: [UInt8]) {
        self.revision = revision
        self.bytes = bytes
    }

    /// The ledger.
    ///
    /// - Throws: ``StoreError/damagedRow(table:id:)``, which names no person.
    /// - Complexity: O(*n*) in the number of bytes.
    public func ledger() throws(StoreError) -> TipLedger {
        do { return try TipLedger(bytes: bytes) } catch {
            throw .damagedRow(table: "tip_ledgers", id: nil)
        }
    }
}
