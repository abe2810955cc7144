import Glibc

/// A speed of a serial line that the system has a code for.
struct SerialSpeed: Hashable, Sendable {
    let code: speed_t

    /// Finds the code; `nil` for a speed that has none.
    init?(_ bitsPerSecond: UInt32) {
        guard let code = Self.codes[bitsPerSecond] else { return nil }
        self.code = speed_t(code)
    }

    private static let codes: [UInt32: Int32] = [
        9600: B9600, 19_200: B19200, 38_400: B38400, 57_600: B57600, 115_200: B115200, 230_400: B230400,
        460_800: B460800, 500_000: B500000, 576_000: B576000, 921_600: B921600, 1_000_000: B1000000,
        1_152_000: B1152000, 1_500_000: B1500000, 2_000_000: B2000000, 2_500_000: B2500000,
        3_000_000: B3000000, 3_500_000: B3500000, 4_000_000: B4000000,
    ]
}
