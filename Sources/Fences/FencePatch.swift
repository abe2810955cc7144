import Geodesy

/// A ball of space with the borders that cross it; this is enough to follow devices within the ball.
///
/// If a device enters or leaves an area while it moves within the ball, the area's border crosses the ball.
struct FencePatch {
    private let x: Double
    private let y: Double
    private let z: Double
    /// The level of its cell in the grids.
    let level: Int8
    private let firstBlock: Int32
    private let endBlock: Int32
    private let endCoreBlock: Int32
    private let firstCover: Int32
    private let endCover: Int32
    /// Whether cells and devices may still use it.
    var isAlive = true

    /// The radius divided by the cell's edge; no point of the cell is farther from the middle than 0.87
    /// edges.
    private static let radiusShare = 1.25
    /// Slightly more than the square root of 3/4.
    private static let coreShare = 0.8661
    /// How far from the middle, in edges, a device may be and still keep the patch.
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

    /// An upper bound of the distance of the cell's points from the middle.
    static func coreRadius(level: Int) -> Double { Double(1 << level) * coreShare }

    /// The middle of the ball, in metres.
    var middle: SIMD3<Double> { SIMD3(x, y, z) }
    /// The borders that cross the ball.
    var blocks: Range<Int> { Int(firstBlock)..<Int(endBlock) }
    /// The borders whose areas reach the cell itself.
    var coreBlocks: Range<Int> { Int(firstBlock)..<Int(endCoreBlock) }
    /// The borders whose areas can contain a point of the ball.
    func blocks(around point: SIMD3<Double>) -> Range<Int> {
        distance(to: point) <= edge * Self.coreShare ? coreBlocks : blocks
    }
    /// The areas that contain the whole ball.
    var covers: Range<Int> { Int(firstCover)..<Int(endCover) }

    /// Whether so many borders cross the ball that the nearest one is hardly ever farther than a step.
    var isDense: Bool { endBlock - firstBlock > 3 }

    /// Whether a device at a point keeps the patch.
    func isHome(of point: SIMD3<Double>) -> Bool { distance(to: point) <= edge * Self.homeShare }

    /// Whether the patch has all borders that matter at a point.
    func holds(_ point: SIMD3<Double>) -> Bool { rim(at: point) >= 0 }

    /// The distance from a point to the rim of the ball, beyond which other borders matter.
    func rim(at point: SIMD3<Double>) -> Double { edge * Self.radiusShare - distance(to: point) }

    /// A point relative to the middle.
    func local(_ point: SIMD3<Double>) -> SIMD3<Float> {
        SIMD3(Float(point.x - x), Float(point.y - y), Float(point.z - z))
    }

    private var edge: Double { Double(1 << Int(level)) }

    private func distance(to point: SIMD3<Double>) -> Double {
        let (x, y, z) = (x - point.x, y - point.y, z - point.z)
        return (x * x + y * y + z * z).squareRoot()
    }
}
