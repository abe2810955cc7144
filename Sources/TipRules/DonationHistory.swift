/// The donations of one event that a rule can see, in columns, the oldest first.
///
/// Payloads are stored as indices into a table of distinct payloads, so that a condition on the payload is
/// evaluated once for each distinct payload.
public struct DonationHistory: Hashable, Sendable {
    /// The times, rising.
    public private(set) var times: [RuleTime]
    /// For each donation the place of its payload in ``payloads``.
    public private(set) var payloadNumbers: [UInt32]
    /// The different payloads.
    public private(set) var payloads: [RuleValue]
    /// The greatest age at which a donation is still visible; `nil` for any age (T57).
    public var maximumAge: RuleWindow?

    /// Makes a history without donations.
    public init() {
        times = []
        payloadNumbers = []
        payloads = []
    }

    /// Makes a history of stored columns.
    ///
    /// The three must fit together: as many numbers as times, times that rise, and numbers that are indices
    /// into the table. For columns from outside, use ``append(_:at:)`` instead.
    public init(
        times: [RuleTime], payloadNumbers: [UInt32], payloads: [RuleValue], maximumAge: RuleWindow? = nil
    ) {
        precondition(times.count == payloadNumbers.count, "columns of different lengths")
        self.times = times
        self.payloadNumbers = payloadNumbers
        self.payloads = payloads
        self.maximumAge = maximumAge
    }

    /// How many donations there are, of any age.
    public var count: Int { times.count }

    /// Adds a donation in the order of times, after all donations with the same time.
    ///
    /// - Complexity: O(*p*) in the number of different payloads, and O(*n*) when it is not the newest.
    public mutating func append(_ payload: RuleValue, at time: RuleTime) {
        let number: Int
        if let known = payloads.firstIndex(of: payload) {
            number = known
        } else {
            number = payloads.count
            payloads.append(payload)
        }
        var place = times.count
        while place > 0, times[place - 1] > time { place -= 1 }
        times.insert(time, at: place)
        payloadNumbers.insert(UInt32(number), at: place)
    }

    /// The payload of a donation, by its place.
    func payload(at index: Int) -> RuleValue { payloads[Int(payloadNumbers[index])] }

    /// The place of the first donation that is not older than a moment.
    ///
    /// - Complexity: O(log *n*).
    func firstIndex(since moment: RuleTime) -> Int {
        var low = 0
        var high = times.count
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < moment { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
