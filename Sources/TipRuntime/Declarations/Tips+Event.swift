public import FoundationEssentials
public import TipCore
public import TipRules

extension Tips {
    /// The data of events without data.
    public struct EmptyDonation: Codable, Hashable, Sendable {
        /// Makes the one value.
        public init() {}
    }

    /// An action that people repeat; rules read the number and times of its donations (T54).
    public struct Event<DonationInfo: Codable & Sendable>: RuleInput, Identifiable, Sendable {
        /// The key of the event and its donations (T25).
        public let id: String
        let name: RuleText
        let definition: EventDefinition

        /// Declares an event whose donations carry data; it keeps a thousand donations (T55).
        public init(id: String) { self.init(id: id, EventDefinition()) }

        /// Declares an event whose donations carry data, with a limit (T56).
        public init(id: String, donationLimit: DonationLimit) {
            self.init(id: id, donationLimit.definition())
        }

        /// Declares an event whose donations carry data, with its former keys (TD18).
        public init(id: String, donationLimit: DonationLimit? = nil, formerly: [String]) {
            self.init(id: id, (donationLimit ?? .usual).definition(formerly: formerly))
        }

        /// Declares an event whose donations carry data and are never sent to other devices, such as places (TA10).
        public init(
            id: String, donationLimit: DonationLimit, formerly: [String] = [], staysOnDevice: Bool
        ) {
            self.init(
                id: id, donationLimit.definition(formerly: formerly, staysOnDevice: staysOnDevice))
        }

        init(id: String, _ definition: EventDefinition) {
            self.id = id
            self.definition = definition
            name = RuleText(id)
        }

        /// The term for the event in a rule.
        public var ruleTerm: EventTerm<DonationInfo> {
            var context = RuleContext()
            context.events[name] = definition
            return EventTerm(donations: DonationsTerm(query: .all(of: name), context: context))
        }
    }

    /// How many donations of an event are stored, and how old they may be (T56).
    public struct DonationLimit: Hashable, Sendable {
        /// The number of newest donations.
        public let maximumCount: Int
        /// How old they may be; `nil` for any age (T57).
        public let maximumAge: DonationTimeRange?

        /// Sets the limits; a negative count means zero.
        public init(maximumCount: Int, maximumAge: DonationTimeRange? = nil) {
            self.maximumCount = max(maximumCount, 0)
            self.maximumAge = maximumAge
        }

        static let usual = DonationLimit(maximumCount: EventDefinition.usualCount)

        func definition(formerly: [String] = [], staysOnDevice: Bool = false) -> EventDefinition {
            EventDefinition(
                maximumCount: maximumCount, maximumAge: maximumAge?.window,
                formerNames: formerly.map { RuleText($0) }, staysOnDevice: staysOnDevice)
        }
    }

    /// How far back donations count (T60).
    public enum DonationTimeRange: Hashable, Sendable {
        /// A minute.
        case minute
        /// An hour.
        case hour
        /// A day of 24 hours.
        case day
        /// Seven days.
        case week
        /// A number of minutes.
        case minutes(Int)
        /// A number of hours.
        case hours(Int)
        /// A number of days.
        case days(Int)
        /// A number of weeks.
        case weeks(Int)

        /// The window in rules.
        public var window: RuleWindow {
            switch self {
            case .minute: .minutes(1)
            case .hour: .hours(1)
            case .day: .days(1)
            case .week: .weeks(1)
            case .minutes(let count): .minutes(count)
            case .hours(let count): .hours(count)
            case .days(let count): .days(count)
            case .weeks(let count): .weeks(count)
            }
        }
    }
}

extension Tips.Event where DonationInfo == Tips.EmptyDonation {
    /// Declares an event without data; it keeps a thousand donations (T55).
    public init(id: String) { self.init(id: id, EventDefinition()) }

    /// Declares an event without data, with a limit (T56).
    public init(id: String, donationLimit: Tips.DonationLimit) {
        self.init(id: id, donationLimit.definition())
    }

    /// Declares an event without data whose donations are never sent to other devices (TA10).
    public init(
        id: String, donationLimit: Tips.DonationLimit, formerly: [String] = [], staysOnDevice: Bool
    ) {
        self.init(id: id, donationLimit.definition(formerly: formerly, staysOnDevice: staysOnDevice))
    }

    /// Donates, and returns when the donation is durable (T58).
    ///
    /// On a full disk it waits until there is room again; ``sendDonation(_:)`` does not wait.
    public func donate() async { await donate(Tips.EmptyDonation()) }

    /// Donates, and calls back when the donation is durable (T58).
    public func sendDonation(_ completion: (@Sendable () -> Void)? = nil) {
        sendDonation(Tips.EmptyDonation(), completion)
    }
}

