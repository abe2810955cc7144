public import Essentials

extension PersonID {
    /// Stands in orders and bookings for people whose name was removed; nobody signs in by it.
    static let formerDiner = reserved("former-diner")
    /// Stands in orders for guests without an account; nobody signs in by it.
    public static let guest = reserved("guest-without-account")

    private static func reserved(_ name: String) -> PersonID {
        guard let id = PersonID(name) else { preconditionFailure("the identifier is malformed") }
        return id
    }
}
