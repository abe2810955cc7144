import Essentials
import Testing

struct RoundingModeTests {
    @Test(arguments: [
        (33_445, RoundingMode.halfUp, 3_345), (33_445, .halfEven, 3_344), (33_455, .halfUp, 3_346),
        (33_455, .halfEven, 3_346), (33_445, .down, 3_344), (33_441, .up, 3_345), (33_440, .up, 3_344),
        (33_449, .down, 3_344), (33_444, .halfUp, 3_344), (33_446, .halfEven, 3_345), (0, .up, 0),
        (-33_445, .halfUp, -3_345), (-33_445, .halfEven, -3_344), (-33_449, .down, -3_344),
        (-33_441, .up, -3_345),
    ])
    func `C28 thousandths become hundredths by the rounding mode`(
        thousandths: Int64, mode: RoundingMode, hundredths: Int64
    ) {
        #expect(thousandths.divided(by: 10, rounding: mode) == hundredths)
    }

    @Test func `a product wider than 64 bits is exact before it is divided`() {
        #expect(Int64.max.multiplied(by: 1_000_000, dividedBy: 1_000_000, rounding: .halfUp) == .max)
        #expect(Int64.max.multiplied(by: 3, dividedBy: 2, rounding: .down) == nil)
        #expect(Int64.min.multiplied(by: 1, dividedBy: 2, rounding: .up) == Int64.min / 2)
    }

    @Test(arguments: RoundingMode.allCases) func `a stored mode is read back`(mode: RoundingMode) {
        #expect(RoundingMode(rawValue: mode.rawValue) == mode)
    }
}
