public import Essentials

/// Limits the reports of gateways and devices, so that none of them keeps the server busy.
///
/// A gateway is counted after it has shown its key, and a person after their session, so that nobody can use up what
/// another one has. What an address has is twenty times what a person has.
public final class IntakeLimit: Sendable {
    /// A gateway reports each second.
    ///
    /// After an outage it may catch up fifty seconds in a second.
    static let gatewayInterval: Duration = .milliseconds(20)
    static let gatewayBurst = 100
    static let personInterval: Duration = .milliseconds(200)
    static let personBurst = 50
    static let wrongKeysPerMinute = 60

    private let gateways = SteadyLimit(every: gatewayInterval, burst: gatewayBurst)
    private let people = SteadyLimit(every: personInterval, burst: personBurst)
    private let addresses = SteadyLimit(every: personInterval / 20, burst: 20 * personBurst)
    private let wrongKeys = MinuteLimit(wrongKeysPerMinute, namesAtMost: 10_000)

    /// Makes a limit of which nothing is used.
    init() {}

    /// Counts a report of a gateway that has shown its key.
    ///
    /// - Throws: ``IntakeRefusal/tooManyReports(retryAfter:)``.
    public func countReport(of gateway: GatewayID, at now: Timestamp) throws(IntakeRefusal) {
        if let wait = gateways.add(gateway.rawValue, at: now) { throw .tooManyReports(retryAfter: wait) }
    }

    /// Counts a report of a signed-in person's device.
    ///
    /// - Throws: ``IntakeRefusal/tooManyReports(retryAfter:)``.
    public func countReport(
        of person: PersonID, from address: String, at now: Timestamp
    ) throws(IntakeRefusal) {
        let wait = people.add(person.rawValue, at: now) ?? addresses.add(address, at: now)
        if let wait { throw .tooManyReports(retryAfter: wait) }
    }

    /// Counts a request that showed no gateway's valid key.
    ///
    /// A request with a valid key is not counted, so that a gateway behind the same address goes on.
    ///
    /// - Throws: ``IntakeRefusal/tooManyWrongKeys(retryAfter:)``.
    public func countWrongKey(from address: String, at now: Timestamp) throws(IntakeRefusal) {
        if let wait = wrongKeys.add(address, at: now) { throw .tooManyWrongKeys(retryAfter: wait) }
    }
}

/// Why a report is not read; nothing of it was taken.
public enum IntakeRefusal: Error, Hashable, Sendable {
    /// The gateway or person has sent too many.
    case tooManyReports(retryAfter: Duration)
    /// Too many requests without a gateway's valid key came from the address.
    case tooManyWrongKeys(retryAfter: Duration)
}
