import Machine
import Monitoring

/// Opens the monitors of one device.
struct MonitorStores: Sendable {
    let folder: String?
    let limit: ConditionLimit
    let authority: LocationAuthority
    /// The service that watches this program's monitors while it does not run; `nil` for simulated devices.
    let background: BackgroundRegistration?

    /// Opens a monitor, and gets its store from the service if that has it.
    func monitor(_ name: String) async throws(MonitorError) -> Monitor {
        let monitor = try await open(name)
        background?.opened(name)
        return monitor
    }

    private func open(_ name: String) async throws(MonitorError) -> Monitor {
        do throws(MonitorError) {
            return try await Monitor(name, in: folder, limit: limit, authority: authority)
        } catch {
            guard case .alreadyOpen = error, let stores = background?.stores else { throw error }
            return try await take(name, in: stores)
        }
    }

    /// Asks the service for a store, and waits until it is free.
    private func take(_ name: String, in stores: String) async throws(MonitorError) -> Monitor {
        let deadline = ContinuousClock.now + StoreHandOver.longestWait
        defer { StoreHandOver.endRequest(for: name, in: stores) }
        while true {
            // The service may have closed it before the question; then the next try succeeds.
            let isKept = StoreHandOver.isKept(name, in: stores)
            if isKept { StoreHandOver.request(name, in: stores) }
            do throws(MonitorError) {
                return try await Monitor(name, in: folder, limit: limit, authority: authority)
            } catch {
                guard case .alreadyOpen = error, isKept, ContinuousClock.now < deadline else { throw error }
            }
            // A cancelled task gets its monitor all the same, because this cannot fail for that reason.
            try? await Task.sleep(for: .milliseconds(20))
        }
    }
}
