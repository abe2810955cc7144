public import Essentials
public import HTTPCore
public import Workplace

/// The HTTP side of an installation: routes, pages, the feed's streams and the API's description.
public struct WorkplaceWebService: Sendable {
    let streams: FeedStreams
    let apiRoutes: [APIRoute]
    let services: WorkplaceServices
    let departure = Departure()
    private let pages: PageRoutes
    private let log: @Sendable (RefusedTransition) -> Void

    /// Puts the routes together.
    ///
    /// - Parameters:
    ///   - services: What answers.
    ///   - files: What pages are made of.
    ///   - isDemo: Whether one signs in by choosing a name.
    ///   - settings: The settings in force, for administrators.
    ///   - forwarder: Passes requests about presence on to the node that evaluates it; `nil` where no other node serves the store.
    ///   - log: Receives each step that an order or ticket refused; called on any thread.
    /// - Throws: ``WebFilesError`` naming the first page file that does not fit.
    public init(
        services: WorkplaceServices, files: WebFiles, isDemo: Bool, settings: [ServerSetting] = [],
        forwarder: RequestForwarder? = nil, log: @escaping @Sendable (RefusedTransition) -> Void = { _ in }
    ) throws {
        try Self.shipTips(files, by: services.tipPublication)
        streams = FeedStreams(services: services)
        let limit = SignInLimit()
        let opener = SessionOpener(services: services, streams: streams, isDemo: isDemo)
        let routes =
            SessionRoutes(services: services, streams: streams, limit: limit, isDemo: isDemo).routes
            + ProviderRoutes(services: services, streams: streams, opener: opener, limit: limit).routes
            + SetUpRoutes(services: services, opener: opener, limit: limit).routes
            + PasskeyRoutes(services: services, limit: limit).routes
            + RecoveryRoutes(services: services).routes
            + AccountRoutes(services: services, streams: streams).routes
            + PeopleRoutes(services: services, streams: streams).routes
            + PairingRoutes(services: services, streams: streams, limit: limit).routes
            + PreferenceRoutes(services: services).routes
            + OwnDataRoutes(services: services, streams: streams).routes
            + CafeRoutes(services: services).routes
            + OrderRoutes(services: services).routes
            + MealAccountRoutes(services: services).routes
            + CorrectionRoutes(services: services).routes
            + PaymentRoutes(services: services).routes
            + RefundRoutes(services: services).routes
            + PickupRoutes(services: services).routes
            + FavouriteRoutes(services: services).routes
            + KitchenRoutes(services: services).routes
            + RejectionRoutes(services: services).routes
            + SightingRoutes(services: services).routes + SoldOutRoutes(services: services).routes
            + CounterRoutes(services: services).routes
            + ReportRoutes(services: services).routes
            + PaceRoutes(services: services).routes
            + KioskRoutes(services: services).routes
            + KioskBadgeRoutes(services: services).routes
            + GuestPaymentRoutes(services: services).routes
            + PrintingRoutes(services: services).routes
            + DraftRoutes(services: services, kind: .cafe).routes
            + DraftRoutes(services: services, kind: .site).routes
            + SiteRoutes(services: services).routes
            + PictureRoutes(services: services).routes
            + CampusFileRoutes(services: services).routes
            + DataAnnouncementRoutes(services: services).routes
            + TrialRoutes(services: services).routes
            + OrganisationRoutes(services: services, settings: settings, retentions: Self.retentions).routes
            + AttendanceRoutes(services: services).routes
            + AttendanceMonthRoutes(services: services).routes
            + AttendanceTeamRoutes(services: services).routes
            + AttendanceExchangeRoutes(services: services).routes
            + AttendanceRulesRoutes(services: services).routes
            + ShiftCalendarRoutes(services: services).routes
            + EntranceVisitRoutes(services: services).routes
            + DoorRoutes(services: services).routes
            + PresenceRoutes(services: services).routes
            + WearableRoutes(services: services).routes
            + GatewayRoutes(services: services).routes
            + NoticeRoutes(services: services).routes
            + NoticeChannelRoutes(services: services).routes
            + WebhookRoutes(services: services).routes
            + TipRoutes(services: services).routes
            + TipOfferRoutes(services: services).routes
            + TipAdministrationRoutes(services: services).routes
            + FeedRoutes(services: services, streams: streams).routes
            + OperationRoutes(services: services, departure: departure).routes
        let present = forwarder.map { forwarder in routes.map { $0.passedOn(by: forwarder) } } ?? routes
        apiRoutes = present + DescriptionRoutes(others: routes).routes
        self.services = services
        self.log = log
        let outside = services.payments.page.map { page in
            OutsideContent(
                scripts: page.scriptOrigins, calls: page.callOrigins, frames: page.frameOrigins)
        }
        pages = try PageRoutes(files, isDemo: isDemo, outside: outside)
        services.notices.catalogues.take(pages.catalogues)
    }

    /// How long the server keeps what it removes by itself.
    private static let retentions = [
        Retention("presence-events", PresenceEvent.retention),
        Retention("crossings", Housekeeping.crossingRetention),
        Retention("changes", Housekeeping.feedRetention), Retention("prints", PrintJob.retention),
        Retention("repeated-requests", Housekeeping.keyRetention), Retention("notices", Notice.retention),
        Retention("photos", PictureService.unusedRetention),
        Retention("tip-devices", .seconds(TipDevice.retentionDays * 86_400)),
        Retention("data-looks", DataLook.retention), Retention("security-log", SecurityEvent.retention),
    ]

    /// Takes the catalogue of tips that comes with the pages; without one there are no tips until one is published.
    private static func shipTips(_ files: WebFiles, by publication: TipPublication) throws {
        let file = WebFiles.tipCatalogue
        guard let document = files.files[file] else { return }
        do { try publication.ship(document) } catch {
            throw WebFilesError.tips(file: file, reason: "\(error)")
        }
    }

    /// Logs the steps that orders and tickets refuse (C42).
    private func note(_ error: any Error, _ problem: Problem, _ parameters: PathParameters) {
        if let refused = RefusedTransition(error, answeredBy: problem, parameters) { log(refused) }
    }

    /// How many texts of the pages are shown in English in each language that lacks some, by the language.
    ///
    /// Languages without a missing text are not listed.
    public var untranslatedTexts: [(language: LanguageTag, count: Int)] { pages.untranslated }

    /// The router for the server.
    public var router: Router {
        var router = Router()
        for route in apiRoutes {
            router.add(
                route.method, route.pattern, route.handler(with: services, note: note),
                body: route.bodyAdmission(with: services))
        }
        pages.add(to: &router)
        return router
    }

    /// Makes `/readyz` say that the server is about to stop, so that proxies send requests elsewhere; everything is still served.
    public func announceDeparture() { departure.announce() }

    /// Keeps the feed's streams alive until the surrounding task is cancelled, and then ends them.
    ///
    /// - Parameter clock: What the beat goes by.
    public func run(clock: any Clock<Duration>) async {
        await streams.run(clock: clock)
    }
}
