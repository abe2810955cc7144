import Essentials
import JSON

extension WriteTransaction {
    /// Tells a person's pages that what is kept of their tips has changed, by its revision alone: a page that has it already
    /// need not ask.
    func announce(_ ledger: KeptTipLedger, to person: PersonID, at time: Timestamp) throws {
        var json = JSONWriter()
        json.object { $0.member("cursor", ledger.revision) }
        try announce(.tips, body: json.text, to: person, at: time)
    }
}
