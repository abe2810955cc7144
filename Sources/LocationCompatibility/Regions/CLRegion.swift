public import Foundation

/// A region that a ``CLLocationManager`` can monitor; use one of the subclasses.
///
/// Two regions are equal if they have the same kind and identifier (L117).
open class CLRegion: NSObject {
    /// The identifier, unique among the regions of its kind.
    public let identifier: String
    /// Whether entries are reported (L113).
    open var notifyOnEntry = true
    /// Whether exits are reported (L113).
    open var notifyOnExit = true

    init(identifier: String) {
        self.identifier = identifier
        super.init()
    }

    /// Whether the other is a region of the same kind and identifier.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLRegion else { return false }
        return type(of: self) == type(of: other) && identifier == other.identifier
    }

    /// A hash that equal regions share.
    open override var hash: Int { identifier.hashValue }
}

@available(*, unavailable)
extension CLRegion: Sendable {}
