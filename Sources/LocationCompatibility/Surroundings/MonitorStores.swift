import Monitoring

/// Opens the monitors of one device.
struct MonitorStores: Sendable {
    let folder: String?
    let limit: ConditionLimit
    let authority: LocationAuthority

    /// Opens a monitor.
    func monitor(_ name: String) async throws(MonitorError) -> Monitor {
        try await Monitor(name, in: folder, limit: limit, authority: authority)
    }
}
