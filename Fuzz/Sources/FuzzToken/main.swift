import Fuzzing
import Inputs

/// Tries bytes as a key set or a discovery document, and a token.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzToken(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    tryInput(start, count, TokenRules.check)
}
