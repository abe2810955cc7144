import HTTPCore
import JSON
import Testing

@testable import WorkplaceAPI

/// What the routes of the identity provider answer where there is none; the end-to-end tests have a provider.
@Suite(.timeLimit(.minutes(1)))
struct ProviderRoutesTests {
    @Test(arguments: [
        ("", "/sign-in?problem=provider-none"), ("?next=/your-data", "/sign-in?problem=provider-none"),
    ])
    func `without a provider the sign-in page explains it`(query: String, address: String) async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/sign-in/provider\(query)")
            #expect(answer.status == 303)
            #expect(answer.fields["Location"] == address)
            #expect(answer.fields["Cache-Control"] == "no-store")
            #expect(answer.fields["Set-Cookie"] == nil)
        }
    }

    @Test(arguments: [false, true])
    func `a callback removes the cookie and opens no session`(isSecure: Bool) async throws {
        try await withAPIFixture { bench in
            let before = try await bench.stateFingerprint()
            let answer = await bench.send(
                HTTPRequest(
                    .get, path: "/sign-in/provider/callback", query: "code=a&state=b%", isSecure: isSecure))
            #expect(answer.status == 303)
            #expect(answer.fields["Location"] == "/sign-in?problem=provider-none")
            let removed =
                isSecure
                ? "__Host-vicinity-provider=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0"
                : "vicinity-provider=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"
            #expect(answer.fields["Set-Cookie"] == removed)
            #expect(try await bench.stateFingerprint() == before)
        }
    }

    @Test(arguments: ["", "logout_token=a", "logout_token=a&logout_token=b"])
    func `a logout is refused as the standard says`(form: String) async throws {
        try await withAPIFixture { bench in
            let answer = await bench.send(
                HTTPRequest(
                    .post, target: "/sign-in/provider/logout",
                    fields: try HTTPFields([("Content-Type", "application/x-www-form-urlencoded")]),
                    body: Array(form.utf8)))
            #expect(answer.status == 400)
            #expect(answer["error"] == .string("invalid_request"))
            #expect(answer.fields["Cache-Control"] == "no-store")
        }
    }

    @Test func `the sign-in page learns of no provider`() async throws {
        try await withAPIFixture { bench in
            let answer = try await bench.get("/api/v1/sign-in")
            #expect(answer["provider"] == nil)
        }
    }
}
