public import Essentials
import Ordering

/// All services of one installation over one store.
public struct WorkplaceServices: Sendable {
    /// The store.
    public let store: any WorkplaceStore
    /// The campus in force.
    public let campuses: CampusRegistry
    /// Delivers durable changes to their followers.
    public let hub: FeedHub
    /// Opens and finds sessions.
    public let sessions: SessionService
    /// Checks passwords.
    public let accounts: AccountService
    /// Adds and uses passkeys.
    public let passkeys: PasskeyService
    /// Makes recovery codes, and lets people in by them.
    public let recovery: RecoveryService
    /// Signs people in with the identity provider.
    public let providerSignIns: ProviderSignInService
    /// Adds and changes people.
    public let people: PeopleService
    /// Keeps people's preferences.
    public let preferences: PreferenceService
    /// Shows, exports and erases what is kept about a person.
    public let ownData: OwnDataService
    /// Records who read data about others.
    public let dataLooks: DataLookService
    /// Lets screens and terminals in by a code.
    public let pairings: PairingService
    /// Makes the first administrator.
    public let setUp: SetUpService
    /// Places, starts and cancels orders.
    public let orders: OrderService
    /// Quotes when orders are ready.
    public let quotes: ReadyQuotes
    /// Takes payments through the provider.
    public let payments: PaymentService
    /// Shows meal accounts, and lets people fill them.
    public let mealAccounts: MealAccountService
    /// Lets finance see and correct meal accounts.
    public let corrections: CorrectionService
    /// Returns money of orders.
    public let refunds: RefundService
    /// Asks the provider about payments that are not decided, and for refunds.
    public let paymentsDue: DueTimer
    /// Shows and holds pickup windows.
    public let pickups: PickupService
    /// Stores people's favourite items.
    public let favourites: FavouriteService
    /// Shows and changes tickets.
    public let kitchen: KitchenService
    /// Keeps the badges with which people pay at kiosks.
    public let kioskBadges: KioskBadgeService
    /// Serves kiosks.
    public let kiosks: KioskService
    /// Prints tickets and receipts.
    public let printing: PrintService
    /// Marks what is sold out.
    public let soldOut: SoldOutService
    /// Rejects orders that a kitchen cannot make.
    public let rejections: RejectionService
    /// Alerts staff about tickets that a station has not seen.
    public let sightings: DueTimer
    /// Ends the marks of what is sold out.
    public let soldOutMarks: DueTimer
    /// Pauses and delays of cafés.
    public let pace: PaceService
    /// Ends pauses and delays.
    public let paceEnds: DueTimer
    /// Calls orders ready when the undo window of a bump is over.
    public let readiness: DueTimer
    /// Reminds people of orders that they have not collected, and gives up orders that nobody collects.
    public let handovers: DueTimer
    /// Takes orders and hands them over at a café's counter.
    public let counter: CounterService
    /// Tells people what concerns them.
    public let notices: NoticeService
    /// Tells the organisation's own systems what happens.
    public let webhooks: WebhookService
    /// Expires waiting orders.
    public let waits: DueTimer
    /// Releases windows that baskets held for too long.
    public let holds: DueTimer
    /// Lets departures count after the time to stay away.
    public let departures: DueTimer
    /// Makes and takes the codes of entrances.
    public let doorCodes: DoorCodes
    /// Lets people punch at the tablets of entrances.
    public let entranceVisits: EntranceVisits
    /// Records punches and sends reminders.
    public let attendance: AttendanceService
    /// Follows people to their café and past the door, if they have agreed to it.
    public let presence: PresenceService
    /// Limits the reports of gateways and devices.
    public let intake = IntakeLimit()
    /// Says whose badges and phones gateways may hear.
    public let wearables: WearableService
    /// Issues and checks the keys of gateways.
    public let gateways: GatewayService
    /// Keeps what is known of people's tips.
    public let tips: TipService
    /// Holds the catalogue of tips in force.
    public let tipsInForce: TipsInForce
    /// Puts catalogues of tips in force.
    public let tipPublication: TipPublication
    /// Tells what somebody may get of it.
    public let tipOffers: TipOffers
    /// Counts what came of tips.
    public let tipReport: TipReport
    /// Puts campus files in force.
    public let imports: CampusImport
    /// Lets managers change and publish their cafés.
    public let drafts: CampusDraftService
    /// Announces new data collection to people.
    public let dataAnnouncements: DataAnnouncementService
    /// Tests the services that the server calls.
    public let trials: ServiceTrials
    /// Takes photos of dishes and gives them out.
    public let pictures: PictureService
    /// Makes reports about cafés.
    public let reports: ReportService
    /// Removes expired data.
    public let housekeeping: Housekeeping
    /// The present time.
    public let now: @Sendable () -> Timestamp
    /// A random name of this process, in the answer of `/healthz`, so that a client knows which process answers.
    public let processName = String(UInt64.random(in: 0...UInt64.max), radix: 36)

