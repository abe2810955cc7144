import Essentials

extension WriteTransaction {
    /// Tells a person's pages that what they have marked has changed, and not what: so nothing of it stays in the feed when
    /// it is erased.
    func announceFavourites(to person: PersonID, at time: Timestamp) throws {
        try announce(.favourites, body: "{}", to: person, at: time)
    }
}
