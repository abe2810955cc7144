/// An imported campus file.
public struct CampusRevision: Hashable, Sendable {
    /// Counts up from 1 with each import.
    public let number: Int64
    /// The file's bytes.
    public let document: [UInt8]

    /// Makes a revision from its parts.
    public init(number: Int64, document: [UInt8]) {
        self.number = number
        self.document = document
    }
}
