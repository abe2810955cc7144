import Dispatch
import Foundation

/// Tries what libFuzzer has made up; a rule that does not hold ends the fuzzer.
///
/// As everywhere here with a fatal error, whose words a release build says too, unlike those of a precondition.
public func tryInput(
    _ start: UnsafePointer<UInt8>, _ count: Int, _ check: ([UInt8]) throws -> Void
) -> CInt {
    do { try check(Array(UnsafeBufferPointer(start: start, count: count))) } catch {
        fatalError("\(error)")
    }
    return 0
}

/// Makes an entrance to an installation with the demo campus, in an empty folder.
///
/// - Parameters:
///   - folder: The folder's name in `.build`.
///   - make: Takes the folder's path and the campus file.
/// - Returns: What it makes.
public func makeEntrance<Entrance>(
    in folder: String, _ make: @escaping @Sendable (String, [UInt8]) async throws -> Entrance
) -> Entrance {
    finish {
        let folder = URL(fileURLWithPath: ".build/\(folder)")
        if FileManager.default.fileExists(atPath: folder.path) {
            try FileManager.default.removeItem(at: folder)
        }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let campus = try Data(contentsOf: URL(fileURLWithPath: "../Examples/demo-campus.json"))
        return try await make(folder.path, Array(campus))
    }
}

/// Waits on the fuzzer's thread, which knows nothing of tasks, until a task is done; an error ends the fuzzer.
public func finish<Result>(_ body: @escaping @Sendable () async throws -> Result) -> Result {
    let isDone = DispatchSemaphore(value: 0)
    var result: Result?
    Task.detached {
        do { result = try await body() } catch { fatalError("\(error)") }
        isDone.signal()
    }
    isDone.wait()
    guard let result = result else { fatalError("the task gave nothing") }
    return result
}
