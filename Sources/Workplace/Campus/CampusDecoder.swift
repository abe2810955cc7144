import Attendance
import Essentials
import JSON
import Ordering

/// Reads the parts of a campus file from the top down, and records declarations for later references.
///
/// Each function describes one kind of object: its members, then what is made of them. A function gives `nil`
/// after a mistake; the reader has noted it.
struct CampusDecoder {
    let textRule: TextRule
    /// The language that every text must have, once it is read.
    var defaultLanguage: LanguageTag?
    var siteIDs = Declarations()
    var majors = Declarations()
    var spotIDs = Declarations()
    var entrances: Set<SpotID> = []
    var cafeIDs = Declarations()
    var gatewayIDs = Declarations()
    var badges = Declarations()
    /// The hosts of attendance systems that sites may name; `nil` until they are read, and after a mistake in them.
    var attendanceHosts: Set<String>?
    /// Whether badges can be told from other beacons; also while it could not be read.
    var hasBadges = false
    /// People and devices, which share their identifiers.
    var signInIDs = Declarations()
    var initialStock: [CafeID: [ItemID: Int]] = [:]
    var printers: [CafeID: [Printer]] = [:]

    mutating func campus(_ reader: JSONReader) -> Campus? {
        reader.refuseMembers(except: ["organisation", "sites", "people", "devices"])
        let organisation = organisation(reader["organisation"])
        let sites = reader["sites"].nonEmptyArray { site($0) }
        if (reader["sites"].elementCount ?? 0) == 0 {
            cafeIDs.noteUnreadable()
            spotIDs.noteUnreadable()
        }
        let people = reader["people"].array { person($0) }
        let devices = reader["devices"].array { device($0) }
        guard let organisation, let sites, let people, let devices else { return nil }
        return Campus(
            organisation: organisation, sites: sites.map(\.site), cafes: sites.flatMap(\.cafes),
            people: people,
            devices: devices, initialStock: initialStock, printers: printers)
    }

    private mutating func organisation(_ reader: JSONReader) -> Organisation? {
        reader.refuseMembers(except: [
            "id", "name", "beaconUUID", "badgeUUID", "defaultLanguage", "reminders", "attendanceHosts",
            "mealAccounts", "payroll",
        ])
        defaultLanguage = reader["defaultLanguage"].languageTag()
        let id: OrganisationID? = reader["id"].identifier()
        let name = reader["name"].localizedText(in: defaultLanguage, by: textRule)
        let beaconUUID = reader["beaconUUID"].beaconUUID()
        hasBadges = reader.memberCount == nil || reader["badgeUUID"].optional != nil
        let badgeUUID = reader["badgeUUID"].optional?.beaconUUID()
        if let badgeUUID, badgeUUID == beaconUUID {
            reader["badgeUUID"].note(.duplicate, "repeats beaconUUID, so that a badge could pass for a spot")
        }
        let hosts = reader["attendanceHosts"].optional.map { hosts in
            hosts.array {
                $0.text(as: AttendanceSystem.host, "must be the name of a host, such as \"time.example.com\"")
            }
        }
        attendanceHosts = (hosts ?? []).map(Set.init)
        let reminders = reader["reminders"].optional.map { $0.reminderRules() } ?? ReminderRules()
        let mealAccounts = reader["mealAccounts"].optional.map { mealAccountRules($0) } ?? []
        let payroll = reader["payroll"].optional.map { payrollTemplates($0) } ?? []
        guard let id, let name, let beaconUUID, let defaultLanguage, let reminders, let mealAccounts,
            let payroll
        else { return nil }
        return Organisation(
            id: id, name: name, beaconUUID: beaconUUID, badgeUUID: badgeUUID,
            defaultLanguage: defaultLanguage,
            reminders: reminders, mealAccounts: mealAccounts, payroll: payroll)
    }

    private func payrollTemplates(_ reader: JSONReader) -> [PayrollTemplate]? {
        var ids = Declarations()
        return reader.array(count: 0...20) { template -> PayrollTemplate? in
            let id: PayrollTemplateID? = ids.declare(template["id"])
            let read = PayrollTemplate(template)
            return id == nil ? nil : read
        }
    }
}
