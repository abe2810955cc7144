import Workplace

/// Any bytes either are a campus, or are refused with a syntax error or with mistakes that can be told.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCampus(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do {
        _ = try CampusFile.read(bytes, name: "input")
    } catch {
        precondition(!error.description.isEmpty, "A file was refused without a reason.")
    }
    return 0
}
