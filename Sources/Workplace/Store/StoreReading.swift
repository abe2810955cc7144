public import Attendance
public import Essentials
public import Kitchen
public import Ordering
public import TipCore

/// What can be asked of the store within a transaction.
///
/// All lists come in a stated order, and each takes time proportional to what it returns.
public protocol StoreReading: AnyObject {
    /// Reads from the disk, not from memory, what shows whether the store is damaged.
    ///
    /// - Throws: When it is damaged, or was found to be by an earlier read or write.
    func checkFile() throws

    // MARK: - Campus and access

    /// The campus file in force, as it was imported; `nil` before the first import.
    func campusRevision() throws -> CampusRevision?
    /// The number of the campus revision in force; 0 before the first import.
    func campusRevisionNumber() throws -> Int64
    /// The session with a token's digest, also when it has expired.
    func session(tokenDigest: [UInt8]) throws -> Session?

    // MARK: - Orders

    /// What a person's idempotency key was used for.
    func keyUse(of person: PersonID, key: String) throws -> IdempotencyKeyUse?
    /// An order in its present stage.
    func order(_ id: OrderID) throws -> Order?
    /// A person's orders, latest first, from before one of them.
    func orders(of person: PersonID, before: OrderID?, limit: Int) throws -> [Order]
    /// The sequence number that the next order of a café's service day gets, from 1.
    func nextOrderSequence(of cafe: CafeID, day: CalendarDate) throws -> Int
    /// All transitions of an order, in order.
    func transitions(of order: OrderID) throws -> [OrderTransition]

    // MARK: - Waiting

    /// How long an order waits for its person, or would have; `nil` for one that was placed to be made at once.
    func wait(of order: OrderID) throws -> OrderWait?
    /// What is set aside of a person's meal accounts, by currency code; none where nothing is.
    func reservedAmounts(of person: PersonID) throws -> [Money]
    /// How many orders of a café wait for their people.
    func waitingOrderCount(of cafe: CafeID) throws -> Int
    /// The waiting orders whose wait is over at an instant, the earliest first.
    func waitingOrders(overBy instant: Timestamp) throws -> [OrderID]
    /// When the next wait is over.
    func nextWaitOver() throws -> Timestamp?

    // MARK: - Kitchen

    /// A ticket in its present stage.
    func ticket(_ id: TicketID) throws -> Ticket?
    /// A café's tickets that are neither collected nor cancelled, by the time of their release.
    func openTickets(of cafe: CafeID) throws -> [Ticket]
    /// A café's collected tickets of a service day, the last released first.
    func collectedTickets(of cafe: CafeID, day: CalendarDate, limit: Int) throws -> [Ticket]
    /// The tickets whose notice is due at an instant or was before, earliest first.
    func ticketsWithNotice(dueBy instant: Timestamp) throws -> [TicketID]
    /// When the next notice is due.
    func nextNoticeDue() throws -> Timestamp?

    // MARK: - Accounts and stock

    /// A meal account as far as paying needs it; `nil` when the person has none in the currency.
    func mealAccount(of person: PersonID, in currency: Currency) throws -> MealAccount?
    /// The balance of a meal account; `nil` when the person has none in the currency.
    func mealBalance(of person: PersonID, in currency: Currency) throws -> Money?
    /// The balances of a person's meal accounts, by currency code.
    func mealBalances(of person: PersonID) throws -> [Money]
    /// The latest entries that touch a person's meal accounts, latest first.
    func statement(of person: PersonID, limit: Int) throws -> [StatementLine]
    /// How many are left of each item of a café that is counted.
    func remainingStock(of cafe: CafeID) throws -> [ItemID: Int]

    // MARK: - Favourites

    /// What a person has marked; nothing where nothing is.
    func favourites(of person: PersonID) throws -> Favourites

    // MARK: - Attendance

    /// Whether a person wants to be reminded, and since when; `nil` for somebody who has never said.
    func reminderSetting(of person: PersonID) throws -> ReminderSetting?
    /// Where a person's reminders stand.
    func reminderMachine(of person: PersonID) throws -> ReminderStateMachine
    /// The decisions that a person's crossings led to, the last received first.
    func reminderDecisions(of person: PersonID, limit: Int) throws -> [ReminderDecision]
    /// One of a person's decisions, as long as it is kept.
    func reminderDecision(_ id: ReminderID, of person: PersonID) throws -> ReminderDecision?
    /// The punch that a person made last.
    func lastPunch(of person: PersonID) throws -> Punch?
    /// A person's punches of a time, in the order in which they were made.
    func punches(of person: PersonID, from start: Timestamp, before end: Timestamp) throws -> [Punch]
    /// What a person's idempotency key recorded.
    func punch(of person: PersonID, key: String) throws -> (punch: Punch, key: PunchKey)?

    // MARK: - Presence

    /// Since when a person's page follows them; `nil` when it does not.
    func followingSince(of person: PersonID) throws -> Timestamp?
    /// What became known of a person's presence after an instant, by source and number.
    func presenceEvents(of person: PersonID, after time: Timestamp) throws -> [PresenceEvent]
    /// The gateway's key with a digest, also when it has been revoked.
    func gatewayKey(digest: [UInt8]) throws -> GatewayKey?
    /// All keys of gateways, by gateway and the time of their issue.
    func gatewayKeys() throws -> [GatewayKey]

    // MARK: - Tips

    /// What is kept of a person's tips; `nil` where nothing ever was.
    func tipLedger(of person: PersonID) throws -> KeptTipLedger?
    /// What is kept of people's tips, by person, from behind one of them.
    func tipLedgers(after person: PersonID?, limit: Int) throws -> [(person: PersonID, ledger: KeptTipLedger)]
    /// The people of whom there is a ledger or a device, in order, from behind one of them.
    func peopleWithTips(after person: PersonID?, limit: Int) throws -> [PersonID]
    /// The devices on which a person is shown tips, the last seen first.
    func tipDevices(of person: PersonID) throws -> [TipDevice]
    /// What a person has done that rules of tips ask for.
    func tipUsage(of person: PersonID) throws -> TipUsage
    /// The catalogues of tips that were published or withdrawn, the last one first, from before one of them.
    func tipCatalogues(before number: Int64?, limit: Int) throws -> [TipCatalogueRevision]
    /// The tips that were switched on or off, whatever their catalogue says.
    func tipSwitches() throws -> [TipID: Bool]
    /// Who asked why a person is shown a tip or is not, in order.
    func tipLooks(at person: PersonID) throws -> [TipLook]

    // MARK: - Feed

    /// Entries of some topics after a number and up to another, in order.
    ///
    /// - Complexity: O(*n*) in the number of entries between the two, also those of other topics.
    func feedEntries(
        after number: Int64, upTo last: Int64, topics: [FeedTopic], limit: Int
    ) throws -> [FeedEntry]
    /// When the last entry happened; `nil` before the first.
    func lastChangeTime() throws -> Timestamp?
    /// The numbers that the feed reaches from and to. `first` is one more than `last` before the first entry.
    func feedBounds() throws -> FeedBounds
}

extension StoreReading {
    /// Entries of some topics after a number, in order.
    ///
    /// - Complexity: O(*n*) in the number of entries after that number, also those of other topics.
    public func feedEntries(after number: Int64, topics: [FeedTopic], limit: Int) throws -> [FeedEntry] {
        try feedEntries(after: number, upTo: .max, topics: topics, limit: limit)
    }
}
