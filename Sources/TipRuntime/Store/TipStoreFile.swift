#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import Processes

/// The folder and the file of a store.
enum TipStoreFile {
    /// The folder of this program's tips.
    ///
    /// - Throws: ``TipKitError/datastoreUnavailable(_:)`` when neither `XDG_STATE_HOME` nor `HOME` is an absolute path.
    static func folderOfProgram() throws(TipKitError) -> String {
        do throws(StateFolder.Failure) { return try StateFolder.ofProgram("tips") } catch {
            throw .datastoreUnavailable(error.reason)
        }
    }

    /// The folder of a group of programs; the installer makes it.
    ///
    /// - Throws: ``TipKitError/missingGroupContainerEntitlements`` when it is missing.
    static func folderOfGroup(_ identifier: String) throws(TipKitError) -> String {
        let isName = !identifier.isEmpty && !identifier.contains("/") && !identifier.hasPrefix(".")
        let base: String
        do throws(StateFolder.Failure) { base = try StateFolder.base() } catch {
            throw .datastoreUnavailable(error.reason)
        }
        let folder = base + "/" + identifier
        guard isName, access(folder, W_OK | X_OK) == 0 else { throw .missingGroupContainerEntitlements }
        return folder + "/tips"
    }

    /// Makes a file and its folders where they are missing; only the owner may open new ones.
    ///
    /// - Throws: ``TipKitError/datastoreUnavailable(_:)``.
    static func make(_ path: String) throws(TipKitError) {
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            do throws(StateFolder.Failure) { try StateFolder.make(String(path[..<slash])) } catch {
                throw .datastoreUnavailable(error.reason)
            }
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .datastoreUnavailable(lastSystemError()) }
        close(descriptor)
    }
}
