public import Conditions

/// Something that a ``CLMonitor`` can be asked to monitor.
///
/// Core Location has two kinds: ``CLMonitor/CircularGeographicCondition`` and ``CLMonitor/BeaconIdentityCondition``. Here
/// a `Condition` of the room below is one too, so that polygons, dwell times and combinations can be monitored under
/// Apple's names. Any other type is added and reported as unsupported (LD16).
public protocol CLCondition: Sendable {}

extension Condition: CLCondition {}
