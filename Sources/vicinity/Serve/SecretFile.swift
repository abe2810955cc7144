import Glibc

/// A secret of this server, such as a password, from a file that only its owner may read.
struct SecretFile {
    let text: String

    /// Reads the first line of a file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - name: What it holds, such as "client secret", for the refusal.
    /// - Throws: ``CommandFailure`` if others may read the file, or it holds no secret.
    init(_ path: String, of name: String) throws {
        text = try FileText.read(path).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        guard !text.isEmpty else {
            throw CommandFailure("The file \(path) holds no \(name).", exitCode: 2)
        }
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw CommandFailure("The file \(path) cannot be examined.", exitCode: 2)
        }
        guard status.st_mode & 0o007 == 0 else {
            throw CommandFailure(
                "Everybody on this machine may read the \(name) in \(path). Protect it: chmod 600 \(path)",
                exitCode: 2)
        }
    }
}
