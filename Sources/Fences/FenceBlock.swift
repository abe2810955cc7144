import Geodesy

/// Eight borders that cross a patch, in single precision relative to its middle; their shells allow for
/// rounding.
struct FenceBlock {
    // Empty lanes are infinitely far away and certainly outside.
    private(set) var x = SIMD8<Float>(repeating: .infinity)
    private(set) var y = SIMD8<Float>()
    private(set) var z = SIMD8<Float>()
    /// NaN if no point is certainly inside: comparisons with it are false.
    private(set) var inner = SIMD8<Float>(repeating: .nan)
    private(set) var outer = SIMD8<Float>(repeating: -1)
    private(set) var slot = SIMD8<UInt32>()
    /// The numbers of the areas.
    private(set) var number = SIMD8<UInt32>()

    /// Puts a shell into a lane.
    mutating func set(_ lane: Int, _ found: ShellIndex.Found, about middle: SIMD3<Double>, radius: Double) {
        let shell = found.shell
        let center = shell.center - middle
        // A step of single precision is 2⁻²⁴ of a number. Each coordinate, difference, square, sum and root
        // loses at most one step of numbers that are at most the sum of these.
        let loss =
            (center.x.magnitude + center.y.magnitude + center.z.magnitude + radius + shell.outer) * 0x1p-20
        x[lane] = Float(center.x)
        y[lane] = Float(center.y)
        z[lane] = Float(center.z)
        let inner = Float(shell.inner - loss)
        self.inner[lane] = inner < 0 ? .nan : inner
        outer[lane] = Float(shell.outer + loss)
        slot[lane] = UInt32(found.slot)
        number[lane] = UInt32(found.number)
    }

    /// The squares of a point's distances from the centres.
    @inline(__always)
    private func squares(_ point: SIMD3<Float>) -> SIMD8<Float> {
        let (x, y, z) = (x - point.x, y - point.y, z - point.z)
        return x * x + y * y + z * z
    }

    /// The areas that contain a point, as far as single precision can decide.
    @inline(__always)
    func sides(_ point: SIMD3<Float>) -> FenceSides {
        let squares = squares(point)
        return FenceSides(inside: squares .<= inner * inner, outside: squares .> outer * outer)
    }

    /// Lower bounds of a point's distance from the borders, seen from inside and from outside; the greater
    /// one applies.
    @inline(__always)
    func clearances(_ point: SIMD3<Float>) -> (within: SIMD8<Float>, beyond: SIMD8<Float>) {
        let distances = squares(point).squareRoot()
        return (inner - distances, distances - outer)
    }
}

extension FenceBlock {
    /// A number from each cache line of the block.
    var touched: UInt32 { x[0].bitPattern &+ z[0].bitPattern &+ outer[0].bitPattern &+ number[7] }
}

/// For each lane of a block: whether its area certainly contains a point, and whether it certainly does not;
/// one bit each.
struct FenceSides {
    private let bits: UInt32

    @inline(__always)
    init(inside: SIMDMask<SIMD8<Int32>>, outside: SIMDMask<SIMD8<Int32>>) {
        let none = SIMD8<UInt32>()
        bits =
            (none.replacing(with: Self.ones, where: inside)
            | none.replacing(with: Self.ones &<< 8, where: outside)).union
    }

    /// The lanes whose area may contain the point.
    var notOutside: UInt32 { bits >> 8 ^ 0xFF }

    /// The lanes whose border may lie between two points.
    @inline(__always)
    func parting(from other: FenceSides) -> UInt32 {
        let alike = bits & other.bits
        return (alike | alike >> 8) & 0xFF ^ 0xFF
    }

    /// Whether the area of a lane contains the point; `nil` when that is uncertain.
    @inline(__always)
    func holds(_ lane: Int) -> Bool? {
        if bits &>> UInt32(lane) & 1 != 0 { return true }
        return bits &>> UInt32(lane + 8) & 1 != 0 ? false : nil
    }
}

extension FenceSides {
    fileprivate static var ones: SIMD8<UInt32> { SIMD8(1, 2, 4, 8, 16, 32, 64, 128) }
}

extension SIMDMask where Storage == SIMD8<Int32> {
    /// One bit for each lane that is true.
    @inline(__always)
    var bits: UInt32 { SIMD8<UInt32>().replacing(with: FenceSides.ones, where: self).union }
}

extension SIMD8<UInt32> {
    /// The bitwise OR of all lanes.
    @inline(__always)
    fileprivate var union: UInt32 {
        let four = lowHalf | highHalf
        let two = four.lowHalf | four.highHalf
        return two.x | two.y
    }
}
