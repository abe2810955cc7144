// The trails of which the tips of the session speak.
import TipEngine

nonisolated struct Region: Sendable, CustomStringConvertible {
    static let bigCottonwoodCanyon = Region(description: "Big Cottonwood Canyon")

    let description: String
    var didVisitEvent: Tips.Event<Tips.EmptyDonation> { Tips.Event(id: "visited \(description)") }
}

nonisolated struct Trail: Sendable {
    let id: Int
    let name: String
    let region: Region
    let heroImage: String
}
