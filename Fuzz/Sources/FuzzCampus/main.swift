import Fuzzing
import Inputs

/// Tries bytes as a campus file.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCampus(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    tryInput(start, count, DecoderRules.checkCampusFile)
}
