/// A way to pay at a kiosk.
public enum KioskPayment: String, CaseIterable, Hashable, Sendable {
    /// At the counter: the cashier finds the order by its number, and the kitchen gets it when it is paid.
    case counter
}
