import Attendance
public import Essentials

/// A way in which the configuration lets the server collect or pass on data about people without asking them each time.
///
/// The server compares practices to announce new ones before they take effect (W126).
public enum DataPractice: Hashable, Sendable {
    /// What senses people at spots.
    public enum Sensor: String, Hashable, Sendable {
        /// The people's own devices, which hear the beacons of the spots.
        case devices
        /// Gateways, which hear badges and phones.
        case gateways
    }

    /// Senses at which café of a site consenting people are.
    case follows(SiteID, by: Sensor)
    /// Senses which doors of a site people with reminders cross.
    case reminds(SiteID, by: Sensor)
    /// Records arrivals and departures at a site automatically until a day.
    case records(SiteID, until: CalendarDate)
    /// Sends arrivals and departures at a site to another system.
    case sends(SiteID, host: String)
    /// Shows an audience who is at work at a site.
    case shows(SiteID, to: WhoIsInAudience)
    /// Keeps names with orders and bookings for some days.
    case keepsNames(days: Int)

    /// Whether another practice already allows this one, so that this one is not new.
    func isCovered(by other: DataPractice) -> Bool {
        switch (self, other) {
        case (.records(let site, let until), .records(let place, let longer)):
            site == place && until <= longer
        case (.shows(let site, let audience), .shows(let place, let wider)):
            site == place && audience.reach <= wider.reach
        case (.keepsNames(let days), .keepsNames(let more)): days <= more
        default: self == other
        }
    }

    /// What a person turns on to be affected.
    enum Purpose: Hashable, Sendable {
        /// Their page follows them.
        case following
        /// Reminders at entrances.
        case reminders
    }

    /// What people turn on to be affected; `nil` when it affects everybody.
    var purpose: Purpose? {
        switch self {
        case .follows: .following
        case .reminds, .records: .reminders
        case .sends, .shows, .keepsNames: nil
        }
    }

    /// The site that the practice is about; `nil` for one of the whole organisation.
    public var site: SiteID? {
        switch self {
        case .follows(let site, _), .reminds(let site, _), .records(let site, _), .sends(let site, _),
            .shows(let site, _):
            site
        case .keepsNames: nil
        }
    }
}

extension DataPractice: LosslessStringConvertible {
    /// The practice as a stable text, such as `follows/berlin/gateways`.
    public var description: String {
        switch self {
        case .follows(let site, let sensor): "follows/\(site)/\(sensor.rawValue)"
        case .reminds(let site, let sensor): "reminds/\(site)/\(sensor.rawValue)"
        case .records(let site, let until): "records/\(site)/\(until)"
        case .sends(let site, let host): "sends/\(site)/\(host)"
        case .shows(let site, let audience): "shows/\(site)/\(audience.rawValue)"
        case .keepsNames(let days): "keeps-names/\(days)"
        }
    }

    /// Reads a stable text; `nil` for any other text.
    public init?(_ description: String) {
        let parts = description.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let value = parts.last else { return nil }
        if parts.count == 2, parts[0] == "keeps-names", let days = Int(value), days > 0 {
            self = .keepsNames(days: days)
            return
        }
        guard parts.count == 3, let site = SiteID(parts[1]) else { return nil }
        switch parts[0] {
        case "follows":
            guard let sensor = Sensor(rawValue: value) else { return nil }
            self = .follows(site, by: sensor)
        case "reminds":
            guard let sensor = Sensor(rawValue: value) else { return nil }
            self = .reminds(site, by: sensor)
        case "records":
            guard let until = CalendarDate(value) else { return nil }
            self = .records(site, until: until)
        case "sends":
            guard !value.isEmpty else { return nil }
            self = .sends(site, host: value)
        case "shows":
            guard let audience = WhoIsInAudience(rawValue: value) else { return nil }
            self = .shows(site, to: audience)
        default: return nil
        }
    }
}

extension WhoIsInAudience {
    /// How many people it is, compared with the others.
    fileprivate var reach: Int {
        switch self {
        case .nobody: 0
        case .team: 1
        case .site: 2
        case .organisation: 3
        }
    }
}

extension Campus {
    /// What this campus collects and passes on.
    var dataPractices: Set<DataPractice> {
        sites.reduce(into: []) { $0.formUnion($1.dataPractices(withBadges: organisation.badgeUUID != nil)) }
    }
}

extension Site {
    fileprivate func dataPractices(withBadges hasBadges: Bool) -> Set<DataPractice> {
        let heard = Set(hasBadges ? gateways.map(\.spot) : [])
        var practices: Set<DataPractice> = []
        for spot in spots {
            let sensors: [DataPractice.Sensor] = heard.contains(spot.id) ? [.devices, .gateways] : [.devices]
            for sensor in sensors {
                practices.insert(
                    spot.kind == .entrance ? .reminds(id, by: sensor) : .follows(id, by: sensor))
            }
        }
        if let automaticPunching { practices.insert(.records(id, until: automaticPunching.until)) }
        if let attendanceSystem { practices.insert(.sends(id, host: attendanceSystem.host)) }
        if whoIsIn != .nobody { practices.insert(.shows(id, to: whoIsIn)) }
        return practices
    }
}
