import Attendance
import Essentials
import JSON
import Workplace

/// The rules of reminders at doors, as this device knows them: from a campus file, or from the server's last answer.
struct DoorRules: Sendable {
    /// A site with its entrances.
    struct Place: Sendable {
        let site: SiteID
        let zone: Zone
        let entrances: [SpotID: String]
        let dwell: Duration
        let window: Duration?
        let holidays: Set<CalendarDate>
    }

    var rules: ReminderRules
    var wishes = ReminderWishes()
    /// The person's last punch; `nil` before the first, and without a server.
    var lastPunch: Punch?
    /// Whether the person wants reminders; on the server they say so.
    var isWanted = true
    var places: [Place]

    /// Takes the rules of a campus.
    ///
    /// Without a server nobody knows the punches, so the rule that needs them is replaced.
    init(_ campus: Campus) {
        let rules = campus.organisation.reminders
        self.rules = ReminderRules(
            mode: rules.mode == .ledgerAware ? .lastShown : rules.mode, window: rules.window,
            dailyLimit: rules.dailyLimit, week: rules.week)
        let language = campus.organisation.defaultLanguage
        places = campus.sites.map { site in
            let entrances = site.spots.filter { $0.kind == .entrance }
            return Place(
                site: site.id, zone: site.zone,
                entrances: Dictionary(entrances.map { ($0.id, $0.name.text(for: [language])) }) { first, _ in
                    first
                },
                dwell: site.exitDwell, window: site.reminderWindow, holidays: site.holidays)
        }
    }

    /// Reads the server's answer about one's attendance.
    init?(_ reader: JSONReader) {
        let rules = ReminderRules(answer: reader["reminders"])
        let wishes = ReminderWishes(reader["reminders"]["hours"])
        let isWanted = reader["reminders"]["on"].boolean()
        let places = reader["sites"].array(Place.init)
        guard let rules, let wishes, let isWanted, let places else { return nil }
        self.rules = rules
        self.wishes = wishes
        self.isWanted = isWanted
        self.places = places
        let since = reader["since"].optional?.text(as: { Timestamp($0) }, "must be a date-time")
        let site =
            reader["site"].optional?.text(as: { SiteID($0) }, "must be an identifier") ?? places.first?.site
        let kind = reader["state"].text(as: PunchKind.init, "must be in or out")
        guard let kind else { return nil }
        if let since, let site { lastPunch = Punch(kind, at: since, site: site, zone: .utc) }
    }

    func policy(at place: PersonReminders.Place) -> ReminderPolicy {
        let found: Place? =
            switch place {
            case .entrance(let spot): self.place(of: spot)
            case .site(let site): places.first { $0.site == site }
            }
        return ReminderPolicy(
            rules, window: found?.window, holidays: found?.holidays ?? [], wishes: wishes,
            zone: found?.zone ?? .utc)
    }

    func dwell(at entrance: SpotID) -> Duration {
        place(of: entrance)?.dwell ?? DoorStateMachine.standardDwell
    }

    /// When and where it happened, in the wall clock of the place.
    func sentence(on cause: ReminderCause) -> String {
        switch cause {
        case .crossing(let crossing):
            let place = place(of: crossing.entrance)
            let name = place?.entrances[crossing.entrance] ?? crossing.entrance.rawValue
            let time = Self.clock(crossing.observedAt, place?.zone)
            return crossing.kind.proposal == .in
                ? "You came in at \(time): \(name)." : "You left at \(time): \(name)."
        case .time(let time, let site):
            let zone = places.first { $0.site == site }?.zone
            return "You are still clocked in at \(Self.clock(time, zone)). Your working hours have ended."
        }
    }

    private static func clock(_ time: Timestamp, _ zone: Zone?) -> String {
        let minute = (zone ?? .utc).dateAndMinute(at: time).minute
        let (hours, minutes) = minute.quotientAndRemainder(dividingBy: 60)
        return (hours < 10 ? "0" : "") + "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes)"
    }

    func place(of entrance: SpotID) -> Place? { places.first { $0.entrances[entrance] != nil } }
}

extension DoorRules.Place {
    init?(_ reader: JSONReader) {
        let site = reader["id"].text(as: { SiteID($0) }, "must be an identifier")
        let zone = reader["timeZone"].text(as: Zone.init, "must be a zone")
        let entrances = reader["entrances"].array { reader -> (SpotID, String)? in
            guard let id = reader["id"].text(as: { SpotID($0) }, "must be an identifier"),
                let name = reader["name"].string()
            else { return nil }
            return (id, name)
        }
        let dwell = reader["exitDwell"].integer(in: 0...86_400)
        let window = reader["reminderWindow"].optional.map { $0.integer(in: 0...720) }
        let holidays = reader["holidays"].array { $0.text(as: CalendarDate.init, "must be a date") }
        guard let site, let zone, let entrances, let dwell, let holidays, window != .some(nil) else {
            return nil
        }
        self.init(
            site: site, zone: zone, entrances: Dictionary(entrances) { first, _ in first },
            dwell: .seconds(dwell),
            window: window.flatMap { $0 }.map { .seconds($0 * 60) }, holidays: Set(holidays))
    }
}
