import Fuzzing
import Inputs

/// Tries bytes as a map in GeoJSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMap(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    tryInput(start, count, MapRules.check)
}
