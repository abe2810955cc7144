import Authorization
public import Beacons
public import Observations
public import Ranging

/// Reports how near the beacons of some constraints are, once a second, until it is stopped.
///
/// Like a ``Monitor`` it listens to nothing by itself: give it the observations that a monitor is given. Ranging needs no
/// permission of its own, but full accuracy (L95, L100).
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
    ///   - authority: Whether observations may be used; without one they always may.
    public init(policy: RangingPolicy = RangingPolicy(), authority: LocationAuthority? = nil) {
        self.authority = authority
        let streams = RangingStreams(policy: policy)
        self.streams = streams
        listening = authority.map { AuthorityListening(to: $0) { streams.suspend($0) } }
    }

    deinit { streams.stopAll() }

    /// The constraints that are ranged, in no order.
    public var constraints: [BeaconIdentityConstraint] { streams.constraints }

    /// Ranges the beacons of a constraint, until the reading ends or ``stop(satisfying:)`` is called with an equal one
    /// (L134).
    ///
    /// Several constraints, and several readers of one, are ranged side by side. A reader that falls behind misses the
    /// oldest reports beyond sixteen.
    public func reports(satisfying constraint: BeaconIdentityConstraint) -> AsyncStream<RangingReport> {
        authority?.elapse()
        return streams.begin(constraint, holding: authority.map { ReadingSession(of: $0) })
    }

    /// Ranges the beacons of a constraint for a caller that gets the reports directly, until ``end(_:of:)``.
    ///
    /// - Parameters:
    ///   - constraint: Which beacons.
    ///   - tell: Takes each report in order; it must neither wait nor call back.
    /// - Returns: The number by which it is ended.
    package func begin(
        _ constraint: BeaconIdentityConstraint, telling tell: @escaping @Sendable (RangingReport) -> Void
    ) -> Int {
        authority?.elapse()
        return streams.begin(constraint, telling: tell)
    }

    /// Ends what ``begin(_:telling:)`` began.
    package func end(_ number: Int, of constraint: BeaconIdentityConstraint) {
        streams.end(number, of: constraint)
    }

    /// Stops ranging the beacons of a constraint: its readings end.
    public func stop(satisfying constraint: BeaconIdentityConstraint) { streams.stop(constraint) }

    /// Decides what an observation changes, and reports it.
    ///
    /// - Complexity: O(*c* + *n*) for *c* constraints and *n* beacons that are heard.
    public func observe(_ observation: Observation) {
        authority?.elapse()
        streams.observe(observation)
    }

    /// Observes everything that a sequence yields, until it ends; then every reading ends.
    ///
    /// - Throws: What the sequence throws.
    public func run<Observations: AsyncSequence>(observing observations: Observations) async throws
    where Observations.Element == Observation {
        for try await observation in observations { observe(observation) }
        streams.stopAll()
    }
}
