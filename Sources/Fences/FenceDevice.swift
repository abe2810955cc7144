/// The state of a device: 40 bytes.
///
/// Its anchor is where it was when it was last looked at closely. Within the quiet distance of it, no border is crossed.
/// Within the watched distance, at most those of two areas are, which are kept apart: who walks along a border does not
/// come near it again with each step. Of a device that jumps the distances would be of no use: in their place are the areas
/// that it is in, when they are few.
struct FenceDevice<Place: Sendable>: Sendable {
    /// The anchor.
    var anchor: Place
    /// The square of the quiet distance, rounded down; below zero when the areas are kept.
    private(set) var quietSquare: Float = 0
    /// The bits of the square of the watched distance, or the number of an area.
    private var word: UInt32 = 0
    /// The nearest area, or the number of one.
    private var first: UInt32 = 0
    /// The second nearest area, or the number of one.
    private var second: UInt32 = 0

    /// Nothing is known but the place.
    init(anchor: Place) { self.anchor = anchor }

    /// No border is within a distance, and two at most within another one, both squared and rounded down.
    init(
        anchor: Place, quietSquare: Float, watchedSquare: Float, nearest: FenceWatch, second: FenceWatch
    ) {
        self.anchor = anchor
        self.quietSquare = quietSquare
        (word, first, self.second) = (watchedSquare.bitPattern, nearest.bits, second.bits)
    }

    /// The device is in exactly these areas, unless they are too many to be kept.
    init(anchor: Place, isIn areas: FenceMemberships) {
        self.anchor = anchor
        guard areas.areComplete else { return }
        quietSquare = -1
        (word, first, second) = (areas.first, areas.second, areas.third)
    }

    /// Whether all the areas that the device is in are kept, instead of distances.
    var keepsAreas: Bool { quietSquare < 0 }

    /// The areas that are kept.
    var areas: FenceMemberships { FenceMemberships(word, first, second) }

    /// The square of the watched distance, unless areas are kept.
    var watchedSquare: Float { Float(bitPattern: word) }

    /// The two nearest areas, unless areas are kept.
    var watches: (FenceWatch, FenceWatch) { (FenceWatch(bits: first), FenceWatch(bits: second)) }

    /// Forgets the distances: the device is looked at closely with its next place.
    mutating func lookAgain() {
        if !keepsAreas { self = FenceDevice(anchor: anchor) }
    }
}

/// The rest of a device's state, which only a close look needs.
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
    fileprivate let bits: UInt32

    static let none = FenceWatch(bits: .max)

    fileprivate init(bits: UInt32) { self.bits = bits }

    init(slot: Int, isInside: Bool) { bits = UInt32(slot) << 1 | (isInside ? 1 : 0) }

    var isNone: Bool { bits == .max }
    var slot: Int { Int(bits >> 1) }
    var isInside: Bool { bits & 1 == 1 }
}
