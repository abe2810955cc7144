import Beacons
import TestSupport
import Testing

/// Bytes from pairs of hexadecimal digits; spaces between pairs are for the reader.
func bytes(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> [UInt8] {
    let digits = Array(text.filter { $0 != " " })
    return try stride(from: 0, to: digits.count, by: 2).map { index in
        let pair = String(digits[index..<min(index + 2, digits.count)])
        return try #require(UInt8(pair, radix: 16), "\(pair) is no byte", sourceLocation: sourceLocation)
    }
}

extension SplitMix64 {
    /// As many bytes as asked for, each value as likely as any other.
    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &self) }
    }
}

/// Looks for a frame in advertising data.
func iBeacon(in data: [UInt8]) throws(FrameDefect) -> IBeaconFrame? {
    try AdvertisingData.iBeacon(in: data.span)
}

/// Reads manufacturer data.
func iBeacon(ofManufacturer data: [UInt8]) throws(FrameDefect) -> IBeaconFrame? {
    try IBeaconFrame(manufacturerData: data.span)
}
