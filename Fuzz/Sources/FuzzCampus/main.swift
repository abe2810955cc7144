import Fuzzing

/// Tries bytes as a campus file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCampus(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do {
        try DecoderRules.checkCampusFile(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        preconditionFailure("\(error)")
    }
    return 0
}
