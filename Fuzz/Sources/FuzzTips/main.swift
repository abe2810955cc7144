import Fuzzing
import Inputs

/// Tries bytes as a rule, a value and a ledger of tips.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTips(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    tryInput(start, count, TipByteRules.check)
}
