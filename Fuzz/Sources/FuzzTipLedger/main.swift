import Dispatch
import Foundation
import Fuzzing

/// One installation for all inputs, because making one takes a thousand times as long as an exchange.
private let entrance = finish { () async throws -> TipEntrance in
    let folder = URL(fileURLWithPath: ".build/tips")
    if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let campus = try Data(contentsOf: URL(fileURLWithPath: "../Examples/demo-campus.json"))
    return try await TipEntrance(folder: folder.path, campus: Array(campus))
}

/// Tries bytes as what a device knows of tips.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTipLedger(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let entrance = entrance
    finish { try await entrance.check(bytes) }
    return 0
}

/// Waits on the fuzzer's thread, which knows nothing of tasks, until a task is done; an error ends the fuzzer.
private func finish<Result>(_ body: @escaping @Sendable () async throws -> Result) -> Result {
    let isDone = DispatchSemaphore(value: 0)
    var result: Result?
    Task.detached {
        do { result = try await body() } catch { preconditionFailure("\(error)") }
        isDone.signal()
    }
    isDone.wait()
    guard let result = result else { preconditionFailure("the task gave nothing") }
    return result
}
