/// An observation with its source and time: the only input of conditions.
public struct Observation: Hashable, Sendable {
    /// The source.
    public var source: ObservationSource
    /// When it was sensed.
    public var time: ObservationTime
    /// The content.
    public var content: Content

    /// Makes an observation.
    public init(source: ObservationSource, time: ObservationTime, content: Content) {
        self.source = source
        self.time = time
        self.content = content
    }

    /// The possible contents of an observation.
    public enum Content: Hashable, Sendable {
        /// A position fix arrived.
        case position(PositionFix)
        /// A beacon was heard.
        case sighting(BeaconSighting)
        /// The source listened until now; events that it did not report did not happen.
        case elapsed
        /// The source's radio was switched on or off, or the source went away.
        case radio(RadioState)
        /// The person changed the permission of this source.
        case permission(Permission)
    }
}

/// One stream of observations whose times never go backwards: a phone's receiver, an adapter, a gateway, a
/// file.
public struct ObservationSource: Hashable, Comparable, Sendable {
    /// The name, unique among the sources that one evaluation listens to.
    public var name: String

    /// Names a source.
    public init(_ name: String) { self.name = name }

    /// Compares names byte by byte.
    ///
    /// A comparison of canonical forms would add Unicode's tables to every program that evaluates conditions,
    /// even to web pages.
    public static func == (left: ObservationSource, right: ObservationSource) -> Bool {
        let isSame: Bool?? = unsafe left.name.utf8.withContiguousStorageIfAvailable { left in
            unsafe right.name.utf8.withContiguousStorageIfAvailable { unsafe left.elementsEqual($0) }
        }
        // Nearly always the bytes are contiguous, so the slow path is not needed.
        return (isSame ?? nil) ?? left.name.utf8.elementsEqual(right.name.utf8)
    }

    /// Hashes the bytes of the name.
    public func hash(into hasher: inout Hasher) {
        for byte in name.utf8 { hasher.combine(byte) }
    }

    /// Orders by the bytes of the names.
    public static func < (left: ObservationSource, right: ObservationSource) -> Bool {
        left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
}
