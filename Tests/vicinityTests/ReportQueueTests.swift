import Foundation
import TestSupport
import Testing

@testable import vicinity

/// The reports that wait on a gateway's disk.
struct ReportQueueTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "queue-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func `reports come out in their order, also after a restart`() async throws {
        try await withFolder { folder in
            let queue = try ReportQueue(folder: folder, limit: 1_000_000)
            for number in 0..<12 { #expect(await queue.append(bytes("r\(number)"), fleeting: [])) }
            #expect(await queue.first()?.beginning == bytes("r0"))
            await queue.remove(try #require(await queue.first()).number)
            let again = try ReportQueue(folder: folder, limit: 1_000_000)
            #expect(await again.count == 11)
            #expect(await again.append(bytes("r12"), fleeting: []))
            for number in 1...12 {
                let report = try #require(await again.first())
                #expect(report.beginning == bytes("r\(number)"))
                await again.remove(report.number)
            }
            #expect(await again.first() == nil)
            #expect(await again.dropped == 0)
        }
    }

    @Test func `the oldest make room, and are counted for good`() async throws {
        try await withFolder { folder in
            let queue = try ReportQueue(folder: folder, limit: 3 * 4_096)
            for number in 0..<5 { #expect(await queue.append(bytes("r\(number)"), fleeting: [])) }
            #expect(await queue.count == 3)
            #expect(await queue.dropped == 2)
            let again = try ReportQueue(folder: folder, limit: 3 * 4_096)
            #expect(await again.dropped == 2)
            #expect(await again.first()?.beginning == bytes("r2"))
            await again.clear()
            #expect(await again.dropped == 5)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["dropped"])
        }
    }

    @Test func `a file that a power cut left incomplete is dropped and counted`() async throws {
        try await withFolder { folder in
            let queue = try ReportQueue(folder: folder, limit: 1_000_000)
            for number in 0..<3 { #expect(await queue.append(bytes("r\(number)"), fleeting: [])) }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
            try Data().write(to: URL(fileURLWithPath: folder + "/" + files[0]))
            try Data("r".utf8).write(to: URL(fileURLWithPath: folder + "/" + files[1]))
            let again = try ReportQueue(folder: folder, limit: 1_000_000)
            #expect(await again.first()?.beginning == bytes("r2"))
            #expect(await again.dropped == 2)
        }
    }

    @Test func `sightings that must not be stored are in memory for ten reports`() async throws {
        try await withFolder { folder in
            let queue = try ReportQueue(folder: folder, limit: 1_000_000)
            _ = await queue.append(bytes("r0"), fleeting: bytes("secret"))
            #expect(await queue.first()?.fleeting == bytes("secret"))
            for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                let contents = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
                #expect(!String(decoding: contents, as: UTF8.self).contains("secret"))
            }
            for number in 1...10 { _ = await queue.append(bytes("r\(number)"), fleeting: []) }
            #expect(await queue.first()?.fleeting == [])
        }
    }
}
