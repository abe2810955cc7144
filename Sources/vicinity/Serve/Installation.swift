import Essentials
import Foundation
import Workplace
import WorkplaceAPI

/// A database with the services over it.
struct Installation {
    let store: any SharedStore
    let services: WorkplaceServices
    /// The commits of the database.
    let commits: ServerMetrics.Commits
    /// What the connections to a server of PostgreSQL do; `nil` for a file.
    let activity: PostgresActivity?
    private let lock: ServingLock?

    /// Opens the database, or creates it with its folder, to serve it; refused while another process serves it.
    ///
    /// - Parameters:
    ///   - database: Where the database is.
    ///   - ownURL: Where other nodes reach this one; `nil` when they do not.
    ///   - identityRetention: How long the name of a person stays with orders and bookings.
    ///   - provider: The identity provider; `nil` if there is none.
    ///   - paymentProvider: The payment provider; `nil` if there is none.
    ///   - isTraced: Whether transactions have spans.
    /// - Returns: The database with the services over it.
    /// - Throws: `CommandFailure` when the database cannot be opened.
    static func openToServe(
        _ database: DatabaseAddress, ownURL: String? = nil, identityRetention: Duration,
        provider: SignInProvider?, paymentProvider: (any PaymentProvider)?, isTraced: Bool
    ) async throws -> Installation {
        var lock: ServingLock?
        if case .sqlite(let path) = database {
            try makeFolder(of: path)
            lock = try ServingLock(database: path)
        }
        return try await open(
            database, serves: true, ownURL: ownURL, lock: lock, identityRetention: identityRetention,
            provider: provider, paymentProvider: paymentProvider, isTraced: isTraced)
    }

    /// Opens the database, or creates it with its folder.
    static func open(_ database: DatabaseAddress) async throws -> Installation {
        if case .sqlite(let path) = database { try makeFolder(of: path) }
        return try await open(database, serves: false, lock: nil)
    }

    private static func open(
        _ database: DatabaseAddress, serves: Bool, ownURL: String? = nil, lock: ServingLock?,
        identityRetention: Duration = OrderIdentities.standardRetention,
        provider: SignInProvider? = nil, paymentProvider: (any PaymentProvider)? = nil, isTraced: Bool = false
    ) async throws -> Installation {
        let hub = FeedHub(encode: \.eventBytes)
        let commits = ServerMetrics.Commits()
        var store: any SharedStore
        var activity: PostgresActivity?
        do {
            switch database {
            case .sqlite(let path):
                store = try await SQLiteWorkplaceStore(
                    path: path, publish: { hub.publish($0) }, committed: { commits.note(writes: $0, $1) },
                    report: { Terminal.error("\($0)") })
            case .postgres(let address):
                let counts = PostgresActivity { writes, wait, duration in
                    commits.noteLockWait(wait)
                    if let duration { commits.note(writes: writes, duration) }
                }
                activity = counts
                store = try await PostgresWorkplaceStore(
                    address: address, sends: serves, ownURL: ownURL,
                    connectionName: NodeName.ofConnections(url: ownURL), activity: counts,
                    publish: { hub.publish($0) }, report: reportStore)
            }
        } catch {
            throw CommandFailure("The database \(database) cannot be opened: \(error)")
        }
        if isTraced { store = TracedStore(store, system: activity == nil ? "sqlite" : "postgresql") }
        let services = WorkplaceServices(
            store: store, hub: hub, clock: ContinuousClock(), identityRetention: identityRetention,
            provider: provider, paymentProvider: paymentProvider,
            report: { Terminal.error("Payment \($0): \($1)") }, now: Self.now)
        store.whenSessionsEnd { services.sessions.checkAll() }
        return Installation(
            store: store, services: services, commits: commits, activity: activity, lock: lock)
    }

    private static let reportStore: @Sendable (any Error) -> Void = { error in
        if case StoreReachReport.answers = error {
            Terminal.error("\(error)", level: .information)
        } else {
            Terminal.error("\(error)")
        }
    }

    /// Opens the database of a server; one that is not there is not made.
    static func openExisting(_ database: DatabaseAddress) async throws -> Installation {
        if case .sqlite(let path) = database, !FileManager.default.fileExists(atPath: path) {
            throw CommandFailure("There is no database \(path); name the server's with --database.")
        }
        return try await open(database)
    }

    /// Creates the folder of a database where it is missing.
    static func makeFolder(of path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        guard !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) else { return }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure("The folder \(folder) cannot be made for the database; may it be written?")
        }
    }

    /// Puts the stored campus in force, or imports one when there is none yet.
    ///
    /// - Returns: Whether the file was left alone, because the database has a campus.
    @discardableResult
    func begin(campus file: NamedFile?) async throws -> Bool {
        services.hub.begin(after: try await store.read { try $0.feedBounds().last })
        try await services.imports.refresh()
        try await services.people.refresh()
        for number in try await services.tipPublication.load() {
            Terminal.error(
                "The catalogue of tips number \(number) was passed over: this program cannot read it.")
        }
        guard let file else { return false }
        guard services.campuses.revision == 0 else { return true }
        try await importCampus(file)
        return false
    }

    /// Imports a campus file; every mistake in it becomes a line of the failure.
    @discardableResult
    func importCampus(_ file: NamedFile, isToldOtherwise: Bool = false) async throws -> Campus {
        do {
            return try await services.imports.importCampus(
                file.bytes, name: (file.path as NSString).lastPathComponent,
                isToldOtherwise: isToldOtherwise)
        } catch let error as CampusFileError {
            throw CommandFailure(error.description)
        } catch let error as DataAnnouncementRefusal {
            throw CommandFailure(
                "\(error). Announce it on the page /manage, by importing the file there; or import it with --announced if people "
                    + "heard of it in another way.")
        }
    }

    func close() async {
        await store.close()
        lock?.release()
    }

    static let now: @Sendable () -> Timestamp = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(millisecondsSinceEpoch: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
