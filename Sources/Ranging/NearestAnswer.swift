/// The nearest of many beacons, or those among which it cannot be decided.
public enum NearestAnswer<Key: Hashable & Sendable>: Hashable, Sendable {
    /// No beacon is heard, or none for long enough.
    case nothing
    /// One beacon is nearest.
    case choose(Key)
    /// Several are equally near, so a person must say; the nearest by a little comes first.
    case ask([Key])
}
