import Fuzzing
import Inputs

/// One installation for all inputs, because making one takes a thousand times as long as an order.
private let entrance = makeEntrance(in: "orders") { try await OrderEntrance(folder: $0, campus: $1) }

/// Tries bytes as the body of an order.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOrderBody(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let entrance = entrance
    finish { try await entrance.check(bytes) }
    return 0
}
