import Foundation
import Fuzzing
import Testing
import TestSupport

/// Tries again what fuzzers have kept: inputs that reach all code that any run has reached, and inputs that once failed.
@Suite(.timeLimit(.minutes(5))) struct ReplayTests {
    @Test func `kept JSON texts keep the rules`() throws {
        for input in try inputs("JSON") {
            #expect(throws: Never.self, "\(input.name)") { try DecoderRules.checkJSON(input.bytes) }
        }
    }

    @Test func `kept advertisements keep the rules`() throws {
        for input in try inputs("Advertisements") {
            #expect(throws: Never.self, "\(input.name)") { try AdvertisementRules.check(input.bytes) }
        }
    }

    @Test func `kept recordings keep the rules`() throws {
        for input in try inputs("Recording") {
            #expect(throws: Never.self, "\(input.name)") { try RecordingRules.check(input.bytes) }
        }
    }

    @Test func `kept answers of passkeys keep the rules`() throws {
        for input in try inputs("Passkey") {
            #expect(throws: Never.self, "\(input.name)") { try PasskeyRules.check(input.bytes) }
        }
    }

    @Test func `kept requests keep the rules`() throws {
        for input in try inputs("Request") {
            #expect(throws: Never.self, "\(input.name)") { try RequestRules.check(input.bytes) }
        }
    }

    @Test func `kept campus files keep the rules`() throws {
        for input in try inputs("Campus") {
            #expect(throws: Never.self, "\(input.name)") { try DecoderRules.checkCampusFile(input.bytes) }
        }
    }

    @Test func `kept addresses and delivery reports keep the rules`() throws {
        for input in try inputs("Mail") {
            #expect(throws: Never.self, "\(input.name)") { try MailRules.check(input.bytes) }
        }
    }

    @Test func `kept maps keep the rules`() throws {
        for input in try inputs("Map") {
            #expect(throws: Never.self, "\(input.name)") { try MapRules.check(input.bytes) }
        }
    }

    @Test func `kept catalogues of tips keep the rules`() throws {
        for input in try inputs("TipCatalogue") {
            #expect(throws: Never.self, "\(input.name)") { try CatalogueRules.check(input.bytes) }
        }
    }

    @Test func `TA1 TD1 kept rules, values and ledgers of tips keep the rules`() throws {
        for input in try inputs("Tips") {
            #expect(throws: Never.self, "\(input.name)") { try TipByteRules.check(input.bytes) }
        }
    }

    @Test func `kept tokens and key sets keep the rules`() throws {
        for input in try inputs("Token") {
            #expect(throws: Never.self, "\(input.name)") { try TokenRules.check(input.bytes) }
        }
    }

    @Test func `kept subscriptions and bodies of Web Push keep the rules`() throws {
        for input in try inputs("PushSubscription") {
            #expect(throws: Never.self, "\(input.name)") { try PushRules.checkSubscription(input.bytes) }
        }
        for input in try inputs("PushBody") {
            #expect(throws: Never.self, "\(input.name)") { try PushRules.checkBody(input.bytes) }
        }
    }

    @Test func `kept webhooks keep the rules`() throws {
        for input in try inputs("Webhook") {
            #expect(throws: Never.self, "\(input.name)") { try WebhookRules.check(input.bytes) }
        }
    }

    @Test func `kept bodies of orders keep the rules`() async throws {
        let inputs = try inputs("OrderBody")
        let campus = try Data(contentsOf: root.appending(path: "Examples/demo-campus.json"))
        try await withTemporaryFolder { folder in
            let entrance = try await OrderEntrance(folder: folder, campus: Array(campus))
            for input in inputs {
                await #expect(throws: Never.self, "\(input.name)") { try await entrance.check(input.bytes) }
            }
            await entrance.close()
        }
    }

    @Test func `kept ledgers of tips keep the rules`() async throws {
        let inputs = try inputs("TipLedger")
        let campus = try Data(contentsOf: root.appending(path: "Examples/demo-campus.json"))
        try await withTemporaryFolder { folder in
            let entrance = try await TipEntrance(folder: folder, campus: Array(campus))
            for input in inputs {
                await #expect(throws: Never.self, "\(input.name)") { try await entrance.check(input.bytes) }
            }
            await entrance.close()
        }
    }

    private struct Input {
        let name: String
        let bytes: [UInt8]
    }

    private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The corpus of a fuzzer and its fail cases; a corpus is never empty.
    private func inputs(_ fuzzer: String) throws -> [Input] {
        let corpus = try inputs(in: "Fuzz/Corpora/\(fuzzer)")
        try #require(!corpus.isEmpty, "Fuzz/Corpora/\(fuzzer) is empty")
        return try corpus + inputs(in: "Fuzz/FailCases/\(fuzzer)")
    }

    private func inputs(in folder: String) throws -> [Input] {
        let url = root.appending(path: folder)
        let files = try FileManager.default.contentsOfDirectory(
            at: url, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        return try files.map { file in
            Input(name: "\(folder)/\(file.lastPathComponent)", bytes: Array(try Data(contentsOf: file)))
        }
    }
}
