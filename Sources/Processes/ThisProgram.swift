#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The program that runs in this process.
package enum ThisProgram {
    /// The path of the executable, without symbolic links.
    ///
    /// It identifies the program to the person, in its registrations, and in the names of its folders.
    package static let path: String = {
        // The system keeps the link while the process exists; without it, only the name that was called is known.
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return CommandLine.arguments.first ?? "program" }
        return pathBeforeRemoval(
            String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self))
    }()

    /// Takes off the mark of an executable that an upgrade has replaced since the start.
    static func pathBeforeRemoval(_ link: String) -> String {
        let mark = " (deleted)"
        guard link.hasSuffix(mark), unsafe access(link, F_OK) != 0 else { return link }
        return String(link.dropLast(mark.utf8.count))
    }
}
