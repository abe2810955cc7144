import Fuzzing

/// Tries bytes as a recording.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecording(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do {
        try RecordingRules.check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        preconditionFailure("\(error)")
    }
    return 0
}
