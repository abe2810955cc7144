import CSQLite
import Testing

@testable import SQLite

/// What of a gathered log reaches its file, and when.
struct CoalescedLogFileTests {
    @Test func `a sync writes the buffer and then syncs the file with SQLite's flags`() {
        let file = RecordingFile()
        file.write([1, 2], at: 0)
        file.write([3], at: 2)
        #expect(file.calls.isEmpty)
        #expect(file.sync(flags: SQLITE_SYNC_FULL) == SQLITE_OK)
        #expect(file.calls == [.write([1, 2, 3], at: 0), .sync(SQLITE_SYNC_FULL)])
        file.close()
    }

    @Test func `a sync that fails is reported`() {
        let file = RecordingFile()
        file.result = SQLITE_IOERR
        #expect(file.sync(flags: SQLITE_SYNC_NORMAL) == SQLITE_IOERR)
        file.close()
    }

    @Test func `bytes that a full disk refused never reach the file, because SQLite rolled them back`() {
        let file = RecordingFile()
        file.write([1, 1, 1], at: 32)
        file.result = SQLITE_FULL
        #expect(file.sync(flags: SQLITE_SYNC_NORMAL) == SQLITE_FULL)
        #expect(file.calls == [.write([1, 1, 1], at: 32)])
        file.result = SQLITE_OK
        // The next transaction begins where the one before had begun, and is shorter.
        file.write([2], at: 32)
        #expect(file.sync(flags: SQLITE_SYNC_NORMAL) == SQLITE_OK)
        #expect(file.calls.dropFirst() == [.write([2], at: 32), .sync(SQLITE_SYNC_NORMAL)])
        file.close()
    }

    @Test func `closing after a full disk writes nothing over what other connections have committed since`() {
        let file = RecordingFile()
        file.write([1, 1, 1], at: 32)
        file.result = SQLITE_FULL
        #expect(file.sync(flags: SQLITE_SYNC_NORMAL) == SQLITE_FULL)
        file.result = SQLITE_OK
        #expect(file.close() == SQLITE_OK)
        #expect(file.calls == [.write([1, 1, 1], at: 32), .close])
    }
}

/// A file behind a gathered log that records what it is asked to do, and answers with one result.
private final class RecordingFile {
    enum Call: Equatable {
        case write([UInt8], at: Int64)
        case sync(Int32)
        case close
    }

    private(set) var calls: [Call] = []
    var result = SQLITE_OK
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let memory: UnsafeMutableRawPointer
    private let methods: UnsafeMutablePointer<sqlite3_io_methods>

    init() {
        // The file, a reference to this recorder, and the log's own reference.
        let size = CoalescedLog.place + MemoryLayout<Int>.size
        memory = .allocate(byteCount: size, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        methods = .allocate(capacity: 1)
        methods.initialize(to: sqlite3_io_methods())
        methods.pointee.xWrite = { file, bytes, count, offset in
            let bytes = UnsafeRawBufferPointer(start: bytes, count: Int(count))
            return RecordingFile.of(file).answer(.write(Array(bytes), at: offset))
        }
        methods.pointee.xSync = { file, flags in RecordingFile.of(file).answer(.sync(flags)) }
        methods.pointee.xClose = { file in RecordingFile.of(file).answer(.close) }
        file = memory.bindMemory(to: sqlite3_file.self, capacity: 1)
        file.pointee.pMethods = UnsafePointer(methods)
        Self.recorder(in: file).pointee = Unmanaged.passUnretained(self).toOpaque()
        // The path only tells whether the file was moved, which nobody asks here.
        CoalescedLog.takeOver(file, path: "")
    }

    deinit {
        methods.deallocate()
        memory.deallocate()
    }

    // SQLite's side.

    func write(_ bytes: [UInt8], at offset: Int64) {
        #expect(file.pointee.pMethods.pointee.xWrite(file, bytes, Int32(bytes.count), offset) == SQLITE_OK)
    }

    func sync(flags: Int32) -> Int32 { file.pointee.pMethods.pointee.xSync(file, flags) }

    @discardableResult
    func close() -> Int32 { file.pointee.pMethods.pointee.xClose(file) }

    // The file's side.

    private func answer(_ call: Call) -> Int32 {
        calls.append(call)
        return result
    }

    private static func of(_ file: UnsafeMutablePointer<sqlite3_file>?) -> RecordingFile {
        guard let file, let recorder = recorder(in: file).pointee else {
            fatalError("a file without recorder")
        }
        return Unmanaged<RecordingFile>.fromOpaque(recorder).takeUnretainedValue()
    }

    private static func recorder(
        in file: UnsafeMutablePointer<sqlite3_file>
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        (UnsafeMutableRawPointer(file) + MemoryLayout<sqlite3_file>.size)
            .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }
}
