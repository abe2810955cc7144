import Authorization
public import Beacons
public import Observations
public import Ranging

/// Reports once a second how near the beacons of some constraints are, until it is stopped.
///
/// Like a ``Monitor``, it does not listen by itself: pass it the observations that a monitor gets. Ranging
/// needs no permission of its own, but it needs full accuracy (L95, L100).
///
/// ```swift
/// for await report in ranging.reports(satisfying: BeaconIdentityConstraint(uuid: office)) {
///     show(report.beacons.first)
/// }
/// ```
public final class BeaconRanging: Sendable {
    private let authority: LocationAuthority?
    private let streams: RangingStreams
    private let listening: AuthorityListening?

    /// Makes ranging without readers.
    ///
    /// - Parameters:
    ///   - policy: How it reports.
    ///   - authority: Decides whether observations may be used; without one, they always may be used.
    public init(policy: RangingPolicy = RangingPolicy(), authority: LocationAuthority? = nil) {
        self.authority = authority
        let streams = RangingStreams(policy: policy)
        self.streams = streams
        listening = authority.map { AuthorityListening(to: $0) { streams.suspend($0) } }
    }

    deinit { streams.stopAll() }

    /// The constraints that are ranged, in no order.
    public var constraints: [BeaconIdentityConstraint] { streams.constraints }

    /// Ranges the beacons of a constraint, until the reading ends or ``stop(satisfying:)`` gets an equal one
    /// (L134).
    ///
    /// Several constraints, and several readers of one constraint, work at the same time. A reader that falls
    /// behind misses the oldest reports beyond sixteen.
    public func reports(satisfying constraint: BeaconIdentityConstraint) -> AsyncStream<RangingReport> {
        authority?.elapse()
        return streams.begin(constraint, holding: authority.map { ReadingSession(of: $0) })
    }

    /// Ranges the beacons of a constraint, and calls a closure with each report, until ``end(_:of:)``.
    ///
    /// - Parameters:
    ///   - constraint: The beacons.
    ///   - tell: Receives each report in order; it must neither wait nor call back.
    /// - Returns: The number to pass to ``end(_:of:)``.
    package func begin(
        _ constraint: BeaconIdentityConstraint, telling tell: @escaping @Sendable (RangingReport) -> Void
    ) -> Int {
        authority?.elapse()
        return streams.begin(constraint, telling: tell)
    }

    /// Ends the ranging that ``begin(_:telling:)`` began.
    package func end(_ number: Int, of constraint: BeaconIdentityConstraint) {
        streams.end(number, of: constraint)
    }

    /// Stops ranging the beacons of a constraint: its readings end.
    public func stop(satisfying constraint: BeaconIdentityConstraint) { streams.stop(constraint) }

    /// Evaluates an observation, and reports the result.
    ///
    /// - Complexity: O(*c* + *n*) for *c* constraints and *n* beacons that are heard.
    public func observe(_ observation: Observation) {
        authority?.elapse()
        streams.observe(observation)
    }

    /// Observes everything that a sequence yields, until it ends; then every reading ends.
    ///
    /// - Throws: The sequence's errors.
    public func run<Observations: AsyncSequence>(observing observations: Observations) async throws
    where Observations.Element == Observation {
        for try await observation in observations { observe(observation) }
        streams.stopAll()
    }
}
