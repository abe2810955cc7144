#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where monitors keep their stores.
enum StateFolder {
    /// The folder of this program's monitors, by the XDG base directory specification.
    ///
    /// - Throws: ``MonitorError/storeUnavailable(path:reason:)`` when neither `XDG_STATE_HOME` nor `HOME` is an
    ///   absolute path.
    static func ofProgram() throws(MonitorError) -> String {
        let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program"
        return try base() + "/" + program + "/monitors"
    }

    private static func base() throws(MonitorError) -> String {
        if let folder = variable("XDG_STATE_HOME") { return folder }
        if let home = variable("HOME") { return home + "/.local/state" }
        throw .storeUnavailable(path: "$XDG_STATE_HOME", reason: "neither XDG_STATE_HOME nor HOME is set")
    }

    // The specification has relative paths ignored.
    private static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe String(cString: value)
        return text.hasPrefix("/") ? text : nil
    }

    /// Makes a folder and those that it lies in; new ones are open to their owner alone.
    ///
    /// - Throws: ``MonitorError/storeUnavailable(path:reason:)``.
    static func make(_ path: String) throws(MonitorError) {
        var position = path.startIndex
        repeat {
            let next = path.dropFirst().isEmpty ? path.endIndex : path.index(after: position)
            position = path[next...].firstIndex(of: "/") ?? path.endIndex
            try makeOne(String(path[..<position]))
        } while position < path.endIndex
    }

    private static func makeOne(_ path: String) throws(MonitorError) {
        guard unsafe mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        throw .storeUnavailable(path: path, reason: lastSystemError())
    }
}

/// What the system says about the call that failed just now.
func lastSystemError() -> String { unsafe String(cString: strerror(errno)) }
