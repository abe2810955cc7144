public import Essentials
public import Ordering

/// What happened at a café on some service days, in groups of at least five orders.
public struct CafeReport: Sendable {
    /// Smaller groups are hidden, because managers must not see when a single person eats (C114).
    public static let hiddenBelow = SmallGroups.hiddenBelow

    /// Durations in seconds, in steps of ten; percentiles use the nearest rank.
    public struct Lengths: Hashable, Sendable {
        /// How many there were.
        public let count: Int
        /// The median.
        public let median: Int
        /// The 90th percentile.
        public let p90: Int
        /// The longest.
        public let longest: Int
    }

    /// Orders that were placed in an hour; `nil` for a hidden number.
    public struct Hour: Hashable, Sendable {
        /// The hour on the café's clock.
        public let hour: Int
        /// From the pages and the command line.
        public let ahead: Int?
        /// From kiosks and the counter.
        public let walkUp: Int?
    }

    /// How long the preparations of a group took; `nil` for a hidden group.
    public struct Preparation: Hashable, Sendable {
        /// The identifier of an item or a station, or an hour.
        public let name: String
        /// The lengths.
        public let lengths: Lengths?
    }

    /// How many orders missed their quote by a number of minutes.
    public struct QuoteError: Hashable, Sendable {
        /// The minutes: negative for early orders, 0 for a kept quote.
        public let minutes: Int
        /// The orders; `nil` for a hidden number.
        public let count: Int?
    }

    /// How long something was sold out.
    public struct SoldOutTime: Hashable, Sendable {
        /// The item or the choice.
        public let thing: SoldOutMark.Thing
        /// Whole minutes within the opening hours.
        public let minutes: Int
    }

    /// How much of its pickup windows a café gave out in an hour, in thousandths; `nil` for a hidden number.
    public struct Capacity: Hashable, Sendable {
        /// The hour on the café's clock.
        public let hour: Int
        /// The largest share among the limits: orders, items, and the minutes of each station.
        public let thousandths: Int?
    }

    /// The first service day.
    public let first: CalendarDate
    /// The last service day.
    public let last: CalendarDate
    /// The orders that reached the kitchen; `nil` for a hidden number.
    public let orders: Int?
    /// The orders by the hour in which they were placed, in the order of the service day.
    public let hours: [Hour]
    /// Preparations by item, the most frequent first.
    public let items: [Preparation]
    /// Preparations by station.
    public let stations: [Preparation]
    /// Preparations by the hour in which tickets entered the line.
    public let preparationHours: [Preparation]
    /// How long people who ordered ahead waited; `nil` for a hidden group.
    public let ahead: Lengths?
    /// How long people who ordered in the café waited; `nil` for a hidden group.
    public let walkUp: Lengths?
    /// Orders with a quote; `nil` for a hidden number.
    public let quoted: Int?
    /// The share of quotes that were kept, in thousandths; `nil` for a hidden group.
    public let keptThousandths: Int?
    /// The errors of quotes.
    public let quoteErrors: [QuoteError]
    /// Orders by how they ended; `nil` for a hidden number.
    public let stages: [OrderStage: Int?]
    /// The share of finished orders that nobody collected, in thousandths; `nil` for a hidden group.
    public let noShowThousandths: Int?
    /// What was sold out, the longest first.
    public let soldOut: [SoldOutTime]
    /// How full pickup windows were; empty for a café without windows.
    public let capacity: [Capacity]
}

extension CafeReport {
    /// Makes a report from the figures of its days.
    init(_ figures: DayFigures, of cafe: Cafe, from first: CalendarDate, through last: CalendarDate) {
        func inOrder(_ hour: Int) -> Int { (hour + 24 - cafe.dayBoundaryHour) % 24 }
        self.first = first
        self.last = last
        let stages = figures.byName(.stage)
        let total = stages.values.reduce(0, +)
        orders = Self.shown(total)
        self.hours = Self.hours(figures).sorted { inOrder($0.hour) < inOrder($1.hour) }
        items = Self.preparations(figures.values(.item)).sorted {
            ($1.lengths?.count ?? 0, $0.name) < ($0.lengths?.count ?? 0, $1.name)
        }
        stations = Self.preparations(figures.values(.station)).sorted { $0.name < $1.name }
        preparationHours = Self.preparations(figures.values(.hour)).sorted {
            inOrder(Int($0.name) ?? 0) < inOrder(Int($1.name) ?? 0)
        }
        let waits = figures.values(.wait)
        ahead = Lengths(waits["ahead"] ?? [:])
        walkUp = Lengths(waits["walk-up"] ?? [:])
        let errors = (figures.values(.quote)[""] ?? [:]).sorted { $0.key < $1.key }
        let shownErrors = zip(errors, Self.shown(errors.map(\.value))).map {
            QuoteError(minutes: $0.key, count: $1)
        }
        quoteErrors = shownErrors
        quoted = Self.shown(errors.reduce(0) { $0 + $1.value })
        keptThousandths = Self.kept(of: errors.map { ($0.key, $0.value) }, shown: shownErrors)
        let named = stages.compactMap { name, count in OrderStage(rawValue: name).map { ($0, count) } }
        let shownStages = Dictionary(
            uniqueKeysWithValues: zip(named.map(\.0), Self.shown(named.map(\.1))))
        self.stages = shownStages
        // A share of two numbers tells one by the other, so both must be shown.
        let missed = shownStages[.notCollected, default: 0]
        let collected = shownStages[.collected, default: 0]
        noShowThousandths = missed.flatMap { missed in
            collected.flatMap { Self.share(missed, of: missed + $0) }
        }
        soldOut = figures.byName(.soldOut).compactMap { name, minutes in
            SoldOutMark.Thing(named: name).map { SoldOutTime(thing: $0, minutes: minutes) }
        }.sorted { ($1.minutes, "\($0.thing)") < ($0.minutes, "\($1.thing)") }
        capacity = Self.capacity(figures).sorted { inOrder($0.hour) < inOrder($1.hour) }
    }

