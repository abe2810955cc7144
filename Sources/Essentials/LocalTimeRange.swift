/// Opening times of one day on the wall clock, such as `07:30–14:00`.
///
/// The end may be `24:00`, and it may lie on the next day: `18:00–02:00`.
public struct LocalTimeRange: Hashable, Sendable {
    /// Minutes from 00:00 to the beginning, 0 to 1,439.
    public let startMinute: Int
    /// Minutes from 00:00 of the same day to the end; above 1,440 when it lies on the next day.
    public let endMinute: Int
}

extension LocalTimeRange: LosslessStringConvertible {
    /// Reads two times with an en dash or a hyphen between them; equal times are refused.
    public init?(_ text: String) {
        let times = text.split(omittingEmptySubsequences: false) { $0 == "–" || $0 == "-" }
        guard times.count == 2, let start = Self.minute(times[0]), let end = Self.minute(times[1]),
            start < 1_440,
            start != end
        else { return nil }
        startMinute = start
        endMinute = end > start ? end : end + 1_440
    }

    private static func minute(_ text: Substring) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"), let hour = Int(decimalDigits: bytes[0..<2]),
            let minute = Int(decimalDigits: bytes[3..<5]), minute < 60,
            hour < 24 || (hour == 24 && minute == 0)
        else { return nil }
        return hour * 60 + minute
    }

    /// The range with an en dash, such as `18:00–02:00`.
    public var description: String { "\(Self.clock(startMinute))–\(Self.clock(endMinute))" }

    private static func clock(_ minute: Int) -> String {
        let shown = minute > 1_440 ? minute - 1_440 : minute
        return "\((shown / 60).padded(to: 2)):\((shown % 60).padded(to: 2))"
    }
}
