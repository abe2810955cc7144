import Fuzzing
import Inputs

/// Tries bytes as a catalogue of tips.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTipCatalogue(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    tryInput(start, count, CatalogueRules.check)
}
