import Fuzzing
import Inputs

/// Tries bytes as a packet of a Bluetooth controller and as advertising data.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAdvertisements(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    tryInput(start, count, AdvertisementRules.check)
}
