import Foundation
// With `import CoreLocation` in place of the next line this file is an Apple app's.
import LocationCompatibility

/// Greets a person at the places of their work, and goes on after a restart where it was.
struct Greeter {
    private let monitor: CLMonitor

    /// Opens the monitor, or makes it the first time.
    init() async {
        monitor = await CLMonitor("Greeter")
    }

    /// Prints what the monitor knows from the last time.
    ///
    /// - Returns: Whether there was a last time.
    func recall() async -> Bool {
        for identifier in await monitor.identifiers {
            guard let record = await monitor.record(for: identifier) else { continue }
            print("\(identifier): \(record.lastEvent.state) since \(Clock.text(record.lastEvent.date))")
        }
        return await !monitor.identifiers.isEmpty
    }

    /// Adds the places, each by a condition of its own.
    func addPlaces() async {
        // A person who starts this at home is at neither end of the list; an event corrects a wrong guess.
        await monitor.add(
            CLMonitor.CircularGeographicCondition(center: Harbour.gate, radius: 200),
            identifier: "Harbour", assuming: .unsatisfied)
        await monitor.add(
            CLMonitor.BeaconIdentityCondition(uuid: Harbour.uuid), identifier: "Any cafeteria")
        await monitor.add(
            CLMonitor.BeaconIdentityCondition(uuid: Harbour.uuid, major: Harbour.site),
            identifier: "Harbour cafeteria")
        await monitor.add(
            CLMonitor.BeaconIdentityCondition(
                uuid: Harbour.uuid, major: Harbour.site, minor: Harbour.coffeeStation),
            identifier: "Coffee station", assuming: .unsatisfied)
    }

    /// Waits for events until the monitor closes.
    func greet() async throws {
        for try await event in await monitor.events {
            let before = await monitor.record(for: event.identifier)?.lastEvent.state ?? .unknown
            print("\(Clock.text(event.date)) \(greeting(for: event)) (before: \(before))")
        }
    }

    private func greeting(for event: CLMonitor.Event) -> String {
        switch event.state {
        case .satisfied: "Welcome: \(event.identifier)\(beacon(of: event))."
        case .unsatisfied: "Goodbye: \(event.identifier)."
        case .unknown: "Nobody can tell: \(event.identifier)."
        case .unmonitored: "Not monitored: \(event.identifier)."
        }
    }

    /// A condition with wildcards says which beacon it was.
    private func beacon(of event: CLMonitor.Event) -> String {
        guard let beacon = event.refinement as? CLMonitor.BeaconIdentityCondition,
            let major = beacon.major, let minor = beacon.minor
        else { return "" }
        return ", site \(major), spot \(minor)"
    }
}
