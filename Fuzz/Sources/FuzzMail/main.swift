import Fuzzing
import Inputs

/// Tries bytes as a mail address, as the values of a message, and as a delivery report.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMail(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    tryInput(start, count, MailRules.check)
}
