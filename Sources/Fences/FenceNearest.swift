/// The two nearest borders, and a lower bound of the distance to all others.
struct FenceNearest {
    /// A border, and whether the point is inside it.
    struct Border {
        /// A lower bound of the distance, in metres; zero or less when the side of the point is uncertain.
        fileprivate(set) var clearance: Float
        fileprivate(set) var slot = UInt32.max
        fileprivate(set) var isInside = false

        /// Whether there is no border within the limit.
        var isNone: Bool { slot == .max }
        /// Whether the side of the point is certain.
        var isSure: Bool { clearance > 0 }
    }

    private(set) var first: Border
    private(set) var second: Border
    private var third: Float

    /// Starts without borders up to a limit, in metres.
    init(limit: Float) {
        (first, second, third) = (Border(clearance: limit), Border(clearance: limit), limit)
    }

    /// Adds the borders of a block, seen from a point.
    @inline(__always)
    mutating func take(_ block: FenceBlock, from point: SIMD3<Float>) {
        let (within, beyond) = block.clearances(point)
        let isInside = within .> beyond
        let clearances = beyond.replacing(with: within, where: isInside)
        var near = (clearances .< third).bits
        while near != 0 {
            let lane = near.trailingZeroBitCount
            near &= near - 1
            take(Border(clearance: clearances[lane], slot: block.slot[lane], isInside: isInside[lane]))
        }
    }

    private mutating func take(_ border: Border) {
        if border.clearance < first.clearance {
            (third, second, first) = (second.clearance, first, border)
        } else if border.clearance < second.clearance {
            (third, second) = (second.clearance, border)
        } else {
            third = min(third, border.clearance)
        }
    }

    /// The square of the distance within which there is no border.
    var quietSquare: Float { Self.square(first.clearance) }

    /// The square of the distance within which there are at most two borders.
    var watchedSquare: Float { Self.square(third) }

    private static func square(_ distance: Float) -> Float { distance > 0 ? distance * distance * share : 0 }

    /// Removes more than the rounding to single precision can have added.
    static let share: Float = 1 - 0x1p-20
}