    private static func hours(_ figures: DayFigures) -> [Hour] {
        var ahead: [Int: Int] = [:]
        var walkUp: [Int: Int] = [:]
        for (channel, hours) in figures.values(.orders) {
            let isWalkUp = OrderChannel(rawValue: channel)?.isWalkUp == true
            for (hour, count) in hours {
                if isWalkUp { walkUp[hour, default: 0] += count } else { ahead[hour, default: 0] += count }
            }
        }
        let hours = Set(ahead.keys).union(walkUp.keys).sorted()
        // One list, because the report shows the sum: a reader must not be able to compute a hidden number from it.
        let counts = shown(hours.map { ahead[$0] ?? 0 } + hours.map { walkUp[$0] ?? 0 })
        return hours.enumerated().map { index, hour in
            Hour(hour: hour, ahead: counts[index], walkUp: counts[index + hours.count])
        }
    }

    /// Hides small groups, and those that reveal them: items, stations and hours add up to the same number of preparations.
    private static func preparations(_ groups: [String: [Int: Int]]) -> [Preparation] {
        let groups = Array(groups)
        let counts = shown(groups.map { $0.value.values.reduce(0, +) })
        return zip(groups, counts).map { group, count in
            Preparation(name: group.key, lengths: count == nil ? nil : Lengths(group.value))
        }
    }

    /// The share of kept quotes; `nil` when it would tell a hidden number of ``quoteErrors``.
    private static func kept(
        of errors: [(minutes: Int, count: Int)], shown: [QuoteError]
    ) -> Int? {
        let kept = errors.first { $0.minutes == 0 }?.count ?? 0
        let isHidden = shown.contains { $0.minutes == 0 && $0.count == nil }
        // The share tells the sum of the other hidden numbers.
        let others = zip(errors, shown).filter { $1.count == nil && $1.minutes != 0 }.map { $0.0.count }
        let isSafe = others.count > 1 && others.reduce(0, +) >= hiddenBelow && Self.shown(kept) != nil
        guard !isHidden || isSafe else { return nil }
        return share(kept, of: errors.reduce(0) { $0 + $1.count })
    }

    private static func capacity(_ figures: DayFigures) -> [Capacity] {
        let (used, room) = (figures.values(.used), figures.values(.room))
        let orders = used["orders"] ?? [:]
        return Set(room.values.flatMap(\.keys)).map { hour in
            let shares = room.compactMap { name, hours -> Int? in
                guard let limit = hours[hour], limit > 0 else { return nil }
                return (used[name]?[hour] ?? 0) * 1_000 / limit
            }
            let isSmall = (1..<hiddenBelow).contains(orders[hour] ?? 0)
            return Capacity(hour: hour, thousandths: isSmall ? nil : shares.max() ?? 0)
        }
    }

    private static func share(_ part: Int, of whole: Int) -> Int? {
        whole < hiddenBelow ? nil : (part * 1_000 + whole / 2) / whole
    }

    private static func shown(_ count: Int) -> Int? { SmallGroups.shown(count) }
    private static func shown(_ counts: [Int]) -> [Int?] { SmallGroups.shown(counts) }
}

extension CafeReport.Lengths {
    /// Makes the statistics of a histogram; `nil` for a small group.
    init?(_ counts: [Int: Int]) {
        let count = counts.values.reduce(0, +)
        guard count >= CafeReport.hiddenBelow else { return nil }
        let sorted = counts.sorted { $0.key < $1.key }
        /// The percentile for a number of tenths, by nearest rank.
        func rank(_ tenths: Int) -> Int {
            var left = (count * tenths + 9) / 10
            for (length, count) in sorted {
                left -= count
                if left <= 0 { return length }
            }
            return 0
        }
        self.count = count
        median = rank(5)
        p90 = rank(9)
        longest = sorted.last?.key ?? 0
    }
}

extension SoldOutMark.Thing {
    fileprivate init?(named name: String) {
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "item":
            guard let id = ItemID(parts[1]) else { return nil }
            self = .item(id)
        case "choice":
            guard let id = ChoiceID(parts[1]) else { return nil }
            self = .choice(id)
        default: return nil
        }
    }
}

extension DayFigures {
    /// How often each value occurred, by name.
    fileprivate func values(_ kind: Kind) -> [String: [Int: Int]] { counts[kind] ?? [:] }

    /// The counts by name alone.
    fileprivate func byName(_ kind: Kind) -> [String: Int] {
        values(kind).mapValues { $0.values.reduce(0, +) }
    }
}
