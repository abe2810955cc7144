public import Beacons

/// What a capture holds, for people who want to know whether it is of use.
public struct CaptureCounts: Hashable, Sendable {
    /// All packets: also commands, data of connections, and damaged ones.
    public internal(set) var packets = 0
    /// Advertisements and scan responses that could be read.
    public internal(set) var advertisements = 0
    /// Advertisements without a frame of a known kind.
    public internal(set) var withoutFrame = 0

    private var frames = [Int](repeating: 0, count: BeaconFrame.Kind.allCases.count)

    /// Starts with all counts at zero.
    public init() {}

    /// The number of frames of a kind; an advertisement can have several.
    public subscript(kind: BeaconFrame.Kind) -> Int { frames[Int(kind.rawValue)] }

    mutating func count(_ kind: BeaconFrame.Kind) { frames[Int(kind.rawValue)] += 1 }
}
