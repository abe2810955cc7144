import Fuzzing

/// Tries bytes as a rule, a value and a ledger of tips.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTips(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do {
        try TipByteRules.check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        preconditionFailure("\(error)")
    }
    return 0
}
