public import Essentials
public import JSON

/// How notices reach a person.
public struct NoticeSettings: Hashable, Sendable {
    /// How much of a notice shows on a locked screen.
    public enum Detail: String, CaseIterable, Hashable, Sendable {
        /// Only that there is a notice.
        case hidden
        /// What it is about, without name, place or amount.
        case discreet
        /// Everything.
        case full
    }

    /// What happens to a notice in quiet hours.
    public enum QuietRule: String, CaseIterable, Hashable, Sendable {
        /// It is sent when they end, if it still holds.
        case later
        /// It is only in the inbox.
        case drop
    }

    /// Quiet hours that begin on some weekdays.
    public struct QuietSpan: Hashable, Sendable {
        /// The weekdays on which the span begins.
        public let days: Set<Weekday>
        /// The wall-clock times; the end may be on the next day.
        public let hours: LocalTimeRange

        /// Makes a span.
        public init(days: Set<Weekday>, hours: LocalTimeRange) {
            self.days = days
            self.hours = hours
        }
    }

    /// A kind of notice that is not sent through a kind of channel.
    public struct Exclusion: Hashable, Sendable {
        /// The kind of notice.
        public let kind: NoticeKind
        /// The kind of channel.
        public let channel: NoticeChannel.Kind

        /// Makes an exclusion.
        public init(_ kind: NoticeKind, _ channel: NoticeChannel.Kind) {
            self.kind = kind
            self.channel = channel
        }
    }

    /// How many spans of quiet hours a person has at most.
    public static let spansAtMost = 21

    /// The order in which channels are tried; each kind once.
    public var order: [NoticeChannel.Kind]
    /// The kinds of notices that are not sent through a kind of channel.
    public var exclusions: Set<Exclusion>
    /// When the person wants quiet.
    public var quietHours: [QuietSpan]
    /// What happens to notices then.
    public var quietRule: QuietRule
    /// How much shows on a locked screen.
    public var detail: Detail

    /// Makes the settings that hold before a person chooses.
    public init() {
        order = NoticeChannel.Kind.allCases
        exclusions = []
        quietHours = []
        quietRule = .later
        detail = .discreet
    }

    /// The end of the quiet hours at an instant; `nil` outside of quiet hours.
    func quietUntil(_ instant: Timestamp, in zone: Zone) -> Timestamp? {
        guard !quietHours.isEmpty else { return nil }
        var ranges: [Weekday: [LocalTimeRange]] = [:]
        for span in quietHours { for day in span.days { ranges[day, default: []].append(span.hours) } }
        let hours = OpeningHours(ranges)
        guard hours.isOpen(at: instant, in: zone) else { return nil }
        // Hours without an end: nothing is sent, and notices show on pages only.
        guard case .closes(let end)? = hours.nextChange(after: instant, in: zone) else {
            return instant.advanced(by: Notice.retention)
        }
        return end
    }

    /// The channels that take a kind of notice, in the person's order.
    func channels(for kind: NoticeKind) -> [NoticeChannel.Kind] {
        order.filter { !exclusions.contains(Exclusion(kind, $0)) }
    }
}

extension NoticeSettings {
    /// The settings as JSON.
    public var document: JSONValue {
        .object([
            "order": .array(order.map { .string($0.rawValue) }),
            "off": .array(
                exclusions.sorted {
                    ($0.kind.rawValue, $0.channel.rawValue) < ($1.kind.rawValue, $1.channel.rawValue)
                }
                .map { ["kind": .string($0.kind.rawValue), "channel": .string($0.channel.rawValue)] }),
            "quietHours": .array(
                quietHours.map { span in
                    [
                        "days": .array(Weekday.allCases.filter(span.days.contains).map { .string($0.word) }),
                        "hours": .string(span.hours.description),
                    ]
                }),
            "inQuietHours": .string(quietRule.rawValue),
            "detail": .string(detail.rawValue),
        ])
    }

    /// Reads settings, and notes what is wrong with them.
    public init?(_ reader: JSONReader) {
        self.init()
        reader.refuseUnknownMembers(except: ["order", "off", "quietHours", "inQuietHours", "detail"])
        let order = reader["order"].array {
            $0.text(as: NoticeChannel.Kind.init, "must be push, ntfy, gotify or mail")
        }
        let off = reader["off"].array { item -> Exclusion? in
            let kind = item["kind"].text(as: NoticeKind.init, "must be a kind of notice")
            let channel = item["channel"].text(
                as: NoticeChannel.Kind.init, "must be push, ntfy, gotify or mail")
            item.refuseUnknownMembers(except: ["kind", "channel"])
            guard let kind, let channel else { return nil }
            return Exclusion(kind, channel)
        }
        let quiet = reader["quietHours"].array { item -> QuietSpan? in
            let days = item["days"].array {
                $0.text(as: Weekday.init(word:), "must be mon, tue, wed, thu, fri, sat or sun")
            }
            let hours = item["hours"].text(as: LocalTimeRange.init, "must be times such as 22:00–07:00")
            item.refuseUnknownMembers(except: ["days", "hours"])
            guard let days, let hours else { return nil }
            guard !days.isEmpty else {
                item["days"].note(.value, "must name at least one day")
                return nil
            }
            return QuietSpan(days: Set(days), hours: hours)
        }
        let rule = reader["inQuietHours"].text(as: QuietRule.init, "must be later or drop")
        let detail = reader["detail"].text(as: Detail.init, "must be hidden, discreet or full")
        guard let order, let off, let quiet, let rule, let detail else { return nil }
        guard Set(order).count == NoticeChannel.Kind.allCases.count, order.count == Set(order).count else {
            reader["order"].note(.value, "must name each kind of channel once")
            return nil
        }
        guard quiet.count <= Self.spansAtMost else {
            reader["quietHours"].note(.value, "must be at most \(Self.spansAtMost) spans")
            return nil
        }
        self.order = order
        exclusions = Set(off)
        quietHours = quiet
        quietRule = rule
        self.detail = detail
    }
}

extension Weekday {
    /// The stable word, such as `mon`.
    var word: String {
        switch self {
        case .monday: "mon"
        case .tuesday: "tue"
        case .wednesday: "wed"
        case .thursday: "thu"
        case .friday: "fri"
        case .saturday: "sat"
        case .sunday: "sun"
        }
    }

    init?(word: String) {
        guard let day = Weekday.allCases.first(where: { $0.word == word }) else { return nil }
        self = day
    }
}
