import JSON

/// Any bytes either are refused with a place inside them, or give a value that survives being written and read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do {
        let value = try JSONValue(parsing: bytes)
        let again = try JSONValue(parsing: value.bytes)
        precondition(again == value, "The value changed when it was written and read.")
    } catch {
        precondition((0...count).contains(error.offset), "The place of the mistake is not in the text.")
        precondition(error.line >= 1 && error.column >= 1, "The place of the mistake is not in the text.")
    }
    return 0
}
