import Foundation
import TestSupport

/// Damage to the file of a store that no monitor has open (LA6).
enum StoreDamage {
    /// Only so many bytes are left.
    case cut(length: Int)
    /// Other bytes from an offset on, which a seed decides.
    case noise(offset: Int, count: Int, seed: UInt64)
    /// A later version of the library wrote the store.
    case newerFormat

    /// Where SQLite keeps the user version, in its header: four bytes, the most significant first.
    private static let userVersionOffset = 60

    func apply(to file: URL) throws {
        var bytes = try Data(contentsOf: file)
        switch self {
        case .cut(let length): bytes = bytes.prefix(length)
        case .noise(let offset, let count, let seed):
            var random = SplitMix64(seed: seed)
            for place in offset..<offset + count { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
        case .newerFormat:
            bytes.replaceSubrange(
                Self.userVersionOffset..<Self.userVersionOffset + 4, with: [0x7F, 0xFF, 0xFF, 0xFF])
        }
        try bytes.write(to: file)
    }
}
