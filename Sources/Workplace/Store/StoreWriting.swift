public import Attendance
public import Essentials
public import Kitchen
public import Ordering
public import TipCore

/// What can be changed in the store within a transaction.
public protocol StoreWriting: StoreReading {
    /// Writes something that changes nothing, so that the transaction shows whether it can become durable.
    func touch() throws

    /// Puts a campus in force and returns its revision number.
    func append(campusDocument: [UInt8], at time: Timestamp) throws -> Int64
    /// Keeps a new session.
    func insert(_ session: Session) throws
    /// Ends a session; nothing happens when there is none.
    func deleteSession(tokenDigest: [UInt8]) throws

    /// Notes what an idempotency key was used for; the pair of person and key must be new.
    func insert(_ use: IdempotencyKeyUse) throws
    /// Keeps a new order with the transitions that led to its present stage.
    ///
    /// - Parameters:
    ///   - order: The order; nobody else has its number on its café's service day.
    ///   - basket: The snapshot of the order's basket.
    ///   - transitions: What happened to it so far, in order.
    /// - Throws: The store's own error.
    func insert(_ order: Order, as basket: BasketSnapshot, transitions: [OrderTransition]) throws
    /// Keeps an order's new stage and version, and the transition that led there.
    ///
    /// - Throws: When the order is not kept in the version before the transition's.
    func update(_ order: Order, after transition: OrderTransition) throws
    /// Keeps that a new order waits, with its total set aside.
    func insert(_ wait: OrderWait, of order: Order) throws
    /// Ends an order's wait: nothing is set aside for it any more.
    func endWait(of order: OrderID) throws
    /// Keeps a new ticket.
    func insert(_ ticket: Ticket) throws
    /// Keeps a ticket's new state.
    func update(_ ticket: Ticket) throws

    /// Posts an entry and changes the balances that it touches. Meal accounts are opened by their first entry.
    func post(_ entry: LedgerEntry) throws
    /// Takes a number of items from the counted stock.
    ///
    /// - Returns: `false`, with nothing taken, when fewer are left. An item that is not counted always suffices.
    func takeStock(of item: ItemID, at cafe: CafeID, count: Int) throws -> Bool
    /// Puts a number of items back; nothing happens when the item is not counted.
    func returnStock(of item: ItemID, at cafe: CafeID, count: Int) throws
    /// Sets what is left of an item, or `nil` to stop counting it.
    func setStock(of item: ItemID, at cafe: CafeID, remaining: Int?) throws

    /// Keeps that a person has marked an item; one that is marked already stays so.
    func insert(_ favourite: Favourite, of person: PersonID) throws
    /// Takes a mark away; nothing happens when there is none.
    func remove(_ favourite: Favourite, of person: PersonID) throws
    /// Takes all marks of a person away.
    func removeFavourites(of person: PersonID) throws

    /// Keeps whether a person wants to be reminded.
    func set(_ setting: ReminderSetting, of person: PersonID) throws
    /// Keeps where a person's reminders stand.
    func set(_ machine: ReminderStateMachine, of person: PersonID) throws
    /// Keeps a decision; its name must be new.
    func insert(_ decision: ReminderDecision, of person: PersonID) throws
    /// Keeps a punch for good; the pair of person and key must be new.
    func insert(_ punch: Punch, key: PunchKey) throws
    /// Removes what is known of crossings from before an instant: decisions by when the report was received, and the
    /// times of arrivals and departures.
    func removeCrossings(before time: Timestamp) throws

    /// Keeps since when a person's page follows them, or `nil` when it no longer does.
    func setFollowing(of person: PersonID, since time: Timestamp?) throws
    /// Keeps an event of a person's presence; one of the same source and number stays as it is.
    func insert(_ event: PresenceEvent) throws
    /// Erases what is known of a person's presence: the events, and what entries of the feed say about it.
    func erasePresence(of person: PersonID) throws
    /// Erases the events of a person's presence at some spots.
    func erasePresence(of person: PersonID, at spots: [SpotID]) throws
    /// Erases the events that one of a person's devices reported.
    func erasePresence(of person: PersonID, from device: String) throws
    /// Removes events of presence that became known before an instant.
    func removePresenceEvents(before time: Timestamp) throws
    /// Keeps a gateway's new key.
    func insert(_ key: GatewayKey) throws
    /// Revokes a gateway's keys that are valid.
    func revokeKeys(of gateway: GatewayID, at time: Timestamp) throws

    /// Keeps a person's ledger of tips in the place of the one before.
    func set(_ ledger: KeptTipLedger, of person: PersonID) throws
    /// Keeps what a device on which a person is shown tips said of itself last.
    func set(_ device: TipDevice, of person: PersonID) throws
    /// Keeps a catalogue of tips that was published, or that the one that comes with the pages was put back.
    ///
    /// - Returns: The number of the revision.
    func append(tipCatalogue document: [UInt8]?, by person: PersonID, at time: Timestamp) throws -> Int64
    /// Keeps that a tip was switched on or off.
    func setTipSwitch(of tip: TipID, isOn: Bool, by person: PersonID, at time: Timestamp) throws
    /// Keeps that somebody asked why a person is shown a tip or is not.
    func insert(_ look: TipLook) throws
    /// Removes who asked about whom before an instant.
    func removeTipLooks(before time: Timestamp) throws
    /// Forgets a device on which a person was shown tips; nothing happens when it is not known.
    func removeTipDevice(_ device: TipReplica, of person: PersonID) throws
    /// Forgets all devices on which a person was shown tips.
    func removeTipDevices(of person: PersonID) throws
    /// Removes what is left of people who are shown no tips any more: devices that were last seen before a day, and ledgers
    /// that have no device and have not changed since its beginning in UTC.
    func removeTips(unseenSince day: CalendarDate) throws

    /// Appends a change to the feed.
    ///
    /// The transaction fails with ``StoreOutage/clockBehind`` when the time lies more than
    /// ``StoreOutage/clockTolerance`` before the last change that is kept.
    func append(_ change: FeedChange, at time: Timestamp) throws
    /// Lets the transaction append changes whatever their time, because somebody says that the clock is right.
    func acceptClock()
    /// Removes the entries of the feed of one kind for a person, but for the last, which says all that the ones before it said.
    ///
    /// The first entry of the feed stays whatever it is, so that nobody has to begin anew for this.
    func removeEarlier(_ change: SupersedingChange, of person: PersonID) throws

    /// Removes what has been kept long enough: feed entries, sessions that have expired, idempotency keys, waits that
    /// have ended.
    ///
    /// - Parameters:
    ///   - feedBefore: Feed entries from before this instant go, but for the last one, whose number stays taken.
    ///   - keysBefore: Idempotency keys from before this instant go, and ended waits that were to be over before it.
    ///   - sessionsExpiredBy: Sessions that had ended by this instant go.
    /// - Throws: The store's own error.
    func removeOutdated(feedBefore: Timestamp, keysBefore: Timestamp, sessionsExpiredBy: Timestamp) throws
}
