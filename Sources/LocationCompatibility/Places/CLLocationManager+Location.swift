import Authorization
import Monitoring

extension CLLocationManager {
    /// The last position that the device measured while the person allowed it; `nil` before the first.
    ///
    /// It is the same for all managers, and is kept in memory only. It is forgotten when positions are no longer allowed, and
    /// when the allowed accuracy changes. It may be old: see ``CLLocation/timestamp``.
    public var location: CLLocation? {
        guard let latest = surroundings.sensing.live.latest, let fix = client.locationDelivery.fix(of: latest)
        else { return nil }
        return CLLocation(fix, at: latest.time)
    }

    /// The accuracy that the program wants, in metres (one sigma), or a constant; ``kCLLocationAccuracyBest`` by default.
    ///
    /// Devices measure as exactly as they can, whatever the program wants, and less exact positions are delivered too. A positive
    /// value makes ``requestLocation()`` wait for a position of that accuracy. ``kCLLocationAccuracyReduced`` makes every
    /// position of this manager coarse. Under ``CLAccuracyAuthorization/reducedAccuracy`` the value has no effect.
    public var desiredAccuracy: CLLocationAccuracy {
        get { client.locationDelivery.desiredAccuracy }
        set { client.change { $0.desiredAccuracy = newValue } }
    }

    /// The distance in metres that the device must move before the next position is delivered; ``kCLDistanceFilterNone`` by default.
    ///
    /// The distance counts from the last position that this manager delivered. The first position after ``startUpdatingLocation()``
    /// is always delivered. A value that is not positive, such as ``kCLDistanceFilterNone``, lets every position through.
    public var distanceFilter: CLLocationDistance {
        get { client.locationDelivery.distanceFilter }
        set { client.change { $0.distanceFilter = newValue } }
    }

    /// Starts delivering positions, until ``stopUpdatingLocation()``.
    ///
    /// The manager calls ``CLLocationManagerDelegate/locationManager(_:didUpdateLocations:)`` with each position that the device
    /// measures, the person allows, and ``distanceFilter`` lets through. It calls
    /// ``CLLocationManagerDelegate/locationManager(_:didFailWithError:)`` with ``CLError/Code/denied`` when the person refuses,
    /// now or later, and with ``CLError/Code/locationUnknown`` when no source can measure positions any more. After a failure,
    /// positions come again as soon as they can. A pending request of ``requestLocation()`` ends without an answer.
    public func startUpdatingLocation() {
        client.change { $0.start() }
        holdBackgroundActivity()
        surroundings.enqueue { [client] in await $0.beginPositions(for: client) }
    }

    /// Stops delivering positions; a pending request of ``requestLocation()`` ends without an answer.
    public func stopUpdatingLocation() {
        client.change { $0.stop() }
        holdBackgroundActivity()
    }

    /// Requests one position.
    ///
    /// The manager calls ``CLLocationManagerDelegate/locationManager(_:didUpdateLocations:)`` once: with the next position that
    /// has the ``desiredAccuracy``, or after ten seconds with the last one that came. Otherwise it calls
    /// ``CLLocationManagerDelegate/locationManager(_:didFailWithError:)`` once: with ``CLError/Code/denied`` when the person
    /// refuses, and with ``CLError/Code/locationUnknown`` when no position came in the ten seconds, or no source can measure
    /// positions.
    ///
    /// Time comes only from observations (LD15). The ten seconds begin with the first observation of a source after the request,
    /// and end with an observation of the same source that is at least ten seconds later. A refusal, and the failure of all
    /// sources, need no time. Otherwise the request stays pending while nothing is observed, and neither method is called.
    ///
    /// A request while another one is pending is part of it: both get one call together, and the ten seconds do not begin again.
    /// While ``startUpdatingLocation()`` delivers positions, no request begins. ``startUpdatingLocation()`` and
    /// ``stopUpdatingLocation()`` end a pending request without a call.
    public func requestLocation() {
        client.change { $0.requestOne() }
        surroundings.enqueue { [client] in await $0.beginPositions(for: client) }
    }

    func holdBackgroundActivity() {
        let isWanted = allowsBackgroundLocationUpdates && client.locationDelivery.isUpdating
        activity = isWanted ? activity ?? BackgroundActivitySession(of: surroundings.authority) : nil
    }
}
