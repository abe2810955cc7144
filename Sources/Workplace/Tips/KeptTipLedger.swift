public import TipCore
import TipRules

/// A person's ledger of tips as it is kept.
public struct KeptTipLedger: Hashable, Sendable {
    /// Another number whenever the ledger has changed: the time of the change in milliseconds since 1970, or one more than
    /// before.
    ///
    /// So no number comes twice, also where a database was put back from a copy, unless the clock was set back too; a device
    /// can tell by it alone whether it knows everything.
    public let revision: Int64
    /// The ledger's bytes.
    public let bytes: [UInt8]

    /// Makes a kept ledger of its parts.
    public init(revision: Int64, bytes: [UInt8]) {
        self.revision = revision
        self.bytes = bytes
    }

    /// The ledger.
    ///
    /// - Throws: ``StoreError/damagedRow(table:id:)``, which names nobody.
    /// - Complexity: O(*n*) in the number of bytes.
    public func ledger() throws(StoreError) -> TipLedger {
        do { return try TipLedger(bytes: bytes) } catch {
            throw .damagedRow(table: "tip_ledgers", id: nil)
        }
    }
}
