import Geodesy

/// A ball of space with what must be known to follow devices within it: which borders cross it.
///
/// What a device enters or leaves while it moves within the ball has a border that crosses the ball.
struct FencePatch {
    private let x: Double
    private let y: Double
    private let z: Double
    /// The level of the grid that it is made for.
    let level: Int32
    private let firstBlock: Int32
    private let endBlock: Int32
    private let firstCover: Int32
    private let endCover: Int32
    /// Whether it may still be used.
    var isAlive = true

    /// The radius as a part of the edge of the cell, no point of which is farther from the middle than 0.87.
    private static let radiusShare = 1.25
    /// How far from the middle a device may be for the patch to remain its own.
    private static let homeShare = 0.95

    init(middle: SIMD3<Double>, level: Int, blocks: Range<Int>, covers: Range<Int>) {
        (x, y, z) = (middle.x, middle.y, middle.z)
        self.level = Int32(level)
        (firstBlock, endBlock) = (Int32(blocks.lowerBound), Int32(blocks.upperBound))
        (firstCover, endCover) = (Int32(covers.lowerBound), Int32(covers.upperBound))
    }

    /// The radius of the ball of a cell.
    static func radius(level: Int) -> Double { Double(1 << level) * radiusShare }

    /// The middle of the ball, in metres.
    var middle: SIMD3<Double> { SIMD3(x, y, z) }
    /// The borders that cross it.
    var blocks: Range<Int> { Int(firstBlock)..<Int(endBlock) }
    /// The areas that hold all of it.
    var covers: Range<Int> { Int(firstCover)..<Int(endCover) }

    /// Whether so many borders cross it that the nearest one is hardly ever farther than a step.
    var isDense: Bool { endBlock - firstBlock > 3 }

    /// Whether it remains the patch of a device at a point.
    func isHome(of point: SIMD3<Double>) -> Bool { isAlive && distance(to: point) <= edge * Self.homeShare }

    /// Whether all the borders that matter at a point are among those of the patch.
    func holds(_ point: SIMD3<Double>) -> Bool { isAlive && rim(at: point) >= 0 }

    /// How far a point is from where others' borders begin to matter.
    func rim(at point: SIMD3<Double>) -> Double { edge * Self.radiusShare - distance(to: point) }

    /// A point seen from the middle.
    func local(_ point: SIMD3<Double>) -> SIMD3<Float> {
        SIMD3(Float(point.x - x), Float(point.y - y), Float(point.z - z))
    }

    private var edge: Double { Double(1 << Int(level)) }

    private func distance(to point: SIMD3<Double>) -> Double {
        let (x, y, z) = (x - point.x, y - point.y, z - point.z)
        return (x * x + y * y + z * z).squareRoot()
    }
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
        let loss =
            (center.x.magnitude + center.y.magnitude + center.z.magnitude + radius + shell.outer) * 0x1p-20
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
