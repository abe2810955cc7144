import Fuzzing
import Inputs

/// Tries bytes as a JSON text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    tryInput(start, count, DecoderRules.checkJSON)
}
