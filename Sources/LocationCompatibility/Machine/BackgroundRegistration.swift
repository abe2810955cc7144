import Authorization
import Machine
import Processes
import Synchronization

/// Registers the open monitors of this program with the service that starts it for their events (L70).
///
/// Only a program that may always use the location is registered.
final class BackgroundRegistration: Sendable {
    private struct State {
        var monitors: Set<String> = []
        /// Whether the program may always use the location; `nil` until that is known.
        var isAllowed: Bool?
        var written: Set<String>?
    }

    /// The folder of this program's stores; `nil` when there is no folder for state.
    let stores: String?
    private let state = Mutex(State())

    init() { stores = try? StateFolder.ofProgram("monitors") }

    /// Records that a monitor was opened; the one of regions counts only with regions.
    func opened(_ monitor: String) {
        guard monitor != RegionMonitoring.monitorName else { return }
        update { $0.monitors.insert(monitor) }
    }

    /// Records that there are regions, which have a monitor of their own.
    func hasRegions() { update { $0.monitors.insert(RegionMonitoring.monitorName) } }

    /// Records what the person allows.
    func follow(_ status: AuthorizationStatus) {
        // A person who has not decided yet has taken nothing back.
        guard status != .notDetermined else { return }
        update { $0.isAllowed = status == .authorizedAlways }
    }

    private func update(_ body: (inout State) -> Void) {
        guard let stores else { return }
        let wanted = state.withLock { state -> Set<String>? in
            body(&state)
            guard let isAllowed = state.isAllowed else { return nil }
            // A program that starts has no monitor open yet. It keeps what it registered before: it may be killed
            // before it opens them, and then has to be started again for its event (LD9).
            guard !isAllowed || !state.monitors.isEmpty else { return nil }
            let wanted = isAllowed ? state.monitors : []
            guard wanted != state.written else { return nil }
            state.written = wanted
            return wanted
        }
        guard let wanted else { return }
        let entries = wanted.sorted().map { BackgroundPrograms.Entry(monitor: $0, in: stores) }
        // A program that cannot be registered works while it runs.
        if entries.isEmpty {
            try? BackgroundPrograms().remove(program: ThisProgram.path, in: stores)
        } else {
            try? BackgroundPrograms().register(entries)
        }
    }
}
