/// A sum of products of up to three 42-bit integers, stored in digits of 42 bits.
///
/// WebAssembly has no product wider than 64 bits, and `Int128` would add its own code to the page.
struct ExactSum {
    private var low: Int64 = 0
    private var middle: Int64 = 0
    private var high: Int64 = 0

    private static let digitBits: Int64 = 42
    private static let halfBits: Int64 = 21

    /// The sign of a · b - c · d, for numbers up to 2⁴¹ in size.
    static func sign(ofDifference first: (Int64, Int64), _ second: (Int64, Int64)) -> Int {
        var sum = ExactSum()
        sum.add(product(first.0, first.1))
        sum.add(product(-second.0, second.1))
        return sum.sign
    }

    /// The sign of the determinant of three rows, for numbers up to 2⁴¹ in size.
    static func sign(
        ofDeterminant a: (Int64, Int64, Int64), _ b: (Int64, Int64, Int64), _ c: (Int64, Int64, Int64)
    ) -> Int {
        var sum = ExactSum()
        sum.add(product(a.0, b.1), times: c.2)
        sum.add(product(a.0, -b.2), times: c.1)
        sum.add(product(a.1, b.2), times: c.0)
        sum.add(product(a.1, -b.0), times: c.2)
        sum.add(product(a.2, b.0), times: c.1)
        sum.add(product(a.2, -b.1), times: c.0)
        return sum.sign
    }

    /// A product in two digits; the lower is from 0 to 2⁴² - 1.
    private static func product(_ a: Int64, _ b: Int64) -> (high: Int64, low: Int64) {
        let (aHigh, aLow) = (a >> halfBits, a & (1 << halfBits - 1))
        let (bHigh, bLow) = (b >> halfBits, b & (1 << halfBits - 1))
        let cross = aHigh * bLow + aLow * bHigh
        let low = (cross & (1 << halfBits - 1)) << halfBits + aLow * bLow
        return (aHigh * bHigh + cross >> halfBits + low >> digitBits, low & (1 << digitBits - 1))
    }

    private mutating func add(_ number: (high: Int64, low: Int64)) {
        low += number.low
        middle += number.high
    }

    private mutating func add(_ number: (high: Int64, low: Int64), times factor: Int64) {
        let lower = Self.product(number.low, factor)
        let upper = Self.product(number.high, factor)
        low += lower.low
        middle += lower.high + upper.low
        high += upper.high
    }

    private var sign: Int {
        let carried = middle + low >> Self.digitBits
        let top = high + carried >> Self.digitBits
        if top != 0 { return top < 0 ? -1 : 1 }
        let rest = carried & (1 << Self.digitBits - 1) | low & (1 << Self.digitBits - 1)
        return rest == 0 ? 0 : 1
    }
}
