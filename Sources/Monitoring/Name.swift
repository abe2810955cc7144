/// The rule that names of monitors, identifiers of conditions, and names of readers keep (LD4).
///
/// Only ASCII, so that equal names are equal bytes in the store and in the file system.
enum Name {
    /// Refuses what is no name.
    ///
    /// - Throws: ``MonitorError/invalidName(_:)``.
    static func check(_ name: String) throws(MonitorError) {
        let bytes = name.utf8
        guard (1...128).contains(bytes.count), bytes.allSatisfy(isAllowed),
            bytes.first != space, bytes.last != space
        else { throw .invalidName(name) }
    }

    private static let space = UInt8(ascii: " ")

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), space: true
        default: false
        }
    }
}
