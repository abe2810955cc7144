import Glibc

/// How many descriptors the system lets this process hold, and how many of them connections may have.
///
/// A stream has the descriptor of its connection and none of its own.
struct OpenFileLimit: Equatable {
    /// For the database with its log, the threads, the signals and standard error, which have 25 at rest, and what SQLite opens
    /// while it works.
    static let reserve = 64
    /// Fewer connections are no use: a browser opens six.
    private static let fewestConnections = 16

    /// How many the process may hold.
    let count: Int

    /// Raises the limit as far as the system allows without more rights.
    static func raised() -> OpenFileLimit {
        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(files, &limit) == 0 else { return OpenFileLimit(count: .max) }
        let soft = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        let isRaised = setrlimit(files, &limit) == 0
        return OpenFileLimit(count: Int(clamping: isRaised ? limit.rlim_max : soft))
    }

    /// How many connections the server takes, so that the reserve is never theirs.
    ///
    /// - Throws: `CommandFailure` when too few are left to serve anybody.
    func connections(wanted: Int) throws -> Int {
        let available = count - Self.reserve
        guard available >= min(wanted, Self.fewestConnections) else {
            throw CommandFailure(
                "The system allows \(count) open files, but the server needs \(Self.reserve + Self.fewestConnections) "
                    + "at least: raise the limit with ulimit -n or LimitNOFILE=.")
        }
        return min(wanted, available)
    }

    /// What to tell the operator when the limit is below what the server would use; `nil` when it is not.
    func shortage(wanted: Int) -> String? {
        guard count - Self.reserve < wanted else { return nil }
        return
            "The system allows \(count) open files, so the server takes \(count - Self.reserve) connections instead of "
            + "\(wanted). Raise the limit to \(wanted + Self.reserve) with ulimit -n or LimitNOFILE=."
    }
}
