import Fuzzing
import Inputs

/// Tries bytes as a webhook with its event.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWebhook(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    tryInput(start, count, WebhookRules.check)
}
