/// What a principal may do.
public enum Role: String, Hashable, Sendable, CaseIterable {
    /// A diner: orders for oneself.
    case employee
    /// Works the tickets of a kitchen.
    case cook
    /// Calls finished orders out and hands them over.
    case expo
    /// Runs a café: its kitchen and its screens.
    case manager
    /// Sees accounts and payments.
    case finance
    /// Approves corrections of punches.
    case approver
    /// Sees the attendance of a group.
    case hr
    /// Reads everything that others changed, and changes nothing.
    case auditor
    /// Runs sites, spots and gateways.
    case facilities
    /// Runs the installation.
    case administrator
    /// A kitchen display of one café.
    case kitchen
    /// A status board of one café.
    case board
    /// An ordering terminal of one café, for guests.
    case kiosk
    /// A tablet at the entrance.
    case entrance

    /// The roles of people, in the order in which pages list them.
    public static let ofPeople: [Role] = [
        .employee, .cook, .expo, .manager, .finance, .approver, .hr, .auditor, .facilities, .administrator,
    ]
    /// The roles of screens.
    public static let ofScreens: [Role] = [.kitchen, .board, .kiosk, .entrance]
}
