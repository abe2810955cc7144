import Attendance
import Essentials
import JSON
import Ordering

// Sites and their spots.
extension CampusDecoder {
    /// The cafés of one site, as far as its spots refer to them.
    struct SiteCafes {
        var ids = Declarations()
        var stations: [CafeID: Declarations] = [:]
    }

    /// For how many seconds people can be asked to stay away before a departure counts.
    private static let exitDwellSeconds: ClosedRange<Int64> = 0...3_600

    /// The floors of a building; the ground floor is 0.
    private static let floors: ClosedRange<Int64> = -20...200

    mutating func site(_ reader: JSONReader) -> (site: Site, cafes: [Cafe])? {
        reader.refuseMembers(except: [
            "id", "name", "timeZone", "major", "coordinate", "area", "exitDwell", "reminderWindow",
            "holidays", "holidayRegion", "attendanceURL", "automaticPunches",
            "whoIsIn", "workRules", "dayChangeHour", "attendanceRetention",
            "cafes", "spots", "retiredMinors", "gateways",
        ])
        let id: SiteID? = siteIDs.declare(reader["id"])
        let name = reader["name"].localizedText(in: defaultLanguage, by: textRule)
        let zone = reader["timeZone"].zone()
        let major = majors.declareBeaconNumber(reader["major"])
        let point = reader["coordinate"].geographicPoint()
        let area = reader["area"].optional?.groundArea(around: point)
        let exitDwell = reader["exitDwell"].optional?.integer(in: Self.exitDwellSeconds)
        let reminderWindow = reader["reminderWindow"].optional?.reminderWindow()
        let holidays = reader["holidays"].optional?.dates() ?? []
        let publicHolidays = reader["holidayRegion"].optional?.holidayRegion() ?? []
        let system = reader["attendanceURL"].optional.flatMap { attendanceSystem($0) }
        let automatic = reader["automaticPunches"].optional.flatMap { automaticPunching($0) }
        let audience = reader["whoIsIn"].optional.map { $0.word(of: WhoIsInAudience.allCases) }
        let workRules = reader["workRules"].optional.map { $0.datedWorkRules() }
        let dayStarts = reader["dayChangeHour"].optional.map { $0.dayStarts() }
        let retention = reader["attendanceRetention"].optional.flatMap { AttendanceRetention($0) }
        var siteCafes = SiteCafes()
        let allHolidays = holidays.union(publicHolidays)
        let cafes = reader["cafes"].array {
            cafe($0, site: id, zone: zone, holidays: allHolidays, among: &siteCafes)
        }
        if reader["cafes"].elementCount == nil {
            cafeIDs.noteUnreadable()
            siteCafes.ids.noteUnreadable()
        }
        var minors = Declarations()
        // First, so that the mistake stands at a spot that takes such a number.
        let retired =
            reader["retiredMinors"].optional.map { $0.array { minors.declareBeaconNumber($0) } != nil }
            ?? true
        var siteSpots = Declarations()
        let spots = reader["spots"].array { reader in
            let _: SpotID? = siteSpots.declare(reader["id"])
            return spot(reader, minors: &minors, cafes: siteCafes)
        }
        if reader["spots"].elementCount == nil { siteSpots.noteUnreadable() }
        let gateways = gateways(reader["gateways"], spots: siteSpots)
        guard let id, let name, let zone, let major, let point, let cafes, let spots, let gateways, retired
        else {
            return nil
        }
        // Identifiers may repeat here; the file is refused then.
        let cafePoints = Dictionary(cafes.map { ($0.cafe.id, $0.point) }) { first, _ in first }
        let cafeAreas = Dictionary(cafes.compactMap { cafe in cafe.area.map { (cafe.cafe.id, $0) } }) {
            first, _ in first
        }
        let site = Site(
            id: id, name: name, zone: zone, major: major, point: point, spots: spots,
            gateways: gateways, cafePoints: cafePoints, area: area, cafeAreas: cafeAreas,
            exitDwell: exitDwell.map { .seconds($0) }, reminderWindow: reminderWindow,
            holidays: holidays.union(publicHolidays), attendanceSystem: system,
            automaticPunching: automatic, whoIsIn: (audience ?? nil) ?? .nobody,
            workRules: (workRules ?? nil) ?? [],
            dayStarts: (dayStarts ?? nil) ?? .standard,
            attendanceRetention: retention)
        return (site, cafes.map(\.cafe))
    }

