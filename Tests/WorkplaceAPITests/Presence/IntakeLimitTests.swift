import Essentials
import HTTPCore
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace
@testable import WorkplaceAPI

/// How many reports of gateways and devices the server takes.
@Suite(.timeLimit(.minutes(2)))
struct IntakeLimitTests {
    private static let events = "/api/v1/presence/events"

    private func isRefused(_ answer: Answer, _ code: String) -> Bool {
        answer.status == 429 && answer.code?.text == code
            && (answer.fields["Retry-After"].flatMap { Int($0) } ?? 0) >= 1
    }

    @Test func `W109: a gateway that reports without pause is told to wait, and another goes on`()
        async throws
    {
        try await withAPIFixture { bench in
            let (one, other) = (try await bench.gateway("main-ear"), try await bench.gateway("tokyo-ear"))
            for _ in 0..<IntakeLimit.gatewayBurst {
                #expect(try await bench.report("main-ear", as: one).status == 200)
            }
            let before = try await bench.stateFingerprint()
            let refused = try await bench.report("main-ear", as: one)
            #expect(isRefused(refused, "too-many-reports"))
            #expect(refused.fields["Retry-After"] == "1")
            #expect(try await bench.stateFingerprint() == before)
            #expect(try await bench.report("tokyo-ear", as: other).status == 200)
            bench.clock.advance(by: .seconds(1))
            #expect(try await bench.report("main-ear", as: one).status == 200)
        }
    }

    @Test func `a gateway reports each second for ever, and catches up ten minutes in a quarter of one`()
        async throws
    {
        try await withAPIFixture { bench in
            let key = try await bench.gateway("main-ear")
            for _ in 0..<200 {
                #expect(try await bench.report("main-ear", as: key).status == 200)
                bench.clock.advance(by: .seconds(1))
            }
            // As the gateway's sender does: one after another, and when asked to wait, no earlier.
            let start = bench.clock.timestamp
            var waiting = 600
            while waiting > 0 {
                let answer = try await bench.report("main-ear", as: key)
                if answer.status == 200 {
                    waiting -= 1
                } else {
                    let seconds = try #require(answer.fields["Retry-After"].flatMap { Int($0) })
                    bench.clock.advance(by: .seconds(seconds))
                }
            }
            #expect(start.duration(to: bench.clock.timestamp) <= .seconds(15))
        }
    }

    @Test func `wrong keys are limited by address, and a gateway behind the same address goes on`()
        async throws
    {
        try await withAPIFixture { bench in
            let key = try await bench.gateway("main-ear")
            let tries: [Client] = [.nobody, .bearer("made-up")]
            for number in 0..<IntakeLimit.wrongKeysPerMinute {
                let answer = try await bench.report("main-ear", as: tries[number % 2])
                #expect(answer.code == "gateway-key-required")
            }
            #expect(isRefused(try await bench.report("main-ear", as: .nobody), "too-many-gateway-keys"))
            // Another gateway's key is a wrong one too.
            #expect(isRefused(try await bench.report("tokyo-ear", as: key), "too-many-gateway-keys"))
            #expect(try await bench.report("main-ear", as: key).status == 200)
            bench.clock.advance(by: .seconds(60))
            #expect(try await bench.report("main-ear", as: .nobody).code == "gateway-key-required")
        }
    }

    @Test func `a person's devices are limited, and do not take what others behind the address have`()
        async throws
    {
        try await withAPIFixture { bench in
            let nothing = #"{"device": "laptop", "events": []}"#
            let (ada, grace) = (try await bench.signIn("ada"), try await bench.signIn("grace"))
            for person in [ada, grace] {
                try await bench.put("/api/v1/presence/following", #"{"following": true}"#, as: person)
            }
            for _ in 0..<IntakeLimit.personBurst {
                #expect(try await bench.post(Self.events, nothing, as: ada).status == 200)
            }
            for _ in 0..<2_000 {
                #expect(isRefused(try await bench.post(Self.events, nothing, as: ada), "too-many-reports"))
            }
            #expect(try await bench.post(Self.events, nothing, as: grace).status == 200)
            bench.clock.advance(by: .seconds(1))
            #expect(try await bench.post(Self.events, nothing, as: ada).status == 200)
        }
    }

    @Test func `the devices of everybody behind an address are limited together`() throws {
        let limit = IntakeLimit()
        let people = try (0..<21).map { try #require(PersonID("person-\($0)")) }
        for person in people.dropLast() {
            for _ in 0..<IntakeLimit.personBurst {
                try limit.countReport(of: person, from: "192.0.2.1", at: Fixture.noon)
            }
        }
        let last = try #require(people.last)
        #expect(throws: IntakeRefusal.tooManyReports(retryAfter: .milliseconds(10))) {
            try limit.countReport(of: last, from: "192.0.2.1", at: Fixture.noon)
        }
        try limit.countReport(of: last, from: "192.0.2.2", at: Fixture.noon)
    }
}
