import Essentials
import Foundation
import Workplace
import WorkplaceAPI
import WorkplaceStores

/// A database with the services over it.
struct Installation {
    let store: SQLiteWorkplaceStore
    let services: WorkplaceServices

    /// Opens the database, or creates it with its folder.
    static func open(path: String) async throws -> Installation {
        try makeFolder(of: path)
        let hub = FeedHub(encode: \.eventBytes)
        let store: SQLiteWorkplaceStore
        do {
            store = try await SQLiteWorkplaceStore(
                path: path, publish: { hub.publish($0) }, report: { Terminal.error("\($0)") })
        } catch {
            throw CommandFailure("The database \(path) cannot be opened: \(error)")
        }
        let services = WorkplaceServices(
            store: store, hub: hub, clock: ContinuousClock(), now: Self.now)
        return Installation(store: store, services: services)
    }

    /// Opens the database of a server; one that is not there is not made.
    static func openExisting(path: String) async throws -> Installation {
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure("There is no database \(path); name the server's with --database.")
        }
        return try await open(path: path)
    }

    private static func makeFolder(of path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        guard !folder.isEmpty, !FileManager.default.fileExists(atPath: folder) else { return }
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure("The folder \(folder) cannot be made for the database; may it be written?")
        }
    }

    /// Puts the stored campus in force, or imports a file when there is none yet.
    func begin(campusFile: String?) async throws {
        services.hub.begin(after: try await store.read { try $0.feedBounds().last })
        try await services.imports.refresh()
        for number in try await services.tipPublication.load() {
            Terminal.error(
                "The catalogue of tips number \(number) was passed over: this program cannot read it.")
        }
        guard services.campuses.revision == 0, let campusFile else { return }
        try await importCampus(campusFile)
    }

    /// Imports a campus file; every mistake in it becomes a line of the failure.
    @discardableResult
    func importCampus(_ file: String) async throws -> Campus {
        do {
            return try await services.imports.importCampus(
                try FileText.bytes(file), name: (file as NSString).lastPathComponent)
        } catch let error as CampusFileError {
            throw CommandFailure(error.description)
        }
    }

    func close() async { await store.close() }

    static let now: @Sendable () -> Timestamp = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(millisecondsSinceEpoch: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
