import Attendance
import Essentials
import JSON
import Ordering

extension NoticeSubject {
    /// The subject as it is stored.
    var stored: String {
        var json = JSONWriter()
        json.object { json in
            switch self {
            case .order(let order, let number, let cafe):
                json.member("order", order.rawValue)
                json.member("number", number.sequence)
                json.member("cafe", cafe.rawValue)
            case .account(let movement): json.member("account", movement.rawValue)
            case .window(let cafe, let start):
                json.member("window", start.millisecondsSinceEpoch)
                json.member("cafe", cafe.rawValue)
            case .crossing(let reminder, let entrance, let time):
                json.member("reminder", reminder.rawValue)
                json.member("entrance", entrance.rawValue)
                json.member("at", time.millisecondsSinceEpoch)
            case .openPunch(let reminder, let site):
                json.member("reminder", reminder.rawValue)
                json.member("site", site.rawValue)
            case .dayCorrection(let correction, let day):
                json.member("correction", correction.rawValue)
                json.member("day", day.description)
            case .dataCollection(let time):
                json.member("dataCollection", time.millisecondsSinceEpoch)
            case .channel(let channel): json.member("channel", channel.rawValue)
            case .pushService(let host): json.member("pushService", host)
            }
        }
        return json.text
    }

    /// Reads a stored subject; `nil` for any other text.
    init?(stored text: String) {
        let subject: NoticeSubject?
        do {
            subject = try JSONValue(parsing: Array(text.utf8)).read { Self($0) }
        } catch { return nil }
        guard let subject else { return nil }
        self = subject
    }

    private init?(_ reader: JSONReader) {
        if reader["channel"].optional != nil {
            guard let channel: NoticeChannelID = reader["channel"].identifier() else { return nil }
            self = .channel(channel)
        } else if reader["dataCollection"].optional != nil {
            guard let time = reader["dataCollection"].integer(in: Int64.min...Int64.max) else { return nil }
            self = .dataCollection(from: Timestamp(millisecondsSinceEpoch: time))
        } else if reader["pushService"].optional != nil {
            guard let host = reader["pushService"].string(length: 1...2_048) else { return nil }
            self = .pushService(host)
        } else if reader["account"].optional != nil {
            guard let movement: AccountMovementID = reader["account"].identifier() else { return nil }
            self = .account(movement)
        } else if reader["correction"].optional != nil {
            guard let correction: DayCorrectionID = reader["correction"].identifier(),
                let day = reader["day"].text(as: { CalendarDate($0) }, "must be a date")
            else { return nil }
            self = .dayCorrection(correction, day: day)
        } else if reader["window"].optional != nil {
            guard let start = reader["window"].integer(in: Int64.min...Int64.max),
                let cafe: CafeID = reader["cafe"].identifier()
            else { return nil }
            self = .window(cafe, at: Timestamp(millisecondsSinceEpoch: start))
        } else if reader["order"].optional != nil {
            guard let order: OrderID = reader["order"].identifier(),
                let number = reader["number"].integer(in: 1...Int.max).flatMap({ OrderNumber(sequence: $0) }),
                let cafe: CafeID = reader["cafe"].identifier()
            else { return nil }
            self = .order(order, number: number, cafe: cafe)
        } else if reader["site"].optional != nil {
            guard let reminder: ReminderID = reader["reminder"].identifier(),
                let site: SiteID = reader["site"].identifier()
            else { return nil }
            self = .openPunch(reminder, site: site)
        } else {
            guard let reminder: ReminderID = reader["reminder"].identifier(),
                let entrance: SpotID = reader["entrance"].identifier(),
                let time = reader["at"].integer(in: Int64.min...Int64.max)
            else { return nil }
            self = .crossing(reminder, entrance: entrance, at: Timestamp(millisecondsSinceEpoch: time))
        }
    }
}
