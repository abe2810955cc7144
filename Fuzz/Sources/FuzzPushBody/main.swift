import Fuzzing
import Inputs

/// Tries bytes as an encrypted body of Web Push.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPushBody(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    tryInput(start, count, PushRules.checkBody)
}
