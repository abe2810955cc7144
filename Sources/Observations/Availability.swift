/// Whether a source is able to listen.
public enum RadioState: UInt8, Hashable, Sendable {
    /// It listens.
    case on
    /// The radio, or the position service, is switched off.
    case off
    /// The source is gone: unplugged, out of reach or ended.
    case gone
}

/// The part of a permission that decides whether observations may be used.
public enum Permission: UInt8, Hashable, Sendable {
    /// Observations may be used, with full accuracy.
    case granted
    /// Only coarse positions may be used: conditions cannot be decided.
    case reducedAccuracy
    /// The person has not been asked, or has not answered.
    case undetermined
    /// The person refused.
    case denied
    /// Location is switched off for the whole device.
    case deniedGlobally
    /// Not allowed, and the person cannot change it.
    case restricted
}
