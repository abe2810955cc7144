import Authorization
import Monitoring

extension CLLocationManager {
    /// Begins to tell positions: ``CLLocationManagerDelegate/locationManager(_:didUpdateLocations:)`` is called with each one
    /// that the device measures and the person allows.
    ///
    /// When the person does not, ``CLLocationManagerDelegate/locationManager(_:didFailWithError:)`` says so.
    public func startUpdatingLocation() {
        client.isUpdatingLocation = true
        holdBackgroundActivity()
        let authority = surroundings.authority
        surroundings.enqueue { [client] _ in
            if authority.authorization.status.isRefusal {
                client.tell { $0.locationManager($1, didFailWithError: CLError(.denied)) }
            }
        }
    }

    /// Stops telling positions.
    public func stopUpdatingLocation() {
        client.isUpdatingLocation = false
        holdBackgroundActivity()
    }

    func holdBackgroundActivity() {
        let isWanted = allowsBackgroundLocationUpdates && client.isUpdatingLocation
        activity = isWanted ? activity ?? BackgroundActivitySession(of: surroundings.authority) : nil
    }
}
