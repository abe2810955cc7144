/// The nearest of many beacons, or the candidates if none is clearly nearest.
public enum NearestAnswer<Key: Hashable & Sendable>: Hashable, Sendable {
    /// No beacon is heard, or none for long enough.
    case nothing
    /// One beacon is nearest.
    case choose(Key)
    /// Several are equally near, so a person must decide; the nearest one comes first.
    case ask([Key])
}
