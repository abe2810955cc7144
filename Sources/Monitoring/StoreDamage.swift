#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

import Processes

/// Damage to the store of a monitor that is not open, for tests of what follows (LA6).
///
/// ```swift
/// try StoreDamage.cut(length: 5_000).apply(toMonitor: "work", in: folder)
/// ```
public enum StoreDamage: Hashable, Sendable {
    /// Only so many bytes are left.
    case cut(length: Int)
    /// Bytes from an offset on are others, which a seed decides.
    case noise(offset: Int, count: Int, seed: UInt64)
    /// A later version of this library has written the store.
    case newerFormat

    /// Where SQLite keeps the user version, in its header: four bytes, the most significant first.
    private static let userVersionOffset = 60

    /// Does the damage.
    ///
    /// - Throws: ``MonitorError/invalidName(_:)``, ``MonitorError/alreadyOpen(_:)`` and
    ///   ``MonitorError/storeUnavailable(path:reason:)``.
    public func apply(toMonitor name: String, in folder: String) throws(MonitorError) {
        try Name.check(monitor: name)
        let path = MonitorStore.path(of: name, in: folder)
        let lock = try StoreLock(path: path + "-lock", name: name)
        defer { withExtendedLifetime(lock) {} }
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .storeUnavailable(path: path, reason: lastSystemError()) }
        defer { close(descriptor) }
        guard isDone(to: descriptor) else {
            throw .storeUnavailable(path: path, reason: lastSystemError())
        }
    }

    private func isDone(to descriptor: Int32) -> Bool {
        switch self {
        case .cut(let length): return ftruncate(descriptor, length) == 0
        case .noise(let offset, let count, let seed):
            guard offset >= 0, count >= 0 else {
                errno = EINVAL
                return false
            }
            var chance = SimulatedChance(seed: seed)
            return overwrite((0..<count).map { _ in chance.byte() }, at: offset, of: descriptor)
        case .newerFormat:
            return overwrite([0x7F, 0xFF, 0xFF, 0xFF], at: Self.userVersionOffset, of: descriptor)
        }
    }

    private func overwrite(_ bytes: [UInt8], at offset: Int, of descriptor: Int32) -> Bool {
        let written = unsafe bytes.withUnsafeBytes {
            unsafe pwrite(descriptor, $0.baseAddress, $0.count, offset)
        }
        return written == bytes.count
    }
}
