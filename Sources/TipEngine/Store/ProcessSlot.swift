#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The place of a process among those that share a store, held by a lock on a file beside it (TD17).
///
/// The system frees the place when the process ends, however it ends.
struct ProcessSlot: ~Copyable, Sendable {
    /// The number of the place.
    let number: UInt8
    private let descriptor: Int32

    /// Takes the first place that is free.
    ///
    /// - Throws: ``TipKitError/datastoreUnavailable(_:)``.
    init(path: String) throws(TipKitError) {
        for number in 0...UInt8.max {
            // Not inherited by programs that this process starts, which would otherwise keep the place.
            let opened = open("\(path)-process-\(number)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard opened >= 0 else { throw .datastoreUnavailable(lastSystemError()) }
            if flock(opened, LOCK_EX | LOCK_NB) == 0 {
                self.number = number
                descriptor = opened
                return
            }
            close(opened)
        }
        throw .datastoreUnavailable("256 processes have it open")
    }

    deinit {
        // A process that is being started has a copy of the descriptor for a moment, which would keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}

/// The places of all processes that ever shared a store, while none of them uses it.
struct FreeSlots {
    private var descriptors: [Int32] = []

    /// Holds the places; `nil` when a process has one.
    init?(_ path: String) {
        for number in 0...UInt8.max {
            let descriptor = open("\(path)-process-\(number)", O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            descriptors.append(descriptor)
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                close()
                return nil
            }
        }
    }

    /// Gives the places free.
    func close() {
        for descriptor in descriptors { _ = systemClose(descriptor) }
    }
}

/// The system's, where a type has one of its own.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// Where a store is.
enum StoreFolder {
    /// The folder of this program's tips, by the XDG base directory specification.
    ///
    /// - Throws: ``TipKitError/datastoreUnavailable(_:)`` when neither `XDG_STATE_HOME` nor `HOME` is an absolute path.
    static func ofProgram() throws(TipKitError) -> String {
        let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program"
        return try base() + "/" + program + "/tips"
    }

    /// The folder of a group of programs, which whoever installs them makes.
    ///
    /// - Throws: ``TipKitError/missingGroupContainerEntitlements`` when there is none.
    static func ofGroup(_ identifier: String) throws(TipKitError) -> String {
        let isName = !identifier.isEmpty && !identifier.contains("/") && !identifier.hasPrefix(".")
        let folder = try base() + "/" + identifier
        guard isName, access(folder, W_OK | X_OK) == 0 else { throw .missingGroupContainerEntitlements }
        return folder + "/tips"
    }

    private static func base() throws(TipKitError) -> String {
        if let folder = variable("XDG_STATE_HOME") { return folder }
        if let home = variable("HOME") { return home + "/.local/state" }
        throw .datastoreUnavailable("neither XDG_STATE_HOME nor HOME is set")
    }

    // The specification has relative paths ignored.
    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.hasPrefix("/") ? text : nil
    }

    /// Makes a file and the folders that it lies in, open to their owner alone, where they are missing.
    ///
    /// - Throws: ``TipKitError/datastoreUnavailable(_:)``.
    static func makeFile(_ path: String) throws(TipKitError) {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            folder += part + "/"
            guard mkdir(folder, 0o700) != 0, errno != EEXIST, errno != EISDIR else { continue }
            throw .datastoreUnavailable(lastSystemError())
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .datastoreUnavailable(lastSystemError()) }
        close(descriptor)
    }
}

/// What the system says about the call that failed just now.
func lastSystemError() -> String { String(cString: strerror(errno)) }
