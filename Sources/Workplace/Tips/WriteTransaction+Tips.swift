import Essentials
import JSON

extension WriteTransaction {
    /// Announces the new revision of a person's ledger to their pages; a page that has this revision need not
    /// ask.
    func announce(_ ledger: KeptTipLedger, to person: PersonID, at time: Timestamp) throws {
        var json = JSONWriter()
        json.object { $0.member("cursor", ledger.revision) }
        try announce(.tips, body: json.text, to: person, at: time)
    }
}
