import Glibc

/// The right to run a gateway with a state folder, which one process at a time has.
///
/// Two gateways in one folder would take each other's reports. The system releases the lock when the process ends, however
/// it ends.
final class GatewayLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock of a folder, which exists.
    ///
    /// - Throws: `CommandFailure` when another gateway has it, or the folder cannot be used.
    init(folder: String) throws(CommandFailure) {
        descriptor = open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure("The folder \(folder) cannot be used: \(String(cString: strerror(errno))).")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            throw CommandFailure(
                reason == EWOULDBLOCK
                    ? "Another gateway runs with the folder \(folder). Stop it first, or choose another folder with --state."
                    : "The folder \(folder) cannot be locked: \(String(cString: strerror(reason))).")
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
