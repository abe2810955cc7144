/// Elementary functions that give the same bits on every platform.
///
/// They use additions, subtractions, multiplications, divisions and integers. IEEE 754 rounds each of them in one way
/// only, in an order that is fixed here. The C library's functions differ in their last bits from system to system, and
/// then a recorded day would give other events on another machine.
///
/// Every function returns within 2 units in the last place of the true value, in the range that it states; outside that
/// range, and for arguments that are no numbers, the result is what its documentation says, never a trap. The series are
/// those of Maclaurin, long enough for their reduced arguments. The reductions are the classical ones of Cody and Waite,
/// *Software Manual for the Elementary Functions* (1980): the constant is cut into parts whose products with a small
/// integer are exact.
public enum Elementary: Sendable {}

extension Elementary {
    /// Two to a whole power from -1022 to 1023.
    static func powerOfTwo(_ exponent: Int) -> Double {
        Double(bitPattern: UInt64(1023 + exponent) << 52)
    }

    /// A number times two to a whole power from -1122 to 1024, rounded once.
    static func scaled(_ x: Double, by exponent: Int) -> Double {
        if exponent > 1023 { return x * powerOfTwo(1023) * 2 }
        if exponent < -1000 { return x * powerOfTwo(exponent + 122) * powerOfTwo(-122) }
        return x * powerOfTwo(exponent)
    }

    /// The nearest whole number; the argument is at most 2⁶² in size.
    static func nearest(_ x: Double) -> Int64 { Int64(x < 0 ? x - 0.5 : x + 0.5) }

    /// The leading 26 bits: the product of two such numbers is exact.
    static func leadingBits(_ x: Double) -> Double {
        Double(bitPattern: x.bitPattern & 0xFFFF_FFFF_F800_0000)
    }
}
