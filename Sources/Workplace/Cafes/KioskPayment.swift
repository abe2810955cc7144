/// A way to pay at a kiosk.
public enum KioskPayment: String, CaseIterable, Hashable, Sendable {
    /// At the counter: the cashier finds the order by its number, and the kitchen gets it when it is paid.
    case counter
    /// From the meal account of an employee, who shows a badge and its PIN.
    case account
    /// By card, at the payment provider, on the guest's own phone.
    case card
}
