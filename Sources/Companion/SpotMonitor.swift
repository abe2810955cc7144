import Foundation
import WorkplaceClient

#if canImport(CoreLocation)
    import CoreLocation
#else
    import LocationCompatibility
#endif

/// The spots of a campus as conditions of a monitor of the device.
///
/// The same source is compiled with Core Location and with this package's `LocationCompatibility`.
struct SpotMonitor: Sendable {
    /// How many conditions Core Location monitors for an app.
    static let capacity = 20

    /// The monitor.
    let monitor: CLMonitor

    /// Opens the monitor; its conditions and records are those of the last time.
    init(named name: String) async { monitor = await CLMonitor(name) }

    /// Chooses the spots to monitor: entrances first, in the order of the campus, because reminders begin there.
    static func chosen(of spots: [MonitoredSpot]) -> [MonitoredSpot] {
        let entrances = spots.filter { $0.cafe == nil }
        return Array((entrances + spots.filter { $0.cafe != nil }).prefix(capacity))
    }

    /// Monitors these spots and no others; the records of spots that stay are kept.
    func monitor(_ spots: [MonitoredSpot]) async {
        let names = Set(spots.map(\.identifier))
        for identifier in await monitor.identifiers where !names.contains(identifier) {
            await monitor.remove(identifier)
        }
        for spot in spots {
            guard let uuid = UUID(uuidString: spot.uuid) else { continue }
            let known =
                await monitor.record(for: spot.identifier)?.condition as? CLMonitor.BeaconIdentityCondition
            if known?.uuid == uuid, known?.major == spot.major, known?.minor == spot.minor { continue }
            await monitor.add(
                CLMonitor.BeaconIdentityCondition(uuid: uuid, major: spot.major, minor: spot.minor),
                identifier: spot.identifier)
        }
    }
}

extension SpotReport.State {
    /// The same state in a report.
    init(_ state: CLMonitor.Event.State) {
        switch state {
        case .satisfied: self = .satisfied
        case .unsatisfied: self = .unsatisfied
        case .unknown: self = .unknown
        default: self = .unmonitored
        }
    }
}
