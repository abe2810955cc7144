import Glibc

/// The secret with which this server shows an identity provider who it is, from a file.
struct ClientSecret {
    let text: String

    /// Reads the first line of a file.
    ///
    /// - Throws: ``CommandFailure`` if others may read the file, or it holds no secret.
    init(file path: String) throws {
        text = try FileText.read(path).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        guard !text.isEmpty else {
            throw CommandFailure("The file \(path) holds no client secret.", exitCode: 2)
        }
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw CommandFailure("The file \(path) cannot be examined.", exitCode: 2)
        }
        guard status.st_mode & 0o007 == 0 else {
            throw CommandFailure(
                "Everybody on this machine may read the client secret in \(path). Protect it: chmod 600 \(path)",
                exitCode: 2)
        }
    }
}
