import FoundationEssentials
import FoundationInternationalization
import Synchronization

/// A table of a time zone's offsets from UTC from 1970 to 2099.
///
/// ICU takes a lock for each conversion; reading the table takes none. For other years ICU is asked.
final class ZoneOffsets: Sendable {
    /// The table ends with 2099.
    private static let end: Int64 = 4_102_444_800_000
    /// The most tables in the cache.
    ///
    /// There are fewer identifiers, but requests can contain other spellings, which must not fill the memory.
    private static let capacity = 1_024
    private static let known = Mutex<[String: ZoneOffsets]>([:])

    private let timeZone: TimeZone
    /// When the offset changes, in milliseconds since 1970.
    private let changes: [Int64]
    /// The offsets in seconds: before the first change, and from each change on.
    private let offsets: [Int]

    private init?(_ identifier: String) {
        guard let timeZone = TimeZone(identifier: identifier) else { return nil }
        self.timeZone = timeZone
        var changes: [Int64] = []
        var offsets = [Self.seconds(of: timeZone, at: 0)]
        var last = Date(timeIntervalSince1970: 0)
        while let next = timeZone.nextDaylightSavingTimeTransition(after: last), next > last {
            let time = Int64(next.timeIntervalSince1970 * 1_000)
            guard time < Self.end else { break }
            changes.append(time)
            offsets.append(Self.seconds(of: timeZone, at: time))
            last = next
        }
        self.changes = changes
        self.offsets = offsets
    }

    /// The offsets of a zone; `nil` for an unknown one.
    static func named(_ identifier: String) -> ZoneOffsets? {
        if let found = known.withLock({ $0[identifier] }) { return found }
        guard let made = ZoneOffsets(identifier) else { return nil }
        known.withLock { known in
            if known.count >= capacity { known.removeAll() }
            known[identifier] = made
        }
        return made
    }

    /// The offset at an instant, in seconds.
    func seconds(at instant: Timestamp) -> Int {
        let time = instant.millisecondsSinceEpoch
        guard time >= 0, time < Self.end else { return Self.seconds(of: timeZone, at: time) }
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return offsets[low]
    }

    /// The offset by ICU.
    private static func seconds(of timeZone: TimeZone, at time: Int64) -> Int {
        timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time) / 1_000))
    }
}
