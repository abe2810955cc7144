import Fuzzing
import Inputs

/// Tries bytes as a recording.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecording(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    tryInput(start, count, RecordingRules.check)
}
