// The session's listings, each at the place of its title, in the program that they were taken from as far as it shows.
import Foundation
import LocationCompatibility

final class CafeApp: NSObject, CLLocationManagerDelegate {
    struct Location { let id: Int }

    let locationManager = CLLocationManager()
    let proximityUUID = Scene.uuid
    let beaconID = "Cafés"
    let defaultLocation = Location(id: 7)
    let amount = NSNumber(value: 1)
    var beaconsToRange: [CLBeaconRegion] = []
    private var shown: [CLBeaconMajorValue] = []

    func start() {
        locationManager.delegate = self
        // statements of: Location Services: Requesting Authorization
    }

    func enableLocationFeatures() {
        print("enabled")
        monitorBeacons()
    }

    func disableLocationFeatures() { print("disabled") }

    func displayInformation(for major: CLBeaconMajorValue, and minor: CLBeaconMinorValue) {
        guard shown != [major, minor] else { return }
        shown = [major, minor]
        print("information for \(major) and \(minor)")
    }

    func handleUnknownOrFarBeacon(for major: CLBeaconMajorValue, and minor: CLBeaconMinorValue) {}

    func keepPreference() {
        // statements of: Preferences: User-defined Preferred Location
        print("preferred location \(defaultLocationId)")
    }

    func lookAtDevice() {
        // statements of: Location Services: Determining Device Support
    }

    func formatDate() {
        // statements of: Formatting Dates
        print(dateFormatter.dateStyle == .medium, dateFormatter.timeStyle == .short)
    }

    func formatCurrency() {
        // statements of: Configuring the Format of Currency
        print(formatter.string(from: amount) ?? "-")
    }

    // declarations of: Location Services: Requesting Authorization
    // declarations of: Stage 1: Region Monitoring
    // declarations of: Stage 2: Beacon Ranging
}

/// Learns when the listings' region is known to be left.
final class StateObserver: NSObject, CLLocationManagerDelegate {
    var isOutside = false

    func locationManager(
        _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {
        if state == .outside { isOutside = true }
    }
}

@main struct Program {
    static func main() async throws {
        if CommandLine.arguments[1] == "machine" { return try await onThisMachine() }
        let surroundings = await Scene.phone()
        let app = await Surroundings.using(surroundings) { CafeApp() }
        app.keepPreference()
        await Surroundings.using(surroundings) { app.lookAtDevice() }
        app.formatDate()
        app.formatCurrency()
        print("regions of before: \(app.locationManager.monitoredRegions.map(\.identifier))")
        await Surroundings.using(surroundings) {
            app.start()
            await Scene.allow(in: surroundings)
            await surroundings.play(Scene.visit(by: surroundings))
        }
        await surroundings.close()
    }

    /// As in an app: nothing says where observations come from.
    static func onThisMachine() async throws {
        let app = CafeApp()
        app.lookAtDevice()
        print("regions of before: \(app.locationManager.monitoredRegions.map(\.identifier))")
        app.start()
        let region = CLBeaconRegion(uuid: Scene.uuid, identifier: "Cafés")
        let observer = StateObserver()
        let manager = CLLocationManager()
        manager.delegate = observer
        while !observer.isOutside {
            manager.requestState(for: region)
            try await Task.sleep(for: .milliseconds(200))
        }
        print("outside")
        // Until the test kills it.
        try await Task.sleep(for: .seconds(3600))
        withExtendedLifetime((app, observer)) {}
    }
}
