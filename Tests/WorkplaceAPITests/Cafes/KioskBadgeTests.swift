import Essentials
import HTTPCore
import JSON
import Ordering
import SQLite
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// Paying at a kiosk by badge and PIN.
@Suite(.timeLimit(.minutes(2)))
struct KioskBadgeTests {
    private static let own = "/api/v1/kiosk-badge"

    private func set(
        _ bench: APIFixture, as person: Client, _ number: String = "04:AB:3C:7F", pin: String = "4711"
    ) async throws -> Answer {
        try await bench.put(Self.own, #"{"number": "\#(number)", "pin": "\#(pin)"}"#, as: person)
    }

    private func order(
        _ bench: APIFixture, as kiosk: Client, number: String = "04ab3c7f", pin: String = "4711",
        key: String = "lunch"
    ) async throws -> Answer {
        try await bench.post(
            "/api/v1/kiosk/orders",
            """
            {"lines": [{"item": "soup", "quantity": 1}], "payment": "account",
             "expectedTotal": {"amount": 450, "currency": "EUR"},
             "badge": {"number": "\(number)", "pin": "\(pin)"}}
            """, as: kiosk, [("Idempotency-Key", key)])
    }

    private func balance(_ person: String, _ bench: APIFixture) async throws -> [Int64] {
        let id = try #require(PersonID(person))
        return try await bench.services.store.read { try $0.mealBalances(of: id) }.map(\.minorUnits)
    }

    @Test func `badge and PIN pay from the meal account, once, and the kitchen has the ticket`() async throws
    {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            #expect(try await bench.get(Self.own, as: ada).text == "{}")
            #expect(try await set(bench, as: ada)["number"] == "04AB3C7F")
            #expect(
                try await bench.get("/api/v1/kiosk", as: kiosk)["payments"]?.elements.count == 2,
                "the card needs a provider")
            for _ in 1...2 {
                let placed = try await order(bench, as: kiosk)
                #expect(placed.status == 201, "\(placed.text)")
                #expect(placed["stage"] == "accepted")
                #expect(placed["payment"] == "account")
                #expect(placed["until"] == nil)
            }
            #expect(try await balance("ada", bench) == [4_550])
            let cook = try await bench.signIn("carl")
            let tickets = try await bench.get("/api/v1/cafes/main-cafe/tickets", as: cook)
            #expect(tickets["tickets"]?.elements.count == 1)
            #expect(tickets["tickets.0.kind"] == "walk-up")
            // It is the person's own order, and nobody else follows it.
            let orders = try await bench.get("/api/v1/orders", as: ada)
            #expect(orders["orders"]?.elements.count == 1)
            let id = try #require(orders["orders.0.id"]?.text)
            #expect(try await bench.get("/api/v1/followed-orders/\(id)").code == "unknown-order")
        }
    }

    @Test func `W99: the PIN is stored as a slow salted hash, and nothing stored gives it away`() async throws
    {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let grace = try await bench.signIn("grace")
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            _ = try await set(bench, as: ada)
            _ = try await set(bench, as: grace, "1111 2222", pin: "4711")
            let first = try await order(bench, as: kiosk)
            let hashes = try await bench.services.store.read { reading in
                try reading.connection.all("SELECT pin_hash FROM kiosk_badges") { try $0.text(0) }
            }
            #expect(hashes.allSatisfy { $0.hasPrefix("$argon2id$v=19$m=65536,t=3,p=1$") })
            #expect(Set(hashes).count == 2, "the same PIN has two salts")
            // A fast hash of the request with its four digits would be guessed in a moment.
            let prints = try await bench.services.store.read { reading in
                try reading.connection.all("SELECT fingerprint FROM idempotency_keys WHERE person = 'ada'") {
                    try $0.blob(0)
                }
            }
            #expect(prints.count == 1)
            _ = try await set(bench, as: ada, pin: "4712")
            #expect(try await order(bench, as: kiosk, pin: "4712")["id"] == first["id"])
            let other = try await order(bench, as: kiosk, pin: "9999")
            #expect(other.code == "wrong-badge-or-pin", "the same key does not spare the PIN")
        }
    }

    @Test func `W99: after five wrong PINs the person is refused for five minutes, and nothing is paid`()
        async throws
    {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            _ = try await set(bench, as: ada)
            for _ in 1...5 {
                #expect(try await order(bench, as: kiosk, pin: "0815").code == "wrong-badge-or-pin")
            }
            let refused = try await order(bench, as: kiosk)
            #expect(refused.status == 429 && refused.code == "too-many-pins")
            #expect(refused.fields["Retry-After"] == "300")
            #expect(try await balance("ada", bench) == [5_000])
            bench.clock.advance(by: .seconds(300))
            #expect(try await order(bench, as: kiosk).status == 201)
        }
    }

    @Test func `C109: an unknown number, a wrong PIN and a person who may not order get the same answer`()
        async throws
    {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            _ = try await set(bench, as: ada)
            let wrong = [
                try await order(bench, as: kiosk, pin: "0815"),
                try await order(bench, as: kiosk, number: "99999999"),
                try await order(bench, as: kiosk, number: "#"),
            ]
            #expect(Set(wrong.map(\.text)).count == 1)
            #expect(wrong[0].code == "wrong-badge-or-pin")
            // Somebody who does not order for themselves.
            let cook = try await bench.signIn("carl")
            _ = try await set(bench, as: cook, "77778888", pin: "4711")
            let other = try await order(bench, as: kiosk, number: "77778888")
            #expect(other.text == wrong[0].text)
        }
    }

    @Test func `C109: a lost badge is blocked at once, by its person and by those who hand out badges`()
        async throws
    {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let ann = try await bench.signIn("ann")
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            let other = "/api/v1/people/ada/kiosk-badge"
            #expect(try await bench.put(other + "/block", "", as: ann).code == "unknown-badge")
            _ = try await set(bench, as: ada)
            for (path, client) in [(Self.own, ada), (other, ann)] {
                let blocked = try await bench.put(path + "/block", "", as: client)
                #expect(blocked["blockedAt"] != nil, "\(blocked.text)")
                #expect(try await order(bench, as: kiosk).code == "badge-blocked")
                // Who only has the badge learns nothing.
                #expect(try await order(bench, as: kiosk, pin: "0815").code == "wrong-badge-or-pin")
                // Setting the same number again does not unblock it.
                #expect(try await set(bench, as: ada)["blockedAt"] != nil)
                #expect(try await bench.delete(path + "/block", as: client)["blockedAt"] == nil)
            }
            // Those who block it do not learn its number.
            #expect(try await bench.get(other, as: ann)["number"] == nil)
            #expect(try await order(bench, as: kiosk).status == 201)
            #expect(try await bench.delete(Self.own, as: ada).status == 204)
            #expect(try await order(bench, as: kiosk, key: "more").code == "wrong-badge-or-pin")
        }
    }

    @Test func `a number belongs to one person, and malformed numbers and PINs are refused`() async throws {
        try await withAPIFixture { bench in
            let ada = try await bench.signIn("ada")
            let grace = try await bench.signIn("grace")
            _ = try await set(bench, as: ada)
            #expect(try await set(bench, as: grace, "04ab 3c7f").code == "badge-taken")
            #expect(try await set(bench, as: grace, "1")["errors.0.pointer"] == "/number")
            #expect(try await set(bench, as: grace, "5678", pin: "1234")["errors.0.pointer"] == "/pin")
            #expect(try await bench.get(Self.own, as: grace).text == "{}")
        }
    }

    @Test
    func `an account without enough money orders nothing, and a badge pays for nothing but its own order`()
        async throws
    {
        try await withAPIFixture { bench in
            let poor = try await bench.signIn("poor")
            let kiosk = try await bench.signIn("kiosk-main", device: true)
            _ = try await set(bench, as: poor)
            #expect(try await order(bench, as: kiosk).code == "insufficient-funds")
            #expect(try await balance("poor", bench) == [100])
            // A badge with another way to pay is refused, and so is the account without a badge.
            for (payment, badge) in [
                ("counter", #", "badge": {"number": "04ab3c7f", "pin": "4711"}"#), ("account", ""),
            ] {
                let body = """
                    {"lines": [{"item": "soup", "quantity": 1}], "payment": "\(payment)",
                     "expectedTotal": {"amount": 450, "currency": "EUR"}\(badge)}
                    """
                let refused = try await bench.post(
                    "/api/v1/kiosk/orders", body, as: kiosk, [("Idempotency-Key", payment)])
                #expect(refused["errors.0.pointer"] == "/badge", "\(refused.text)")
            }
        }
    }
}
