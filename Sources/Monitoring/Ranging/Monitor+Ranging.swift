import Conditions

extension Monitor {
    /// Ranges the beacons of a monitored condition while it is satisfied: monitor first, range inside, stop outside
    /// (L135).
    ///
    /// It ends with the monitor's events or with its task. Its reader's progress is stored; ranging begins at
    /// once if the condition was satisfied at the last acknowledged event.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of a beacon condition of the monitor.
    ///   - ranging: The ranging; pass it the observations that the monitor gets.
    ///   - reader: The name of the reader of events; simultaneous calls need different names.
    ///   - body: Receives each report.
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
