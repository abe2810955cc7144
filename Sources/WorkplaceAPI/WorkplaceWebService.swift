import Essentials
public import HTTPCore
public import Workplace

/// The HTTP side of an installation: routes, pages, the feed's streams and the API's description.
public struct WorkplaceWebService: Sendable {
    let streams: FeedStreams
    let apiRoutes: [APIRoute]
    private let services: WorkplaceServices
    private let authenticator: Authenticator
    private let pages: PageRoutes
    private let log: @Sendable (RefusedTransition) -> Void

    /// Puts the routes together.
    ///
    /// - Parameters:
    ///   - services: What answers.
    ///   - files: What pages are made of.
    ///   - isDemo: Whether one signs in by choosing a name.
    ///   - log: Is told of steps that an order or ticket did not take; called on any thread.
    /// - Throws: ``WebFilesError`` naming the first page file that does not fit.
    public init(
        services: WorkplaceServices, files: WebFiles, isDemo: Bool,
        log: @escaping @Sendable (RefusedTransition) -> Void = { _ in }
    ) throws {
        try Self.shipTips(files, by: services.tipPublication)
        authenticator = Authenticator(sessions: services.sessions)
        streams = FeedStreams(services: services)
        let routes =
            SessionRoutes(
                services: services, authenticator: authenticator, streams: streams,
                limit: SignInLimit(), isDemo: isDemo
            ).routes
            + CafeRoutes(services: services).routes
            + OrderRoutes(services: services, authenticator: authenticator).routes
            + FavouriteRoutes(services: services, authenticator: authenticator).routes
            + KitchenRoutes(services: services, authenticator: authenticator).routes
            + AttendanceRoutes(services: services, authenticator: authenticator).routes
            + PresenceRoutes(services: services, authenticator: authenticator).routes
            + GatewayRoutes(services: services).routes
            + TipRoutes(services: services, authenticator: authenticator).routes
            + TipOfferRoutes(services: services, authenticator: authenticator).routes
            + TipAdministrationRoutes(services: services, authenticator: authenticator).routes
            + FeedRoutes(services: services, authenticator: authenticator, streams: streams).routes
            + OperationRoutes(services: services).routes
        apiRoutes = routes + DescriptionRoutes(others: routes).routes
        self.services = services
        self.log = log
        pages = try PageRoutes(files, isDemo: isDemo)
    }

    /// Takes the catalogue of tips that comes with the pages; without one there are no tips until one is published.
    private static func shipTips(_ files: WebFiles, by publication: TipPublication) throws {
        let file = WebFiles.tipCatalogue
        guard let document = files.files[file] else { return }
        do { try publication.ship(document) } catch {
            throw WebFilesError.tips(file: file, reason: "\(error)")
        }
    }

    /// The router for the server.
    public var router: Router {
        var router = Router()
        for route in apiRoutes {
            router.add(
                route.method, route.pattern, route.handler(with: services.campuses, log: log),
                body: route.bodyAdmission { request in
                    try await authenticate(request, for: route.operation.access)
                })
        }
        pages.add(to: &router)
        return router
    }

    /// Makes sure that a request shows who sends it.
    private func authenticate(_ request: APIRequest, for access: Operation.Access) async throws {
        switch access {
        case .anyone: break
        case .signedIn: _ = try await authenticator.require(request.http)
        case .gateway: _ = try await GatewayRoutes(services: services).gateway(of: request)
        }
    }

    /// Keeps the feed's streams alive until the surrounding task is cancelled, and then ends them.
    ///
    /// - Parameter clock: What the beat goes by.
    public func run(clock: any Clock<Duration>) async {
        await streams.run(clock: clock)
    }
}
