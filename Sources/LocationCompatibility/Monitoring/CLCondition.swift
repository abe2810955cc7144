public import Conditions

/// A condition that a ``CLMonitor`` can monitor.
///
/// Core Location has two kinds: ``CLMonitor/CircularGeographicCondition`` and
/// ``CLMonitor/BeaconIdentityCondition``. Here, a `Condition` from the library `Conditions` conforms too, so
/// that polygons, dwell times and combinations can be monitored under Apple's names. A condition of any other
/// type is added and reported as unsupported (LD16).
public protocol CLCondition: Sendable {}

extension Condition: CLCondition {}
