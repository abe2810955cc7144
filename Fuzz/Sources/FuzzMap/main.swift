import Fuzzing

/// Tries bytes as a map in GeoJSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMap(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do {
        try MapRules.check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        preconditionFailure("\(error)")
    }
    return 0
}
