import Glibc

/// Tells the service manager, such as systemd, what the server does, as sd_notify(3) describes it.
struct ServiceManager: Sendable {
    private let address: [UInt8]
    /// How often the manager wants a sign of life; `nil` when it wants none.
    let watchdogInterval: Duration?

    /// Finds the manager that started this process.
    ///
    /// - Returns: `nil` when none did, or it does not listen.
    init?(environment: [String: String], process: Int32 = getpid()) {
        guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@") else {
            return nil
        }
        var address = Array(path.utf8)
        // A name that no file has begins with a zero byte.
        if path.hasPrefix("@") { address[0] = 0 }
        guard address.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { return nil }
        self.address = address
        watchdogInterval = Self.watchdogInterval(environment, process: process)
    }

    /// Half of the time after which the manager takes the process for stuck.
    private static func watchdogInterval(_ environment: [String: String], process: Int32) -> Duration? {
        if let owner = environment["WATCHDOG_PID"], owner != "\(process)" { return nil }
        guard let microseconds = environment["WATCHDOG_USEC"].flatMap({ Int64($0) }), microseconds > 0 else {
            return nil
        }
        return .microseconds(microseconds) / 2
    }

    /// Says that the server answers.
    func ready(_ status: String) { send("READY=1\nSTATUS=\(status)") }

    /// Says that the server is about to end.
    func stopping() { send("STOPPING=1") }

    /// Says that the server ends after a time in which it goes on serving, and asks for so much patience.
    func draining(for time: Duration) {
        let microseconds = (time + Self.slack) / .microseconds(1)
        send("STOPPING=1\nEXTEND_TIMEOUT_USEC=\(Int64(microseconds))")
    }

    /// What closing the database may take.
    private static let slack: Duration = .seconds(10)

    /// Says that the server reads its files again; ``ready(_:)`` follows.
    func reloading() {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        send("RELOADING=1\nMONOTONIC_USEC=\(Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000)")
    }

    /// Gives a sign of life as often as the manager wants one, for as long as a check succeeds, until the task is cancelled.
    ///
    /// A check that fails or hangs gives none, so that the manager starts the server again.
    func watch(clock: some Clock<Duration>, check: () async throws -> Void) async {
        guard let watchdogInterval else { return }
        while !Task.isCancelled {
            do {
                try await check()
                send("WATCHDOG=1")
            } catch {
                // The store has reported why. The next check may succeed before the manager's patience ends.
            }
            do { try await clock.sleep(for: watchdogInterval) } catch { return }
        }
    }

    private func send(_ message: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return fail() }
        defer { close(descriptor) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: address) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + address.count)
        let bytes = Array(message.utf8)
        let sent = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, size)
            }
        }
        if sent != bytes.count { fail() }
    }

    private func fail() {
        Terminal.error("The service manager cannot be told: \(String(cString: strerror(errno))).")
    }
}
