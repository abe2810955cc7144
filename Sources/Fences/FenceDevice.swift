/// The state of a device: 40 bytes.
///
/// Its anchor is its place at the last close check. Within the quiet distance from the anchor, no border is
/// crossed. Within the watched distance, only the borders of two areas may be crossed, and these areas are
/// stored separately. So a device that moves along a border does not need a close check at each step. For a
/// device that jumps, distances are useless; instead, the value stores the areas that the device is in, if
/// they are few.
/// that it is in, when they are few.
struct FenceDevice<Place: Sendable>: Sendable {
    /// The anchor.
    var anchor: Place
    /// The square of the quiet distance, rounded down; negative when the value stores areas.
    private(set) var quietSquare: Float = 0
    /// The bits of the square of the watched distance, or the number of an area.
    private var word: UInt32 = 0
    /// The nearest area, or the number of a stored one.
    private var first: UInt32 = 0
    /// The second nearest area, or the number of a stored one.
    private var second: UInt32 = 0

    /// Makes a state with only a place.
    init(anchor: Place) { self.anchor = anchor }

    /// Makes a state with the quiet and the watched distance, both squared and rounded down.
    init(
        anchor: Place, quietSquare: Float, watchedSquare: Float, nearest: FenceWatch, second: FenceWatch
    ) {
        self.anchor = anchor
        self.quietSquare = quietSquare
        (word, first, self.second) = (watchedSquare.bitPattern, nearest.bits, second.bits)
    }

    /// Makes a state with the areas that the device is in, unless they are too many.
    init(anchor: Place, isIn areas: FenceMemberships) {
        self.anchor = anchor
        guard areas.areComplete else { return }
        quietSquare = -1
        (word, first, second) = (areas.first, areas.second, areas.third)
    }

    /// Whether the value stores all areas that the device is in, instead of distances.
    var keepsAreas: Bool { quietSquare < 0 }

    /// The stored areas.
    var areas: FenceMemberships { FenceMemberships(word, first, second) }

    /// The square of the watched distance, unless the value stores areas.
    var watchedSquare: Float { Float(bitPattern: word) }

    /// The two nearest areas, unless the value stores areas.
    var watches: (FenceWatch, FenceWatch) { (FenceWatch(bits: first), FenceWatch(bits: second)) }

    /// Drops the distances, so that the next place gets a close check.
    mutating func lookAgain() {
        if !keepsAreas { self = FenceDevice(anchor: anchor) }
    }
}

/// The rest of a device's state, which only a close check needs.
struct FenceHome: Sendable {
    /// Its patch.
    var patch = unseen
    /// The number of insertions before its last close check.
    var version: UInt32 = 0

    /// The device has had no place yet.
    static let unseen: Int32 = -1
    /// Its patch was dropped.
    static let lost: Int32 = -2
}

/// The slot of an area whose border is near, and whether its device was inside.
struct FenceWatch: Sendable {
    fileprivate let bits: UInt32

    static let none = FenceWatch(bits: .max)

    fileprivate init(bits: UInt32) { self.bits = bits }

    init(slot: Int, isInside: Bool) { bits = UInt32(slot) << 1 | (isInside ? 1 : 0) }

    var isNone: Bool { bits == .max }
    var slot: Int { Int(bits >> 1) }
    var isInside: Bool { bits & 1 == 1 }
}
