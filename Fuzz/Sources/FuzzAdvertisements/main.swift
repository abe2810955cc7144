import Fuzzing

/// Tries bytes as a packet of a Bluetooth controller and as advertising data.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAdvertisements(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    do {
        try AdvertisementRules.check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        preconditionFailure("\(error)")
    }
    return 0
}
