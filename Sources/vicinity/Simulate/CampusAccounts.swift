import JSON
import WorkplaceClient

/// Whom a simulated campus acts as: the names of a demo, or sessions from a file.
struct CampusAccounts: Sendable {
    /// A client for each person, signed in.
    let people: [APIClient]
    /// A client of a kitchen screen for each café that has one.
    let kitchens: [String: APIClient]

    /// Signs in as people and kitchen screens of a demo, and lets their devices report.
    ///
    /// - Parameters:
    ///   - client: A client of the server.
    ///   - count: How many people; all that the server offers when `nil`.
    /// - Throws: ``CommandFailure`` when the server offers fewer people, and what requests throw.
    init(ofDemo client: APIClient, people count: Int?) async throws {
        let offer = try await Self.offer(client)
        let names = Array(offer.people.prefix(count ?? offer.people.count))
        guard let count = count ?? (names.isEmpty ? nil : names.count), names.count == count else {
            throw CommandFailure(
                "The server offers \(offer.people.count) people to sign in as. "
                    + "Write a campus for more of them with --write-campus.")
        }
        var people: [APIClient] = []
        for name in names {
            let person = try await Self.signedIn("person", name, client)
            var body = JSONWriter()
            body.object { $0.member("following", true) }
            _ = try await person.send("PUT", "/api/v1/presence/following", body: body.bytes)
            people.append(person)
        }
        var kitchens: [String: APIClient] = [:]
        for (device, cafe) in offer.kitchens where kitchens[cafe] == nil {
            kitchens[cafe] = try await Self.signedIn("device", device, client)
        }
        self.people = people
        self.kitchens = kitchens
    }

    /// Takes the sessions of a file: `{"people": ["TOKEN"], "kitchens": {"CAFE": "TOKEN"}}`.
    init(tokens text: String, _ client: APIClient, people count: Int?) throws {
        let file: (people: [String], kitchens: [(String, String)])
        do {
            file = try JSONValue(parsing: Array(text.utf8)).read { json in
                json.refuseUnknownMembers(except: ["people", "kitchens"])
                guard let people = json["people"].array({ $0.string() }),
                    let kitchens = json["kitchens"].members({ cafe, token in token.string().map { (cafe, $0) }
                    })
                else { return nil }
                return (people, kitchens)
            }
        } catch {
            throw CommandFailure(
                #"The file of tokens is not as expected: {"people": ["TOKEN"], "kitchens": {"CAFE": "TOKEN"}}."#,
                exitCode: 2)
        }
        guard !file.people.isEmpty, count ?? 1 <= file.people.count else {
            throw CommandFailure("The file has tokens of \(file.people.count) people.", exitCode: 2)
        }
        let signedIn = { (token: String) in
            var client = client
            client.signIn(token: token)
            return client
        }
        people = file.people.prefix(count ?? file.people.count).map(signedIn)
        kitchens = Dictionary(file.kitchens.map { ($0.0, signedIn($0.1)) }) { $1 }
    }

    private static func offer(
        _ client: APIClient
    ) async throws -> (people: [String], kitchens: [(String, String)]) {
        let offer = try await client.get("/api/v1/sign-in").reading { answer in
            (
                people: answer["people"].optional?.array { person -> String?? in
                    guard let id = person["id"].string(), let grants = person["grants"].array({ $0.string() })
                    else { return nil }
                    return .some(grants.contains("employee") ? id : nil)
                }?.compactMap(\.self) ?? [],
                kitchens: answer["devices"].optional?.array { device -> (String, String)?? in
                    guard let id = device["id"].string(), let role = device["role"].string() else {
                        return nil
                    }
                    guard role == "kitchen", let cafe = device["cafe"].optional?.string() else {
                        return .some(nil)
                    }
                    return .some((id, cafe))
                }?.compactMap(\.self) ?? []
            )
        }
        return offer
    }

    /// Signs in, and waits when the server has had enough sign-ins for this minute.
    private static func signedIn(_ kind: StaticString, _ name: String, _ client: APIClient) async throws
        -> APIClient
    {
        var body = JSONWriter()
        body.object { body in
            body.member(kind, name)
            body.member("bearer", true)
        }
        let json = body.bytes
        while true {
            do {
                let session = try await client.post("/api/v1/session", json: json)
                var signedIn = client
                signedIn.signIn(token: try session.reading { $0["token"].string() })
                return signedIn
            } catch let problem as APIProblem where problem.status == 429 {
                try await Task.sleep(for: problem.retryAfter ?? .seconds(5))
            }
        }
    }
}
