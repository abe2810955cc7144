#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The folders where programs keep their state, by the XDG base directory specification.
package enum StateFolder {
    /// Why a folder cannot be used.
    package struct Failure: Error {
        /// The folder, or the variable that should name it.
        package let path: String
        /// What is wrong.
        package let reason: String

        /// Names a folder, or a file in it, and what is wrong.
        package init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }
    }

    /// A folder of this program, which may not exist yet.
    ///
    /// - Throws: ``Failure`` when neither `XDG_STATE_HOME` nor `HOME` is an absolute path.
    package static func ofProgram(_ name: String) throws(Failure) -> String {
        try base() + "/" + folderName(ofProgram: ThisProgram.path) + "/" + name
    }

    /// The name of a program's folder: its file name, and a hash of its path (FNV-1a).
    ///
    /// Two programs with one file name have two folders, and a program that is called by another name keeps its own.
    static func folderName(ofProgram path: String) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let name = path.split(separator: "/").last ?? "program"
        return "\(name)-\(String(hash, radix: 16))"
    }

    /// The folder that holds the state of all programs of the person.
    ///
    /// - Throws: ``Failure`` when neither `XDG_STATE_HOME` nor `HOME` is an absolute path.
    package static func base() throws(Failure) -> String {
        if let folder = variable("XDG_STATE_HOME") { return folder }
        if let home = variable("HOME") { return home + "/.local/state" }
        throw Failure(path: "$XDG_STATE_HOME", reason: "neither XDG_STATE_HOME nor HOME is set")
    }

    /// The folder that holds what the person configured for all programs.
    ///
    /// - Throws: ``Failure`` when neither `XDG_CONFIG_HOME` nor `HOME` is an absolute path.
    package static func configuration() throws(Failure) -> String {
        if let folder = variable("XDG_CONFIG_HOME") { return folder }
        if let home = variable("HOME") { return home + "/.config" }
        throw Failure(path: "$XDG_CONFIG_HOME", reason: "neither XDG_CONFIG_HOME nor HOME is set")
    }

    // The specification ignores relative paths.
    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.hasPrefix("/") ? text : nil
    }

    /// Makes a folder and its parents where they are missing; new ones are open to their owner alone.
    ///
    /// - Throws: ``Failure``.
    package static func make(_ path: String) throws(Failure) {
        var position = path.startIndex
        repeat {
            let next = path.dropFirst().isEmpty ? path.endIndex : path.index(after: position)
            position = path[next...].firstIndex(of: "/") ?? path.endIndex
            try makeOne(String(path[..<position]))
        } while position < path.endIndex
    }

    private static func makeOne(_ path: String) throws(Failure) {
        guard unsafe mkdir(path, 0o700) != 0, errno != EEXIST, errno != EISDIR else { return }
        throw Failure(path: path, reason: lastSystemError())
    }
}

/// What the system says about the call that failed just now.
package func lastSystemError() -> String { unsafe String(cString: strerror(errno)) }
