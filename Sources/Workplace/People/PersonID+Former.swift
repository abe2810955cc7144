import Essentials

extension PersonID {
    /// Stands in orders for guests, who have no account; nobody signs in by it.
    static let guest: PersonID = {
        guard let id = PersonID("guest-without-account") else {
            preconditionFailure("the identifier is malformed")
        }
        return id
    }()

    /// Stands in orders and bookings for people whose name was removed; nobody signs in by it.
    static let formerDiner: PersonID = {
        guard let id = PersonID("former-diner") else { preconditionFailure("the identifier is malformed") }
        return id
    }()
}
