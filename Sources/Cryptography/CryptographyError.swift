import COpenSSL

/// A failure that OpenSSL reported.
public struct CryptographyError: Error, Equatable, Sendable {
    /// OpenSSL's packed error number.
    public let code: UInt

    init(code: UInt) { self.code = code }

    /// The failure that happened last on this thread, after which OpenSSL forgets it.
    static func takeLast() -> CryptographyError {
        defer { ERR_clear_error() }
        return CryptographyError(code: ERR_peek_last_error())
    }
}

extension CryptographyError: CustomStringConvertible {
    /// OpenSSL's fixed sentence for the code.
    public var description: String {
        guard let reason = unsafe ERR_reason_error_string(code) else { return "OpenSSL error \(code)" }
        return unsafe "OpenSSL error \(code): \(String(cString: reason))"
    }
}
