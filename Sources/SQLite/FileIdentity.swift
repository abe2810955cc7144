import CSQLite

/// Identifies a file independently of its name.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    /// Reads the identity of the file at a path; `nil` when there is no file.
    init?(path: String) {
        var (device, number) = (UInt64(0), UInt64(0))
        guard unsafe csqlite_file_identity(path, &device, &number) != 0 else { return nil }
        self.device = device
        self.number = number
    }
}
