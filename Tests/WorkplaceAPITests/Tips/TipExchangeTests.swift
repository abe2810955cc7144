import Cryptography
import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import TipCore
import TipRules
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

@Suite(.timeLimit(.minutes(2)))
struct TipExchangeTests {
    private static let path = "/api/v1/tips/ledger"

    @Test(arguments: UInt64(0)..<12)
    func `TD1: three devices behind a bad link and the server come to one state, that of joining all changes`(
        seed: UInt64
    ) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            var devices = (UInt64(1)...3).map { TipPage($0, seed: seed) }
            var random = SplitMix64(seed: seed)
            // What has happened everywhere, joined in another order than the server joins it.
            var all: [TipLedger] = []
            for moment in 0..<120 {
                let actor = Int(random.next() % 3)
                all.append(devices[actor].act(at: Int64(moment) * 5))
                let sender = Int(random.next() % 3)
                let isCutOff = moment / 30 % 3 == sender
                guard !isCutOff else { continue }
                let losesAnswer = random.next() % 4 == 0
                try await devices[sender].exchange(with: bench, as: ada, losesAnswer: losesAnswer)
                bench.clock.advance(by: .milliseconds(Int64(random.next() % 3)))
            }
            for _ in 0..<2 {
                for device in devices.indices { try await devices[device].exchange(with: bench, as: ada) }
            }
            for device in devices.indices { try await devices[device].exchange(with: bench, as: ada) }
            let pure = all.shuffled(using: &random).reduce(TipLedger()) { $0.merged(with: $1) }
            let kept = try await bench.services.store.read { try $0.tipLedger(of: Fixture.ada)?.ledger() }
            #expect(kept == pure)
            for device in devices { #expect(device.machine.ledger == pure) }
            #expect(Set(devices.map(\.cursor)).count == 1)
        }
    }

    @Test func `a database that was put back from a copy gets everything again`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            var device = TipPage(1, seed: 4)
            _ = device.act(at: 0)
            try await device.exchange(with: bench, as: ada)
            let copy = try await bench.services.store.read { try $0.tipLedger(of: Fixture.ada) }
            for moment in Int64(1)..<20 { _ = device.act(at: moment * 10) }
            bench.clock.advance(by: .seconds(60))
            try await device.exchange(with: bench, as: ada)
            try await bench.services.store.write { try $0.set(try #require(copy), of: Fixture.ada) }
            bench.clock.advance(by: .seconds(60))
            for _ in 0..<2 { try await device.exchange(with: bench, as: ada) }
            let kept = try await bench.services.store.read { try $0.tipLedger(of: Fixture.ada)?.ledger() }
            #expect(kept == device.machine.ledger)
        }
    }

    @Test func `an exchange notes the device, and what it sent is there for another`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            var (first, second) = (TipPage(1, seed: 1), TipPage(2, seed: 2))
            _ = first.act(at: 0)
            try await first.exchange(with: bench, as: ada)
            try await second.exchange(with: bench, as: ada)
            #expect(second.machine.ledger == first.machine.ledger)
            let devices = try await bench.services.store.read { try $0.tipDevices(of: Fixture.ada) }
            #expect(devices.map(\.id.rawValue) == [0x100, 0x200])
            #expect(devices.map(\.language.description) == ["pt-BR", "pt-BR"])
        }
    }

    @Test func `TA9: erasing is by oneself, and reaches the other device`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            var (first, second) = (TipPage(1, seed: 1), TipPage(2, seed: 2))
            for moment in Int64(0)..<9 { _ = first.act(at: moment) }
            try await first.exchange(with: bench, as: ada)
            try await second.exchange(with: bench, as: ada)
            bench.clock.advance(by: .seconds(1))
            #expect(try await bench.delete(Self.path, as: ada).status == 204)
            try await second.exchange(with: bench, as: ada)
            #expect(second.machine.ledger.tips.isEmpty && second.machine.ledger.events.isEmpty)
            #expect(second.machine.ledger.epoch > 0)
        }
    }

    @Test func `what one person has sent no other gets, whatever device and cursor it names`()
        async throws
    {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            var device = TipPage(1, seed: 1)
            for moment in Int64(0)..<9 { _ = device.act(at: moment) }
            try await device.exchange(with: bench, as: ada)
            for person in ["grace", "ann", "mia"] {
                let other = try await bench.signIn(person)
                for cursor in [0, device.cursor, device.cursor - 1] {
                    let body = TipPage.body(device: device.device, cursor: cursor)
                    let answer = try await bench.post(Self.path, body, as: other)
                    let changes = try answer["changes"]?.text.map { text in
                        try TipLedger(bytes: try #require(Base64.decode(text)))
                    }
                    #expect(changes == (cursor == 0 ? nil : TipLedger()))
                }
            }
        }
    }

    @Test(arguments: [
        (#"{"platform": "web", "language": "en", "cursor": 0}"#, "/device required"),
        (TipPage.body().replacing("0000000000000100", with: "100"), "/device value"),
        (TipPage.body().replacing("0000000000000100", with: "0000000000000101"), "/device value"),
        (TipPage.body().replacing("0000000000000100", with: "000000000000AB00"), "/device value"),
        (TipPage.body().replacing("0000000000000100", with: "+000000000000100"), "/device value"),
        (TipPage.body().replacing(#""web""#, with: #""fax""#), "/platform value"),
        (TipPage.body().replacing(#""pt-BR""#, with: #""p""#), "/language value"),
        (TipPage.body(cursor: -1), "/cursor value"), (TipPage.body(cursor: 1 << 53), "/cursor value"),
        (TipPage.body().replacing("null", with: "[1]"), "/changes type"),
        (TipPage.body().replacing("{", with: #"{"latitude": 1, "#), "/latitude unknown-member"),
    ])
    func `a body that is misshapen names the field and changes nothing`(
        body: String, error: String
    ) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let answer = try await bench.post(Self.path, body, as: ada)
            #expect(answer.status == 400)
            #expect(answer.errors == [error])
            try await expectNothingKept(bench)
        }
    }

    @Test(arguments: ["AQ", "AQ=", "====", "AQEB", "AAAA", "", "é"])
    func `changes that are no ledger are refused by a code of their own`(text: String) async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let answer = try await bench.post(Self.path, TipPage.body(changes: text), as: ada)
            #expect(answer.status == 400)
            #expect(answer.code == "tip-changes-unreadable")
            try await expectNothingKept(bench)
        }
    }

    @Test func `changes from the future are refused with the server's time`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            var device = TipPage(1, seed: 1)
            _ = device.machine.donate(
                to: "a",
                at: RuleTime(microseconds: (Fixture.noon.millisecondsSinceEpoch + 90_000_000) * 1_000))
            let answer = try await bench.post(Self.path, device.body(device.machine.ledger), as: ada)
            #expect(answer.status == 422)
            #expect(answer.code == "tip-clock-ahead")
            #expect(answer["now"] == .string(Fixture.noon.description))
            try await expectNothingKept(bench)
        }
    }

    @Test func `numbers that cannot be, too many writers and too many bytes have codes of their own`()
        async throws
    {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            var many = TipLedger()
            many.note(
                TipRecord(
                    epoch: 0, invalidation: nil, firstAppearance: nil,
                    displays: (0..<513).map {
                        .init(replica: TipReplica(rawValue: $0 << 8), count: 1, microseconds: 0)
                    }), of: "tip")
            var large = TipLedger()
            large.note(
                ParameterRecord(
                    value: .text(RuleText(utf8: Array(repeating: 97, count: TipLimits.mostBytes))),
                    time: HybridTime(
                        time: RuleTime(microseconds: 0), counter: 0, replica: TipReplica(device: 256))),
                of: "p")
            let cases: [(TipLedger, Int, JSONValue)] = [
                (TipLedger(epoch: .max), 422, "tip-changes-impossible"), (many, 409, "too-many-tip-devices"),
                (large, 413, "tip-ledger-too-large"),
            ]
            for (ledger, status, code) in cases {
                let body = TipPage.body(changes: Base64.encode(ledger.bytes))
                let answer = try await bench.post(Self.path, body, as: ada)
                #expect(answer.status == status)
                #expect(answer.code == code)
            }
            try await expectNothingKept(bench)
        }
    }

    private func expectNothingKept(_ bench: APIFixture) async throws {
        let (ledger, devices) = try await bench.services.store.read { reading in
            (try reading.tipLedger(of: Fixture.ada), try reading.tipDevices(of: Fixture.ada))
        }
        #expect(ledger == nil)
        #expect(devices.isEmpty)
    }
}
