import Conditions

extension Monitor {
    /// Ranges the beacons of a monitored condition while it is satisfied: monitor first, range inside, stop outside
    /// (L135).
    ///
    /// It ends with the monitor's events or with its task. The reader that it uses remembers where it was; ranging begins at
    /// once when the condition was satisfied the last time.
    ///
    /// - Parameters:
    ///   - identifier: A beacon condition of the monitor.
    ///   - ranging: What ranges; give it the observations that the monitor is given.
    ///   - reader: The name of the reader of events; two calls at a time need two.
    ///   - body: Takes each report.
    /// - Throws: ``MonitorError/notRangeable(_:)`` when the identifier is not that of a beacon condition,
    ///   ``MonitorError/invalidName(_:)``, and ``MonitorError/persistenceUnavailable``.
    public func range(
        inside identifier: String, with ranging: BeaconRanging, reader: String = "ranging",
        _ body: @escaping @Sendable (RangingReport) async -> Void
    ) async throws(MonitorError) {
        guard let record = record(for: identifier, reader: reader),
            case .beacon(let beacons) = record.condition
        else { throw .notRangeable(identifier) }
        let events = try events(reader: reader)
        let stage = RangingStage(beacons.constraint, with: ranging, body)
        try await stage.run(events, of: identifier, isInside: record.lastEvent.state == .satisfied)
    }
}