extension Tips.Event {
    /// Donates, and returns when the donation is durable (T58).
    ///
    /// A payload that rules cannot hold (T48) is not donated, and is reported to the store's ``TipStore/faults``. While the store
    /// cannot write, as on a full disk, the donation counts in this process, and ``TipStore/faults`` reports the failure. This then
    /// returns once the donation is written, or the store is closed; ``sendDonation(_:_:)`` does not wait.
    public func donate(_ info: DonationInfo) async {
        let store = TipStore.current
        await withCheckedContinuation { continuation in
            store.donate(info, to: self) { continuation.resume() }
        }
    }

    /// Donates, and calls back when the donation is durable (T58).
    public func sendDonation(_ info: DonationInfo, _ completion: (@Sendable () -> Void)? = nil) {
        TipStore.current.donate(info, to: self) { completion?() }
    }

    /// The stored donations, the oldest first (T55).
    ///
    /// Donations that no longer decode are set aside, and reported to ``TipStore/faults`` (TD16).
    public var donations: [Donation] { TipStore.current.donations(of: self) }

    /// Deletes the donations, on all devices, also those under former keys (T65).
    ///
    /// - Throws: The error that prevents writing.
    public func deleteDonations() async throws { try await TipStore.current.deleteDonations(of: self) }

    /// One donation.
    @dynamicMemberLookup
    public struct Donation: Sendable {
        /// The time of the donation.
        public let date: Date
        /// The data of the donation.
        public let info: DonationInfo
        let time: RuleTime

        init(info: DonationInfo, time: RuleTime) {
            self.info = info
            self.time = time
            date = time.date
        }

        /// A member of the data.
        public subscript<Member>(dynamicMember keyPath: KeyPath<DonationInfo, Member>) -> Member {
            info[keyPath: keyPath]
        }
    }

    /// The donations as a rule of this process sees them.
    public struct Snapshot: Sendable {
        /// The stored donations, the oldest first.
        public let donations: [Donation]

        // Reading reported donations that no longer decode.
        init(listed: RuleValue) {
            guard case .list(let records) = listed else {
                donations = []
                return
            }
            donations = records.compactMap { record in
                guard case .time(let time) = record["time"],
                    let info = try? Tips.Event<DonationInfo>.info(from: record["payload"])
                else { return nil }
                return Donation(info: info, time: time)
            }
        }
    }

    /// The stored data of a donation.
    static func payload(of info: DonationInfo) throws -> RuleValue {
        info is Tips.EmptyDonation ? .null : try RuleValueEncoder.value(of: info)
    }

    static func info(from payload: RuleValue) throws -> DonationInfo {
        if let empty = Tips.EmptyDonation() as? DonationInfo { return empty }
        return try RuleValueDecoder.decode(DonationInfo.self, from: payload)
    }
}

extension Sequence {
    /// The donations of a window that ends now, in the order in which they come (T59).
    public func donatedWithin<DonationInfo>(
        _ range: Tips.DonationTimeRange
    ) -> [Tips.Event<DonationInfo>.Donation] where Element == Tips.Event<DonationInfo>.Donation {
        let evaluation = LocalEvaluation.current
        let now = evaluation?.now ?? TipStore.current.now
        let window = range.window
        let start = now.advanced(byMicroseconds: -window.microseconds)
        let inside = filter { $0.time >= start }
        for donation in inside {
            let (last, overflow) = donation.time.microseconds.addingReportingOverflow(window.microseconds)
            if !overflow, last < .max { evaluation?.note(RuleTime(microseconds: last + 1)) }
        }
        return inside
    }

    /// The donations with the most frequent value of a member; on a tie, the value that was donated first
    /// (T62, TD14).
    public func largestSubset<DonationInfo, Member: Hashable>(
        groupedBy member: KeyPath<DonationInfo, Member>
    ) -> [Tips.Event<DonationInfo>.Donation] where Element == Tips.Event<DonationInfo>.Donation {
        subset(by: member) { $0 > $1 }
    }

    /// The donations with the least frequent value of a member; on a tie, the value that was donated first
    /// (T63, TD14).
    public func smallestSubset<DonationInfo, Member: Hashable>(
        groupedBy member: KeyPath<DonationInfo, Member>
    ) -> [Tips.Event<DonationInfo>.Donation] where Element == Tips.Event<DonationInfo>.Donation {
        subset(by: member) { $0 < $1 }
    }

    private func subset<DonationInfo, Member: Hashable>(
        by member: KeyPath<DonationInfo, Member>, isBetter: (Int, Int) -> Bool
    ) -> [Element] where Element == Tips.Event<DonationInfo>.Donation {
        var groups: [Member: [Element]] = [:]
        var order: [Member] = []
        for donation in self {
            let value = donation.info[keyPath: member]
            if groups[value] == nil { order.append(value) }
            groups[value, default: []].append(donation)
        }
        var best: [Element] = []
        for value in order {
            guard let group = groups[value] else { continue }
            if best.isEmpty || isBetter(group.count, best.count) { best = group }
        }
        return best
    }
}
