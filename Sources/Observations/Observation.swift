/// What was sensed, by which source, and when: the only input of conditions.
public struct Observation: Hashable, Sendable {
    /// Who sensed it.
    public var source: ObservationSource
    /// When it was sensed.
    public var time: ObservationTime
    /// What was sensed.
    public var content: Content

    /// Makes an observation.
    public init(source: ObservationSource, time: ObservationTime, content: Content) {
        self.source = source
        self.time = time
        self.content = content
    }

    /// What can be sensed.
    public enum Content: Hashable, Sendable {
        /// A position fix arrived.
        case position(PositionFix)
        /// A beacon was heard.
        case sighting(BeaconSighting)
        /// The source listened until now, and what it did not report did not happen.
        case elapsed
        /// The source's radio was switched on or off, or the source went away.
        case radio(RadioState)
        /// What the person allows this source changed.
        case permission(Permission)
    }
}

/// One stream of observations whose times only go forward: a phone's receiver, an adapter, a gateway, a file.
public struct ObservationSource: Hashable, Comparable, Sendable {
    /// The name, unique among the sources that one evaluation listens to.
    public var name: String

    /// Names a source.
    public init(_ name: String) { self.name = name }

    /// Compares names byte by byte.
    ///
    /// By their canonical forms, every program that evaluates anything would carry Unicode's tables, into a page too.
    public static func == (left: ObservationSource, right: ObservationSource) -> Bool {
        let isSame: Bool?? = unsafe left.name.utf8.withContiguousStorageIfAvailable { left in
            unsafe right.name.utf8.withContiguousStorageIfAvailable { unsafe left.elementsEqual($0) }
        }
        // Nearly always the bytes lie together, and need not be asked for one by one.
        return (isSame ?? nil) ?? left.name.utf8.elementsEqual(right.name.utf8)
    }

    /// Feeds the bytes of the name.
    public func hash(into hasher: inout Hasher) {
        for byte in name.utf8 { hasher.combine(byte) }
    }

    /// Orders by the bytes of the names.
    public static func < (left: ObservationSource, right: ObservationSource) -> Bool {
        left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
    }
}
