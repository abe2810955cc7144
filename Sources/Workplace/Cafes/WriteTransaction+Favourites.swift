import Essentials

extension WriteTransaction {
    /// Announces to a person's pages that favourites have changed, without naming them.
    ///
    /// So no favourite remains in the feed after it is erased.
    func announceFavourites(to person: PersonID, at time: Timestamp) throws {
        try announce(.favourites, body: "{}", to: person, at: time)
    }
}