    private func attendanceSystem(_ reader: JSONReader) -> AttendanceSystem? {
        let rule = "must be an address that begins with https:// and has neither a user nor a password"
        guard let system = reader.text(as: AttendanceSystem.init, rule), let attendanceHosts else {
            return nil
        }
        guard attendanceHosts.contains(system.host) else {
            reader.note(.value, "has a host that /organisation/attendanceHosts does not list")
            return nil
        }
        return system
    }

    /// Reads that a site records by itself (W127).
    private func automaticPunching(_ reader: JSONReader) -> AutomaticPunching? {
        reader.refuseMembers(except: ["until", "informed", "dayChangeHour"])
        let until = reader["until"].text(as: CalendarDate.init, "must be a date such as \"2026-12-25\"")
        let informed = reader["informed"].nonEmptyArray { $0.identifier() as PersonID? }
        let hour = reader["dayChangeHour"].optional.map { $0.integer(in: 0...23) }
        guard let until, let informed, hour != .some(nil) else { return nil }
        return AutomaticPunching(
            until: until, informed: Set(informed),
            dayChangeHour: hour.flatMap { $0 }.map { Int($0) } ?? AutomaticPunching.standardDayChange)
    }

    private mutating func spot(
        _ reader: JSONReader, minors: inout Declarations, cafes: SiteCafes
    ) -> Spot? {
        let id: SpotID? = spotIDs.declare(reader["id"])
        let name = reader["name"].localizedText(in: defaultLanguage, by: textRule)
        let minor = minors.declareBeaconNumber(reader["minor"])
        let kind = spotKind(reader, cafes: cafes)
        let point = reader["coordinate"].optional.map { $0.geographicPoint() }
        let floor = reader["floor"].optional.map { $0.integer(in: Self.floors) }
        if let id, kind == .entrance { entrances.insert(id) }
        guard let id, let name, let minor, let kind, point != .some(nil), floor != .some(nil) else {
            return nil
        }
        return Spot(
            id: id, name: name, minor: minor, kind: kind, point: point ?? nil,
            floor: floor.flatMap { $0 }.map { Int($0) })
    }

    /// Reads the receivers of a site; none when it does not have the member.
    private mutating func gateways(_ reader: JSONReader, spots: Declarations) -> [Gateway]? {
        guard let list = reader.optional else { return [] }
        return list.array { reader in
            reader.refuseMembers(except: ["id", "spot"])
            let id: GatewayID? = gatewayIDs.declare(reader["id"])
            let spot: SpotID? = spots.resolve(reader["spot"], "a spot of this site")
            guard let id, let spot else { return nil }
            return Gateway(id: id, spot: spot)
        }
    }

    private func spotKind(_ reader: JSONReader, cafes: SiteCafes) -> Spot.Kind? {
        let common = ["id", "name", "minor", "kind", "coordinate", "floor"]
        switch reader["kind"].word(of: SpotKindWord.allCases) {
        case .cafe:
            reader.refuseMembers(except: common + ["cafe"])
            return spotCafe(reader["cafe"], cafes: cafes).map { .cafe($0) }
        case .station:
            reader.refuseMembers(except: common + ["cafe", "station"])
            let cafe = spotCafe(reader["cafe"], cafes: cafes)
            let stations = cafe.flatMap { cafes.stations[$0] } ?? .unreadable
            let station: StationID? = stations.resolve(reader["station"], "a station of its café")
            guard let cafe, let station else { return nil }
            return .station(cafe, station)
        case .entrance:
            reader.refuseMembers(except: common)
            return .entrance
        case nil:
            reader.refuseMembers(except: common + ["cafe", "station"])
            return nil
        }
    }

    private func spotCafe(_ reader: JSONReader, cafes: SiteCafes) -> CafeID? {
        cafes.ids.resolve(reader, "a café of its site")
    }
}

/// How the file writes what a spot stands for.
private enum SpotKindWord: String, CaseIterable {
    case cafe
    case station
    case entrance
}
