import CSQLite

/// Which file is at a path, whatever its name.
struct FileIdentity: Equatable {
    private let device: UInt64
    private let number: UInt64

    /// Looks at a path; `nil` when no file is there.
    init?(path: String) {
        var (device, number) = (UInt64(0), UInt64(0))
        guard unsafe csqlite_file_identity(path, &device, &number) != 0 else { return nil }
        self.device = device
        self.number = number
    }
}
