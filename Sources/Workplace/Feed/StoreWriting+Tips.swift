import Essentials
import JSON

extension StoreWriting {
    /// Tells a person's pages that what is kept of their tips has changed, by its revision alone: a page that has it already
    /// need not ask.
    ///
    /// It takes the place of the one before: however often devices exchange, the feed does not grow by it, and does not say
    /// when they did.
    func announce(_ ledger: KeptTipLedger, to person: PersonID, at time: Timestamp) throws {
        var json = JSONWriter()
        json.object { $0.member("cursor", ledger.revision) }
        try append(FeedChange(topic: .person(person), kind: "tips", body: json.text), at: time)
        try removeEarlierTipChanges(of: person)
    }
}
