import Geodesy

/// A ball of space with what must be known to follow devices within it: which borders cross it.
///
/// An area that a device enters or leaves while it moves within the ball has a border that crosses the ball.
struct FencePatch {
    private let x: Double
    private let y: Double
    private let z: Double
    /// The level of the grid that it is made for.
    let level: Int8
    private let firstBlock: Int32
    private let endBlock: Int32
    private let endCoreBlock: Int32
    private let firstCover: Int32
    private let endCover: Int32
    /// Whether cells and devices still know it.
    var isAlive = true

    /// The radius as a part of the cell's edge; no point of the cell is farther from the middle than 0.87 edges.
    private static let radiusShare = 1.25
    /// The square root of 3/4, and a little more.
    private static let coreShare = 0.8661
    /// How far from the middle a device may be for the patch to remain its own.
    private static let homeShare = 0.95

    init(middle: SIMD3<Double>, level: Int, blocks: Range<Int>, coreBlocks: Int, covers: Range<Int>) {
        (x, y, z) = (middle.x, middle.y, middle.z)
        self.level = Int8(level)
        (firstBlock, endBlock) = (Int32(blocks.lowerBound), Int32(blocks.upperBound))
        endCoreBlock = Int32(blocks.lowerBound + coreBlocks)
        (firstCover, endCover) = (Int32(covers.lowerBound), Int32(covers.upperBound))
    }

    /// The radius of the ball of a cell.
    static func radius(level: Int) -> Double { Double(1 << level) * radiusShare }

    /// At least the distance of the cell's farthest point from the middle.
    static func coreRadius(level: Int) -> Double { Double(1 << level) * coreShare }

    /// The middle of the ball, in metres.
    var middle: SIMD3<Double> { SIMD3(x, y, z) }
    /// The borders that cross it.
    var blocks: Range<Int> { Int(firstBlock)..<Int(endBlock) }
    /// Those of them whose areas come into the cell itself.
    var coreBlocks: Range<Int> { Int(firstBlock)..<Int(endCoreBlock) }
    /// Those of them whose areas can hold a point of the ball.
    func blocks(around point: SIMD3<Double>) -> Range<Int> {
        distance(to: point) <= edge * Self.coreShare ? coreBlocks : blocks
    }
    /// The areas that hold all of it.
    var covers: Range<Int> { Int(firstCover)..<Int(endCover) }

    /// Whether so many borders cross it that the nearest one is hardly ever farther than a step.
    var isDense: Bool { endBlock - firstBlock > 3 }

    /// Whether it remains the patch of a device at a point.
    func isHome(of point: SIMD3<Double>) -> Bool { distance(to: point) <= edge * Self.homeShare }

    /// Whether all the borders that matter at a point are among those of the patch.
    func holds(_ point: SIMD3<Double>) -> Bool { rim(at: point) >= 0 }

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
