/// The kinds of things with identifiers, as types that distinguish the identifiers.
///
/// These types have no values.
public enum Named: Sendable {
    /// The organisation that runs the installation.
    public enum Organisation: Sendable {}
    /// A place with one address, one time zone and one or more cafés.
    public enum Site: Sendable {}
    /// A point on a site that a beacon marks.
    public enum Spot: Sendable {}
    /// A café or coffee station that takes orders.
    public enum Cafe: Sendable {}
    /// A working place inside a kitchen.
    public enum Station: Sendable {}
    /// A dish or drink on a menu.
    public enum Item: Sendable {}
    /// A group of choices that belongs to an item.
    public enum ChoiceGroup: Sendable {}
    /// A choice that changes an item.
    public enum Choice: Sendable {}
    /// A drawing of a dish that the pages have.
    public enum Picture: Sendable {}
    /// Someone who can sign in.
    public enum Person: Sendable {}
    /// A screen that signs in by itself: a kitchen display or a status board.
    public enum Device: Sendable {}
    /// A fixed receiver that hears badges at a spot.
    public enum Gateway: Sendable {}
    /// A receipt printer of a café.
    public enum Printer: Sendable {}
    /// A badge or phone that a person wears.
    public enum Wearable: Sendable {}
    /// An order.
    public enum Order: Sendable {}
    /// A payment at a provider.
    public enum Payment: Sendable {}
    /// A top-up or a correction of a meal account.
    public enum AccountMovement: Sendable {}
    /// A refund.
    public enum Refund: Sendable {}
    /// A kitchen's ticket for an order.
    public enum Ticket: Sendable {}
}

/// Names an organisation.
public typealias OrganisationID = Identifier<Named.Organisation>
/// Names a site.
public typealias SiteID = Identifier<Named.Site>
/// Names a spot.
public typealias SpotID = Identifier<Named.Spot>
/// Names a café.
public typealias CafeID = Identifier<Named.Cafe>
/// Names a station in a kitchen.
public typealias StationID = Identifier<Named.Station>
/// Names an item of a menu.
public typealias ItemID = Identifier<Named.Item>
/// Names a group of choices.
public typealias ChoiceGroupID = Identifier<Named.ChoiceGroup>
/// Names a choice.
public typealias ChoiceID = Identifier<Named.Choice>
/// Names a picture of a dish: a drawing of the pages, or a photo that somebody sent.
public typealias PictureID = Identifier<Named.Picture>
/// Names a person.
public typealias PersonID = Identifier<Named.Person>
/// Names a device.
public typealias DeviceID = Identifier<Named.Device>
/// Names a gateway.
public typealias GatewayID = Identifier<Named.Gateway>
/// Names a receipt printer within its café.
public typealias PrinterID = Identifier<Named.Printer>
/// Names a badge or phone that a person wears.
public typealias WearableID = Identifier<Named.Wearable>
/// Names an order.
public typealias OrderID = Identifier<Named.Order>
/// Names a payment at a provider.
public typealias PaymentID = Identifier<Named.Payment>
/// Names a top-up or a correction of a meal account.
public typealias AccountMovementID = Identifier<Named.AccountMovement>
/// Names a refund.
public typealias RefundID = Identifier<Named.Refund>
/// Names a ticket.
public typealias TicketID = Identifier<Named.Ticket>
