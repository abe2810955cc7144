/// The two nearest borders, and how far away the others are at least.
struct FenceNearest {
    private var first: Float
    private var second: Float
    private var third: Float
    private var firstFound = none
    private var secondFound = none

    /// Knows of no border up to a limit, in metres.
    init(limit: Float) { (first, second, third) = (limit, limit, limit) }

    /// Takes the borders of a block, seen from a point.
    @inline(__always)
    mutating func take(_ block: FenceBlock, from point: SIMD3<Float>) {
        let distances = block.squares(point).squareRoot()
        let (within, beyond) = (block.inner - distances, distances - block.outer)
        let clearances = within.replacing(with: beyond, where: beyond .> within)
        for lane in 0..<8 where clearances[lane] < third { take(clearances[lane], block.slot[lane]) }
    }

    private mutating func take(_ clearance: Float, _ slot: UInt32) {
        if clearance < first {
            (third, second, secondFound) = (second, first, firstFound)
            (first, firstFound) = (clearance, slot)
        } else if clearance < second {
            (third, second, secondFound) = (second, clearance, slot)
        } else {
            third = clearance
        }
    }

    /// The square of the distance within which no border is.
    var quietSquare: Float { Self.square(first) }

    /// The square of the distance within which at most two borders are.
    var watchedSquare: Float { Self.square(third) }

    /// The slot of the nearest border, if it is within the limit.
    var firstSlot: Int? { firstFound == Self.none ? nil : Int(firstFound) }

    /// The slot of the second nearest border, if it is within the limit.
    var secondSlot: Int? { secondFound == Self.none ? nil : Int(secondFound) }

    private static func square(_ distance: Float) -> Float { distance > 0 ? distance * distance * share : 0 }

    private static let none = UInt32.max
    /// Takes off more than rounding to single precision can have added.
    static let share: Float = 1 - 0x1p-20
}
