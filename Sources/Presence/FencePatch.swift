import Geodesy

/// A ball of space with what must be known to follow devices within it: which borders cross it.
///
/// What a device enters or leaves while it moves within the ball has a border that crosses the ball.
struct FencePatch {
    /// The middle of the ball, in metres.
    let middle: SIMD3<Double>
    /// Its radius; below zero when the patch may not be used any more.
    var radius: Double
    /// The level of the grid that it is made for.
    let level: Int
    /// Its first block of borders.
    let firstBlock: Int
    /// How many blocks there are.
    let blockCount: Int
    /// The first of the areas that hold the whole ball.
    let firstCover: Int
    /// How many of them there are.
    let coverCount: Int

    /// How far from the middle a device may be for the patch to remain its own, as a part of the cell's edge; no point of
    /// a cell is farther away than 0.87.
    static let homeShare = 0.95
    /// The radius as a part of the cell's edge.
    static let radiusShare = 1.25

    var home: Double { radius * (Self.homeShare / Self.radiusShare) }

    /// Whether all the borders that matter at a point are among those of the patch.
    func holds(_ point: SIMD3<Double>, within limit: Double) -> Bool {
        let away = point - middle
        return limit > 0 && (away * away).sum() <= limit * limit
    }

    /// More distant devices are not kept apart from their nearest borders: there are too many.
    var isDense: Bool { blockCount > 3 }

    /// A point seen from the middle.
    func local(_ point: SIMD3<Double>) -> SIMD3<Float> { SIMD3<Float>(point - middle) }
}

/// Eight borders that cross a patch, in single precision about its middle, with shells thick enough for its rounding.
struct FenceBlock {
    var x = SIMD8<Float>()
    var y = SIMD8<Float>()
    var z = SIMD8<Float>()
    /// Where nothing is, no border can be reached.
    var inner = SIMD8<Float>(repeating: .infinity)
    var outer = SIMD8<Float>(repeating: -.infinity)
    var slot = SIMD8<UInt32>()

    /// Puts a shell into a lane.
    mutating func set(_ lane: Int, _ shell: Shell, slot: Int, about middle: SIMD3<Double>, radius: Double) {
        let center = shell.center - middle
        // A step of single precision is 2⁻²⁴ of a number. Each coordinate, difference, square, sum and root loses at
        // most one, of numbers that are at most the sum of these.
        let loss = (center.x.magnitude + center.y.magnitude + center.z.magnitude + radius + shell.outer) * 0x1p-20
        x[lane] = Float(center.x)
        y[lane] = Float(center.y)
        z[lane] = Float(center.z)
        inner[lane] = Float(shell.inner - loss)
        outer[lane] = Float(shell.outer + loss)
        self.slot[lane] = UInt32(slot)
    }

    /// The squares of the distances of a point from the centres.
    @inline(__always)
    func squares(_ point: SIMD3<Float>) -> SIMD8<Float> {
        let (x, y, z) = (x - point.x, y - point.y, z - point.z)
        return x * x + y * y + z * z
    }

    /// The lanes of which the border may lie between two points: neither are both surely inside, nor both surely outside.
    @inline(__always)
    func parting(_ one: SIMD8<Float>, _ other: SIMD8<Float>) -> SIMDMask<SIMD8<Int32>> {
        let far = one.replacing(with: other, where: other .> one)
        let near = one.replacing(with: other, where: other .< one)
        let zero = SIMD8<Float>()
        // The square of a radius below zero stays below zero.
        let innerSquares = (inner * inner).replacing(with: -1, where: inner .< zero)
        return (far .> innerSquares) .& (near .<= outer * outer)
    }
}
