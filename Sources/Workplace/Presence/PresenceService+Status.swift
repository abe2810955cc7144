import Essentials

// What the page of gateways shows.
extension PresenceService {
    /// What a gateway's last report said about the gateway itself.
    struct GatewayNote {
        /// How often the time of a report is stored.
        static let storingInterval: Duration = .seconds(60)

        var heardAt: Timestamp
        var clockAhead: Duration?
        var isListening: Bool
        var health: GatewayHealth?
        var unknown = UnknownBeacons()
        /// When the time of a report was stored last.
        var storedAt: Timestamp?
    }

    /// Notes a report for the page of gateways.
    ///
    /// - Returns: Whether its time is to be stored, as that of one report in a minute is.
    func note(_ report: GatewayReport, from gateway: GatewayID, at time: Timestamp) -> Bool {
        var note = notes[gateway] ?? GatewayNote(heardAt: time, isListening: report.isListening)
        note.heardAt = time
        note.isListening = report.isListening
        note.health = report.health ?? note.health
        note.clockAhead = report.sentAt.map { time.duration(to: $0) } ?? note.clockAhead
        note.unknown.forget(at: time)
        let isDue = note.storedAt.map { $0.duration(to: time) >= GatewayNote.storingInterval } ?? true
        if isDue { note.storedAt = time }
        notes[gateway] = note
        return isDue
    }

    /// The status of each gateway of the campus, in the order of the campus.
    ///
    /// - Parameter keys: All keys that were ever issued.
    /// - Returns: One status for each gateway.
    /// - Throws: ``WorkplaceRefusal/noCampus``.
    public func statuses(keys: [GatewayKey]) throws -> [GatewayStatus] {
        let time = now()
        let keys = Dictionary(grouping: keys, by: \.gateway)
        return try campus().sites.flatMap { site in
            site.gateways.map { status(of: $0, at: site, keys: keys[$0.id] ?? [], time) }
        }
    }

    private func status(
        of gateway: Gateway, at site: Site, keys: [GatewayKey], _ time: Timestamp
    ) -> GatewayStatus {
        let valid = keys.last(where: \.isValid)
        let note = notes[gateway.id]
        // A key that was replaced may have been heard after the present one was issued.
        let heardAt = [note?.heardAt, keys.compactMap(\.heardAt).max()].compactMap(\.self).max()
        let present = valid.flatMap { key in heardAt.flatMap { $0 >= key.issuedAt ? $0 : nil } }
        let state: GatewayState =
            switch (valid, present) {
            case (nil, _): keys.isEmpty ? .unpaired : .revoked
            case (_, nil): .unheard
            case (_, let present?) where present.duration(to: time) > Self.gatewayTimeout: .silent
            default: note?.isListening == false ? .deaf : .live
            }
        return GatewayStatus(
            gateway: gateway, site: site, state: state, pairedAt: valid?.issuedAt, heardAt: heardAt,
            clockAhead: note?.clockAhead, health: note?.health,
            unknown: note?.unknown.summary(at: time) ?? UnknownBeacons.Summary(count: 0, sample: []))
    }
}