    /// Puts the services together.
    ///
    /// - Parameters:
    ///   - store: The store, which publishes to the hub.
    ///   - hub: Delivers durable changes to their followers.
    ///   - clock: What timers sleep by.
    ///   - ordersPerMinute: How many orders a person places in a minute at most.
    ///   - identityRetention: How long the name of a person stays with orders and bookings.
    ///   - provider: The identity provider; `nil` if there is none.
    ///   - paymentProvider: The payment provider; `nil` if there is none.
    ///   - report: Receives what a payment provider refuses.
    ///   - now: The present time.
    public init(
        store: any WorkplaceStore, hub: FeedHub, clock: any Clock<Duration>, ordersPerMinute: Int = 30,
        identityRetention: Duration = OrderIdentities.standardRetention, provider: SignInProvider? = nil,
        paymentProvider: (any PaymentProvider)? = nil,
        report: @escaping @Sendable (PaymentID, PaymentProviderError) -> Void = { _, _ in },
        now: @escaping @Sendable () -> Timestamp
    ) {
        let campuses = CampusRegistry()
        let wearables = WearableService(store: store, campuses: campuses, now: now)
        self.wearables = wearables
        let departures = DueTimer.departures(store: store, campuses: campuses, clock: clock, now: now)
        self.departures = departures
        let presence = PresenceService(
            store: store, campuses: campuses, wearables: wearables, clock: clock,
            crossed: AttendanceService.crossingHandler(of: campuses) { departures.checkAgain() },
            now: now)
        let handovers = DueTimer.handovers(store: store, clock: clock, now: now)
        self.handovers = handovers
        let readiness = DueTimer.readiness(
            store: store, clock: clock, handover: { try? campuses.inForce().cafe($0)?.handover },
            handoverBegan: { handovers.checkAgain() }, now: now)
        self.store = store
        self.campuses = campuses
        self.hub = hub
        let waits = DueTimer.waits(store: store, clock: clock, now: now)
        self.readiness = readiness
        self.waits = waits
        let holds = DueTimer.holds(store: store, clock: clock, now: now)
        self.holds = holds
        self.presence = presence
        self.now = now
        let sessions = SessionService(store: store, campuses: campuses, now: now)
        let accounts = AccountService(store: store, campuses: campuses, now: now)
        let people = PeopleService(store: store, campuses: campuses, sessions: sessions, now: now)
        let imports = CampusImport(store: store, campuses: campuses, now: now)
        self.sessions = sessions
        self.accounts = accounts
        self.people = people
        let notices = NoticeService(store: store, campuses: campuses, people: people, clock: clock, now: now)
        self.notices = notices
        let webhooks = notices.webhooks
        self.webhooks = webhooks
        let printing = PrintService(
            store: store, campuses: campuses, catalogues: notices.catalogues, clock: clock, now: now)
        self.printing = printing
        hub.watch {
            notices.sender.checkAgain()
            webhooks.checkAgain()
            printing.checkAgain()
        }
        let passkeys = PasskeyService(store: store, campuses: campuses, now: now)
        self.passkeys = passkeys
        recovery = RecoveryService(accounts: accounts)
        kioskBadges = KioskBadgeService(accounts: accounts)
        providerSignIns = ProviderSignInService(
            provider, store: store, campuses: campuses, people: people, sessions: sessions, now: now)
        self.imports = imports
        dataAnnouncements = DataAnnouncementService(store: store, campuses: campuses, now: now)
        pictures = PictureService(store: store, now: now)
        drafts = CampusDraftService(store: store, campuses: campuses, imports: imports, now: now)
        pairings = PairingService(
            store: store, campuses: campuses, people: people, sessions: sessions, now: now)
        setUp = SetUpService(accounts: accounts, people: people, imports: imports, passkeys: passkeys)
        let quotes = ReadyQuotes(campuses: campuses)
        self.quotes = quotes
        let locks = PaymentLocks()
        // The timer needs no reminder of what it does itself.
        let settling = PaymentService(
            store: store, provider: paymentProvider, locks: locks, quotes: quotes, due: {}, report: report,
            now: now)
        let paymentsDue = DueTimer.payments(
            store: store, clock: clock, service: settling, now: now)
        self.paymentsDue = paymentsDue
        payments = PaymentService(
            store: store, provider: paymentProvider, locks: locks, quotes: quotes,
            due: { paymentsDue.checkAgain() },
            report: report, now: now)
        trials = ServiceTrials(
            store: store, campuses: campuses, composer: notices.composer, limit: notices.testLimit,
            signIns: providerSignIns, payments: payments, now: now)
        mealAccounts = MealAccountService(store: store, campuses: campuses, payments: payments, now: now)
        corrections = CorrectionService(store: store, campuses: campuses, now: now)
        refunds = RefundService(store: store, payments: payments, now: now)
        orders = OrderService(
            store: store, campuses: campuses, limit: MinuteLimit(ordersPerMinute), payments: payments,
            quotes: quotes, waitBegan: { waits.checkAgain() }, now: now)
        pickups = PickupService(
            store: store, campuses: campuses, holdBegan: { holds.checkAgain() }, now: now)
        favourites = FavouriteService(store: store, campuses: campuses, now: now)
        counter = CounterService(orders: orders)
        let sightings = DueTimer.sightings(store: store, clock: clock, campuses: campuses, now: now)
        self.sightings = sightings
        kitchen = KitchenService(
            store: store, campuses: campuses, noticeSet: { readiness.checkAgain() },
            screenSeen: { sightings.checkAgain() }, now: now)
        kiosks = KioskService(store: store, campuses: campuses, now: now)
        let soldOutMarks = DueTimer.soldOut(store: store, clock: clock, now: now)
        self.soldOutMarks = soldOutMarks
        soldOut = SoldOutService(
            store: store, campuses: campuses, changed: { soldOutMarks.checkAgain() }, now: now)
        rejections = RejectionService(
            store: store, campuses: campuses, payments: payments,
            soldOutChanged: { soldOutMarks.checkAgain() }, now: now)
        let paceEnds = DueTimer.pace(store: store, clock: clock, now: now)
        self.paceEnds = paceEnds
        pace = PaceService(store: store, campuses: campuses, changed: { paceEnds.checkAgain() }, now: now)
        doorCodes = DoorCodes(store: store, campuses: campuses, now: now)
        attendance = AttendanceService(
            store: store, campuses: campuses, remindersEnded: { try await presence.endReminders(of: $0) },
            timesStored: { departures.checkAgain() }, now: now)
        entranceVisits = EntranceVisits(badges: kioskBadges, attendance: attendance)
        gateways = GatewayService(store: store, campuses: campuses, now: now)
        let tipsInForce = TipsInForce()
        self.tipsInForce = tipsInForce
        let tips = TipService(store: store, limits: { tipsInForce.limits }, now: now)
        self.tips = tips
        tipPublication = TipPublication(store: store, tips: tipsInForce, now: now)
        let tipOffers = TipOffers(store: store, campuses: campuses, tips: tipsInForce, now: now)
        self.tipOffers = tipOffers
        tipReport = TipReport(store: store, campuses: campuses, tips: tipsInForce)
        let identities = OrderIdentities(store: store, retention: identityRetention, now: now)
        preferences = PreferenceService(store: store, now: now)
        dataLooks = DataLookService(store: store, now: now)
        ownData = OwnDataService(
            store: store, people: people, sessions: sessions, tips: tips, presence: presence,
            offers: tipOffers, identityRetention: identityRetention, now: now)
        let reports = ReportService(store: store, campuses: campuses, now: now)
        self.reports = reports
        housekeeping = Housekeeping(
            store: store, tips: tips, sessions: sessions, identities: identities, reports: reports,
            clock: clock, now: now)
    }

