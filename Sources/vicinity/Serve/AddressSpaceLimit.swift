import Glibc

/// The limit of the address space (`ulimit -v`, `LimitAS=`) under which a server would be aborted in the middle of its work.
enum AddressSpaceLimit {
    /// The C library reserves 64 MiB for each of some ten threads and uses little of it: 0.8 GiB at rest.
    static let least = 1 << 30

    /// Refuses to serve under a limit that is too low.
    ///
    /// - Throws: `CommandFailure`.
    static func check() throws {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return }
        try check(Int(clamping: limit.rlim_cur))
    }

    /// Refuses a limit in bytes that is too low.
    static func check(_ bytes: Int) throws {
        guard bytes < least else { return }
        throw CommandFailure(
            "The address space of the server is limited to \(bytes >> 20) MiB, but it needs \(least >> 20) MiB, most of which "
                + "is only reserved: raise the limit with ulimit -v or LimitAS=, or limit the memory itself with MemoryMax=."
        )
    }
}
