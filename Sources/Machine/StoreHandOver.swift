import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How a program gets the store of its monitor from the service that watches it meanwhile.
///
/// Beside the store lie two files. The service holds a lock on `NAME.keeper` while it has the store open. A program that
/// finds the store open asks for it by making `NAME.wanted`; it removes that file when it has the store. The system frees
/// the locks of a process that ends, however it ends.
package enum StoreHandOver {
    /// The time after which a request counts as left behind by a program that ended.
    package static let longestWait = Duration.seconds(10)

    private static func path(_ monitor: String, _ stores: String, _ kind: String) -> String {
        stores + "/" + monitor + "." + kind
    }

    /// Whether the service has a store open.
    package static func isKept(_ monitor: String, in stores: String) -> Bool {
        let file = unsafe open(path(monitor, stores, "keeper"), O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return false }
        // Frees the lock if it was free.
        defer { close(file) }
        return flock(file, LOCK_SH | LOCK_NB) != 0
    }

    /// Asks the service for a store.
    package static func request(_ monitor: String, in stores: String) {
        let file = unsafe open(
            path(monitor, stores, "wanted"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        // Without the file the service keeps the store, and the request fails after its time.
        if file >= 0 { close(file) }
    }

    /// Ends a request.
    package static func endRequest(for monitor: String, in stores: String) {
        _ = unsafe unlink(path(monitor, stores, "wanted"))
    }

    /// Whether a program asks for a store.
    package static func isRequested(_ monitor: String, in stores: String) -> Bool {
        var status = stat()
        guard unsafe stat(path(monitor, stores, "wanted"), &status) == 0 else { return false }
        return time(nil) - status.st_mtim.tv_sec <= longestWait.components.seconds
    }

    /// The service's lock on a store, as long as the value exists.
    package struct Keeper: ~Copyable, Sendable {
        private let descriptor: Int32

        /// Takes the lock; `nil` when another service has it.
        package init?(_ monitor: String, in stores: String) {
            descriptor = unsafe open(
                StoreHandOver.path(monitor, stores, "keeper"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return nil }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close(descriptor)
                return nil
            }
        }

        deinit { close(descriptor) }
    }
}
