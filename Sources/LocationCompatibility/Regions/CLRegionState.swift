/// The device's state relative to a region.
public enum CLRegionState: Int, Hashable, Sendable {
    /// Not known.
    case unknown = 0
    /// Inside.
    case inside = 1
    /// Outside.
    case outside = 2
}
