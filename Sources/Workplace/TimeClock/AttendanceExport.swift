public import Essentials
import SQLite

/// The months of everybody in a database, whether or not a server uses it.
public struct AttendanceExport: Sendable {
    /// The campus in force in the database.
    public let campus: Campus
    /// The months of everybody with a place, in the order of the names.
    public let months: [AttendanceMonth]

    /// Reads the months on the calling thread, and changes nothing.
    ///
    /// - Parameters:
    ///   - path: Where the file is; it must exist.
    ///   - month: The month.
    ///   - site: The place of the people; `nil` for every place.
    ///   - now: The present time; shifts that have not ended count until then.
    /// - Throws: ``WorkplaceRefusal/noCampus``, ``WorkplaceRefusal/unknownSite(_:)``, ``StoreError``, or `SQLiteError` when the file
    ///   cannot be read.
    public init(path: String, _ month: CalendarMonth, at site: SiteID?, now: Timestamp) throws {
        self = try StoreConnection.inspecting(path: path) {
            try AttendanceExport(on: $0, month, at: site, now: now)
        }
    }

    /// Reads the months from a database of a server on the calling thread, as it is at one moment, and changes nothing.
    ///
    /// - Parameters:
    ///   - address: The server and the database.
    ///   - month: The month.
    ///   - site: The place of the people; `nil` for every place.
    ///   - now: The present time; shifts that have not ended count until then.
    /// - Throws: What ``init(path:_:at:now:)`` throws, and `PostgresError` when the server cannot be reached or refuses.
    public init(address: String, _ month: CalendarMonth, at site: SiteID?, now: Timestamp) throws {
        self = try StoreConnection.inspecting(address: address) {
            try AttendanceExport(on: $0, month, at: site, now: now)
        }
    }

    private init(on connection: StoreConnection, _ month: CalendarMonth, at site: SiteID?, now: Timestamp)
        throws
    {
        let version = try connection.schemaVersion()
        guard version == DatabaseSummary.newestSchemaVersion else {
            throw AttendanceExportRefusal.schema(version)
        }
        let reading = ReadTransaction(connection, StoreHealth { _ in })
        guard let revision = try reading.campusRevision() else { throw WorkplaceRefusal.noCampus }
        let campus = try CampusFile.read(revision).changed(by: try reading.directory())
        if let site, campus.site(site) == nil { throw WorkplaceRefusal.unknownSite(site) }
        self.campus = campus
        months = try campus.peopleByName.map {
            try AttendanceMonth(of: $0.id, month, at: now, on: campus, in: reading)
        }.filter { site == nil || $0.site == site }
    }
}

/// Why a database cannot be exported.
public enum AttendanceExportRefusal: Error, Hashable, Sendable {
    /// Another version of the program wrote it.
    case schema(Int)
}

extension Campus {
    /// The people in the order of tables: by name, ignoring case.
    var peopleByName: [Person] {
        people.sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }
}
