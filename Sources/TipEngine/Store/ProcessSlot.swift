#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

import Processes

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
    /// The folder of this program's tips.
    ///
    /// - Throws: ``TipKitError/datastoreUnavailable(_:)`` when neither `XDG_STATE_HOME` nor `HOME` is an absolute path.
    static func ofProgram() throws(TipKitError) -> String {
        do throws(StateFolder.Failure) { return try StateFolder.ofProgram("tips") } catch {
            throw .datastoreUnavailable(error.reason)
        }
    }

    /// The folder of a group of programs; their installation makes it.
    ///
    /// - Throws: ``TipKitError/missingGroupContainerEntitlements`` when there is none.
    static func ofGroup(_ identifier: String) throws(TipKitError) -> String {
        let isName = !identifier.isEmpty && !identifier.contains("/") && !identifier.hasPrefix(".")
        let base: String
        do throws(StateFolder.Failure) { base = try StateFolder.base() } catch {
            throw .datastoreUnavailable(error.reason)
        }
        let folder = base + "/" + identifier
        guard isName, access(folder, W_OK | X_OK) == 0 else { throw .missingGroupContainerEntitlements }
        return folder + "/tips"
    }

    /// Makes a file and its folders where they are missing, open to their owner alone.
    ///
    /// - Throws: ``TipKitError/datastoreUnavailable(_:)``.
    static func makeFile(_ path: String) throws(TipKitError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        if !folder.isEmpty {
            do throws(StateFolder.Failure) { try StateFolder.make(folder) } catch {
                throw .datastoreUnavailable(error.reason)
            }
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .datastoreUnavailable(lastSystemError()) }
        close(descriptor)
    }
}
