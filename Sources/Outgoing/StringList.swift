import CCurl

/// A list of texts as libcurl takes it.
@safe
final class StringList {
    private(set) var first: UnsafeMutablePointer<curl_slist>?

    init(_ texts: [String]) {
        unsafe first = nil
        for text in texts {
            guard let list = unsafe curl_slist_append(first, text) else {
                preconditionFailure("libcurl has no memory")
            }
            unsafe first = list
        }
    }

    deinit { unsafe curl_slist_free_all(first) }
}

/// Lends a text as C reads it; no address for no text.
@unsafe
func withCString<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let text else { return body(nil) }
    return unsafe text.withCString { unsafe body($0) }
}

/// Lends bytes; no address for no bytes.
@unsafe
func withBytes<Result>(_ bytes: [UInt8]?, _ body: (UnsafeRawPointer?) -> Result) -> Result {
    guard let bytes else { return body(nil) }
    return unsafe bytes.withUnsafeBytes { unsafe body($0.baseAddress) }
}
