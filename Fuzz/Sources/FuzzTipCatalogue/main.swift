import Fuzzing

/// Tries bytes as a catalogue of tips.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTipCatalogue(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do {
        try CatalogueRules.check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        preconditionFailure("\(error)")
    }
    return 0
}
