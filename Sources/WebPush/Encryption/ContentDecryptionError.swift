/// Why encrypted content cannot be read.
public enum ContentDecryptionError: Error, Sendable, Hashable, CaseIterable {
    /// The content ends in the header, in a record, or before its last record.
    case truncated
    /// The header names a record size below 18.
    case recordSize
    /// The name of the key is not a public key on P-256, as Web Push wants it.
    case keyID
    /// A record was not encrypted with these keys, or was changed.
    case notAuthentic
    /// A record lacks its delimiter, or has the one of another place.
    case delimiter

    /// The stable name of the refusal, for programs.
    public var code: String { words.code }
}

extension ContentDecryptionError: CustomStringConvertible {
    /// The refusal as a sentence.
    public var description: String { words.sentence }

    private var words: (code: String, sentence: String) {
        switch self {
        case .truncated: ("content-truncated", "The encrypted content is not complete.")
        case .recordSize: ("content-record-size", "The record size of the encrypted content is below 18.")
        case .keyID: ("content-key", "The encrypted content does not name its sender's key.")
        case .notAuthentic: ("content-not-authentic", "The content was not encrypted with these keys.")
        case .delimiter: ("content-delimiter", "A record of the encrypted content has no proper end.")
        }
    }
}
