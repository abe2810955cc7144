public import Essentials

/// A café or coffee station with its menu, hours and rules.
///
/// A café is consistent: its prices are in its currency, and every tax class and station of its menu exists.
public struct Cafe: Hashable, Sendable {
    /// The identifier.
    public let id: CafeID
    /// The site that it is on.
    public let site: SiteID
    /// The displayed name.
    public let name: LocalizedText
    /// The time zone of its clock.
    public let zone: Zone
    /// The currency of all its amounts.
    public let currency: Currency
    /// When it takes orders.
    public let openingHours: OpeningHours
    /// The hour of its clock at which a new service day begins.
    public let dayBoundaryHour: Int
    /// How it computes tax.
    public let taxRules: TaxRules
    /// Its menu.
    public let menu: Menu
    /// The stations of its kitchen.
    public let stations: [Station]
    /// How long a bump can be undone; the ready notice is sent after that.
    public let undoWindow: Duration
    /// How it divides its hours into pickup windows; `nil` when it takes orders without them.
    public let pickup: PickupRules?
    /// How it hands orders over.
    public let handover: HandoverRules
    /// The ages at which tickets of each kind of order need attention and are late; a kind without thresholds is missing.
    public let ticketAges: [OrderKind: TicketAges]

    /// Makes a consistent café.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - site: The site that it is on.
    ///   - name: The displayed name.
    ///   - zone: The time zone of its clock.
    ///   - currency: The currency of all its amounts.
    ///   - openingHours: When it takes orders.
    ///   - dayBoundaryHour: The hour of its clock at which a new service day begins.
    ///   - taxRules: How it computes tax.
    ///   - menu: Its menu.
    ///   - stations: The stations of its kitchen.
    ///   - undoWindow: How long a bump can be undone.
    ///   - pickup: How it divides its hours into pickup windows, if it does.
    ///   - handover: How it hands orders over.
    ///   - ticketAges: The ages at which tickets of each kind of order need attention and are late.
    /// - Throws: ``CafeRefusal`` with every mistake.
    public init(
        id: CafeID, site: SiteID, name: LocalizedText, zone: Zone, currency: Currency,
        openingHours: OpeningHours,
        dayBoundaryHour: Int, taxRules: TaxRules, menu: Menu, stations: [Station],
        undoWindow: Duration = .seconds(5), pickup: PickupRules? = nil,
        handover: HandoverRules = HandoverRules(), ticketAges: [OrderKind: TicketAges] = [:]
    ) throws(CafeRefusal) {
        self.id = id
        self.site = site
        self.name = name
        self.zone = zone
        self.currency = currency
        self.openingHours = openingHours
        self.dayBoundaryHour = dayBoundaryHour
        self.taxRules = taxRules
        self.menu = menu
        self.stations = stations
        self.undoWindow = undoWindow
        self.pickup = pickup
        self.handover = handover
        self.ticketAges = ticketAges
        let mistakes = self.mistakes
        guard mistakes.isEmpty else { throw CafeRefusal(mistakes: mistakes) }
    }
}
