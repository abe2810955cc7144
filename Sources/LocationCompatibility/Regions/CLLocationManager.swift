public import Foundation
import Monitoring

/// Starts and stops the services that report positions, regions and beacons to a delegate.
///
/// A delegate is called on the executor on which its manager was made (LD19): the main actor, or another one
/// that the caller names. A manager's observations come from the ``Surroundings/current`` that exist when the
/// manager is made.
open class CLLocationManager: NSObject {
    let surroundings = Surroundings.current
    let client = Client()
    private var executor: any Actor = MainActor.shared
    var activity: BackgroundActivitySession?

    /// Whether positions continue in the background after a ``startUpdatingLocation()`` in the foreground.
    open var allowsBackgroundLocationUpdates = false {
        didSet { holdBackgroundActivity() }
    }

    /// The delegate; changes wait until it is set (L24).
    open weak var delegate: (any CLLocationManagerDelegate)? {
        didSet { beginTelling() }
    }

    /// Makes a manager whose delegate is called on the main actor.
    public override init() {
        super.init()
        surroundings.audience.add(client)
    }

    /// Makes a manager for another actor, on which its delegate is called.
    ///
    /// A manager cannot find out on which actor it is made. So Core Location has no counterpart of this
    /// initialiser.
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
        if !surroundings.sensing.regions.registrations.isEmpty { surroundings.radio?.listen() }
    }

    /// Begins to make calls on the executor of the manager.
    ///
    /// - Returns: Whether this was the first time.
    @discardableResult func beginCalls() -> Bool { client.callbacks.begin(for: self, on: executor) }
}

@available(*, unavailable)
extension CLLocationManager: Sendable {}

// Regions.
extension CLLocationManager {
    /// Whether regions of a class can be monitored here; it does not depend on permission (L99).
    ///
    /// On this machine, beacons need a Bluetooth adapter, and circles have no source of positions. The first answer may
    /// take a moment, until the system has said whether there is an adapter.
    public static func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
        guard let radio = Surroundings.current.radio else {
            return regionClass is CLCircularRegion.Type || regionClass is CLBeaconRegion.Type
        }
        return regionClass is CLBeaconRegion.Type && radio.isPresent
    }

    /// The largest radius that can be monitored, in metres: half the equator (LD7).
    public var maximumRegionMonitoringDistance: CLLocationDistance { RegionRegistration.largestRadius }

    /// The regions of all managers of the program, including those of earlier runs (L116).
    ///
    /// A start or a stop appears here after a short delay (L118).
    public var monitoredRegions: Set<CLRegion> {
        Set(surroundings.sensing.regions.registrations.map(\.region))
    }

    /// Begins to monitor a region, and replaces an existing one of the same kind and identifier (L117).
    ///
    /// The result is a call of ``CLLocationManagerDelegate/locationManager(_:didStartMonitoringFor:)`` or
    /// ``CLLocationManagerDelegate/locationManager(_:monitoringDidFailFor:withError:)``. If the device is
    /// already inside, there is no entry (L110). If an identical region is already monitored, it keeps its
    /// state.
    public func startMonitoring(for region: CLRegion) {
        guard let registration = RegionRegistration(region) else { return refuse(region) }
        surroundings.radio?.listen()
        surroundings.enqueue { [client] in await $0.regions.start(registration, for: client) }
    }

    /// Stops monitoring the region with a kind and identifier, even if another manager began it (L119).
    public func stopMonitoring(for region: CLRegion) {
        guard let registration = RegionRegistration(region) else { return }
        surroundings.enqueue { await $0.regions.stop(registration) }
    }

    /// Requests the known state of a region (L111).
    ///
    /// The result is a call of ``CLLocationManagerDelegate/locationManager(_:didDetermineState:for:)``.
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