    /// Delivers changes, does what is due and cleans, until the surrounding task is cancelled.
    ///
    /// - Parameter report: Receives the store's errors; failed work is retried.
    public func run(report: @escaping @Sendable (any Error) -> Void) async {
        await withDiscardingTaskGroup { group in
            group.addTask { await hub.run() }
            group.addTask { await readiness.run(report: report) }
            group.addTask { await notices.sender.run(report: report) }
            group.addTask { await webhooks.run(report: report) }
            group.addTask { await notices.accountMails.run(report: report) }
            group.addTask { await printing.run(report: report) }
            group.addTask { await waits.run(report: report) }
            group.addTask { await handovers.run(report: report) }
            group.addTask { await holds.run(report: report) }
            group.addTask { await paymentsDue.run(report: report) }
            group.addTask { await soldOutMarks.run(report: report) }
            group.addTask { await sightings.run(report: report) }
            group.addTask { await paceEnds.run(report: report) }
            group.addTask { await departures.run(report: report) }
            group.addTask { await housekeeping.run(report: report) }
            group.addTask { await presence.run(report: report) }
            if store.duty != .alone { group.addTask { await followOtherNodes() } }
        }
    }

    /// Whether something is on its way to another server or a printer, as the node does that has the duty of the sender.
    public var isSending: Bool {
        notices.sender.isSending || webhooks.isSending || printing.isPrinting || paymentsDue.isWorking
    }

    /// Makes every timer look again, as long as other nodes set times that this one is not told of, or may have fallen.
    private func followOtherNodes() async {
        let timers = [
            readiness, waits, handovers, holds, paymentsDue, soldOutMarks, sightings, paceEnds, departures,
        ]
        while !Task.isCancelled {
            do { try await Task.sleep(for: Self.lookAtOtherNodes) } catch { return }
            for timer in timers { timer.checkAgain() }
            guard store.duty == .sender else { continue }
            notices.sender.checkAgain()
            webhooks.checkAgain()
            printing.checkAgain()
        }
    }

    /// Short enough that what a node that fell left undone is done within five seconds.
    private static let lookAtOtherNodes: Duration = .seconds(2)
}
