public import Foundation
import Monitoring

/// Starts and stops the services that report positions, regions and beacons to a delegate.
///
/// A delegate is called on the executor on which its manager was made (LD19): the main actor, or another that is named when
/// the manager is made. What a manager senses comes from ``Surroundings/current`` as it is when the manager is made.
open class CLLocationManager: NSObject {
    let surroundings = Surroundings.current
    let client = Client()
    private var executor: any Actor = MainActor.shared
    var activity: BackgroundActivitySession?

    /// Whether positions go on in the background after ``startUpdatingLocation()`` in the foreground, as long as they are
    /// started.
    open var allowsBackgroundLocationUpdates = false {
        didSet { holdBackgroundActivity() }
    }

    /// The delegate; until it is set, changes wait (L24).
    open weak var delegate: (any CLLocationManagerDelegate)? {
        didSet { beginTelling() }
    }

    /// Makes a manager whose delegate is called on the main actor.
    public override init() {
        super.init()
        surroundings.audience.add(client)
    }

    /// Makes a manager on another actor, where its delegate is called.
    ///
    /// A manager cannot find out on which actor it is made, so this has no counterpart in Core Location.
    public convenience init(callingOn actor: any Actor) {
        self.init()
        executor = actor
    }

    private func beginTelling() {
        guard delegate != nil, beginCalls() else { return }
        surroundings.enqueue { sensing in
            await sensing.tellAuthority()
            await sensing.regions.tellNews()
        }
    }

    /// Begins to carry calls to where the manager was made.
    ///
    /// - Returns: Whether this was the first time.
    @discardableResult func beginCalls() -> Bool { client.callbacks.begin(for: self, on: executor) }
}

@available(*, unavailable)
extension CLLocationManager: Sendable {}

// Regions.
extension CLLocationManager {
    /// Whether regions of a class can be monitored here; says nothing about permission (L99).
    public static func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
        regionClass is CLCircularRegion.Type || regionClass is CLBeaconRegion.Type
    }

    /// The largest radius that can be monitored, in metres: half the equator (LD7).
    public var maximumRegionMonitoringDistance: CLLocationDistance { RegionRegistration.largestRadius }

    /// The regions of all managers of the program, those of earlier runs included (L116).
    ///
    /// Starting and stopping take a moment to show (L118).
    public var monitoredRegions: Set<CLRegion> {
        Set(surroundings.sensing.regions.registrations.map(\.region))
    }

    /// Begins to monitor a region, in place of another of its kind and identifier (L117).
    ///
    /// The answer is ``CLLocationManagerDelegate/locationManager(_:didStartMonitoringFor:)`` or
    /// ``CLLocationManagerDelegate/locationManager(_:monitoringDidFailFor:withError:)``. Being inside already is no entry
    /// (L110). A region that is monitored already, with all that it says, keeps its state.
    public func startMonitoring(for region: CLRegion) {
        guard let registration = RegionRegistration(region) else { return refuse(region) }
        surroundings.enqueue { [client] in await $0.regions.start(registration, for: client) }
    }

    /// Stops monitoring the region of a kind and identifier, whichever manager began it (L119).
    public func stopMonitoring(for region: CLRegion) {
        guard let registration = RegionRegistration(region) else { return }
        surroundings.enqueue { await $0.regions.stop(registration) }
    }

    /// Asks for the state of a region, as far as it is known (L111).
    ///
    /// The answer is ``CLLocationManagerDelegate/locationManager(_:didDetermineState:for:)``.
    public func requestState(for region: CLRegion) {
        guard let registration = RegionRegistration(region) else { return refuse(region) }
        surroundings.enqueue { [client] in await $0.regions.requestState(of: registration, for: client) }
    }

    private func refuse(_ region: CLRegion) {
        let identifier = region.identifier
        client.tell {
            $0.locationManager(
                $1, monitoringDidFailFor: CLRegion(identifier: identifier),
                withError: CLError(.regionMonitoringFailure))
        }
    }
}
