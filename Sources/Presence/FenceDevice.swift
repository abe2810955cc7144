/// What is held of a device: 40 bytes.
///
/// Its anchor is where it was when it was last looked at closely. Within the quiet distance of it, no border is crossed.
/// Within the watched distance, at most those of two areas are, which are kept apart: who walks along a border does not
/// come near it anew with each step.
struct FenceDevice<Place: Sendable>: Sendable {
    /// The anchor.
    var anchor: Place
    /// The square of the quiet distance, rounded down.
    var quietSquare: Float = 0
    /// The square of the watched distance, rounded down.
    var watchedSquare: Float = 0
    /// The nearest area.
    var first = FenceWatch.none
    /// The second nearest area.
    var second = FenceWatch.none

    /// Forgets the distances: the device is looked at closely with its next place.
    mutating func lookAgain() {
        (quietSquare, watchedSquare) = (0, 0)
        (first, second) = (.none, .none)
    }
}

/// What is held of a device besides, and only needed when it is looked at closely.
struct FenceHome: Sendable {
    /// Its patch.
    var patch = unseen
    /// Which insertions had happened when it was last looked at closely.
    var version: UInt32 = 0

    /// Nothing was heard of the device yet.
    static let unseen: Int32 = -1
    /// Its patch is not there any more.
    static let lost: Int32 = -2
}

/// The slot of an area whose border is near, and whether its device was inside.
struct FenceWatch: Sendable {
    private let bits: UInt32

    static let none = FenceWatch(bits: .max)

    private init(bits: UInt32) { self.bits = bits }

    init(slot: Int, isInside: Bool) { bits = UInt32(slot) << 1 | (isInside ? 1 : 0) }

    var isNone: Bool { bits == .max }
    var slot: Int { Int(bits >> 1) }
    var isInside: Bool { bits & 1 == 1 }
}
