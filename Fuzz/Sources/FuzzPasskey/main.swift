import Fuzzing
import Inputs

/// Tries bytes as each part of a passkey's answer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPasskey(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    tryInput(start, count, PasskeyRules.check)
}
