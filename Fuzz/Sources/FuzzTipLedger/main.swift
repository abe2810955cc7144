import Fuzzing
import Inputs

/// One installation for all inputs, because making one takes a thousand times as long as an exchange.
private let entrance = makeEntrance(in: "tips") { try await TipEntrance(folder: $0, campus: $1) }

/// Tries bytes as what a device knows of tips.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTipLedger(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let entrance = entrance
    finish { try await entrance.check(bytes) }
    return 0
}
