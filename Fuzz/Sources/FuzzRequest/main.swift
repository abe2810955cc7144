import Fuzzing
import Inputs

/// Tries bytes as the requests of a connection.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequest(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    tryInput(start, count, RequestRules.check)
}
