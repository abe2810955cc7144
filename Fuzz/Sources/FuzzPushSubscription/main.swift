import Fuzzing
import Inputs

/// Tries bytes as a subscription, an endpoint and a subject of Web Push.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPushSubscription(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    tryInput(start, count, PushRules.checkSubscription)
}
