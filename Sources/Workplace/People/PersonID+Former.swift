import Essentials

extension PersonID {
    /// Stands in orders and bookings for people whose name was removed; nobody signs in by it.
    static let formerDiner: PersonID = {
        guard let id = PersonID("former-diner") else { preconditionFailure("the identifier is malformed") }
        return id
    }()
}
