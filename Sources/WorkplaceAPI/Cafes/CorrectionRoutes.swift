import Cryptography
import Essentials
import HTTPCore
import JSON
import Ordering
import Workplace

/// Everybody's meal accounts for finance: balances, statements and corrections.
struct CorrectionRoutes: Sendable {
    private static let pageSize = 50

    let services: WorkplaceServices

    var routes: [APIRoute] { [accounts, account, list, preview, making, decision] }

    private var accounts: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/accounts", access: .finance,
            operation: Operation(
                id: "listAccounts", summary: "The balances of people's meal accounts.", tag: .accounts,
                parameters: [
                    Operation.Parameter(
                        name: "search", place: .query,
                        summary: "A part of the name or the identifier; everybody without it."),
                    Operation.Parameter(
                        name: "limit", place: .query, summary: "How many people at most.",
                        schema: ["type": "integer", "minimum": 1, "maximum": 100_000, "default": 50]),
                ], success: .json("Accounts"))
        ) { request, actor in
            let search = try request.http.queryValue("search") ?? ""
            let limit = try request.integer("limit", in: 1...100_000, default: Self.pageSize)
            let found = try await services.corrections.accounts(matching: search)
            if search.isEmpty, found.count <= limit {
                try await services.dataLooks.recordAtEverybody(by: actor.id, of: .mealAccounts)
            } else {
                try await services.dataLooks.record(
                    by: actor.id, of: .mealAccounts, at: Set(found.prefix(limit).map(\.person.id)))
            }
            var json = JSONWriter()
            json.object { json in
                json.member("accounts") { json in
                    json.array { json in
                        for account in found.prefix(limit) {
                            json.object { json in
                                json.member("person", account.person.id.rawValue)
                                json.member("name", account.person.name)
                                json.member("balances") { json in
                                    json.array { json in
                                        for balance in account.balances { json.money(balance) }
                                    }
                                }
                            }
                        }
                    }
                }
                json.member("count", found.count)
            }
            return .json(json.bytes)
        }
    }

    private var account: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/accounts/{person}", access: .finance,
            operation: Operation(
                id: "getAccountOf", summary: "The meal accounts of a person, with their movements.",
                tag: .accounts,
                parameters: [
                    Operation.Parameter(
                        name: "limit", place: .query, summary: "How many movements at most.",
                        schema: ["type": "integer", "minimum": 1, "maximum": 100, "default": 50]),
                    .before,
                ], success: .json("PersonAccount"), isTranslated: true, problems: [.unknownPerson])
        ) { request, actor in
            let person = try services.corrections.person(
                try request.identifier(
                    "person", orThrow: Problem(.unknownPerson, detail: "There is no such person.")))
            let limit = try request.integer("limit", in: 1...100, default: Self.pageSize)
            let statement = try await services.mealAccounts.statement(
                of: person.id, before: try request.entryCursor(), limit: limit + 1)
            try await services.dataLooks.record(by: actor.id, of: .mealAccounts, at: [person.id])
            let campus = try services.campuses.inForce()
            var json = JSONWriter()
            json.object { json in
                json.member("person", person.id.rawValue)
                json.member("name", person.name)
                json.statement(statement, limit: limit, on: campus, in: request.language)
            }
            return .json(json.bytes)
        }
    }

    private var list: APIRoute {
        APIRoute(
            method: .get, pattern: "/api/v1/account-corrections", access: .finance,
            operation: Operation(
                id: "listCorrections",
                summary: "The corrections that wait for a second person, and the latest 50 others.",
                tag: .accounts, success: .json("Corrections"))
        ) { _, _ in
            let found = try await services.corrections.corrections()
            let campus = try services.campuses.inForce()
            var json = JSONWriter()
            json.object { json in
                for (name, corrections) in [("pending", found.pending), ("decided", found.decided)] {
                    json.member(named: name) { json in
                        json.array { json in
                            for correction in corrections { json.correction(correction, on: campus) }
                        }
                    }
                }
            }
            return .json(json.bytes)
        }
    }

    private var preview: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/account-corrections/preview", access: .finance,
            operation: Operation(
                id: "previewCorrection",
                summary: "Says what a correction would do, with what is wrong by entry; changes nothing.",
                tag: .accounts,
                parameters: [
                    Operation.Parameter(
                        name: "Idempotency-Key", place: .header,
                        summary: "With it, the answer says whether the correction was made before.")
                ], body: "CorrectionRequest", success: .json("CorrectionPreview"),
                problems: [.invalidCorrection])
        ) { request, actor in
            let entries = try request.body(Self.entries)
            let preview = try await services.corrections.preview(
                entries, key: request.http.fields["Idempotency-Key"], by: actor.id)
            let campus = try services.campuses.inForce()
            var json = JSONWriter()
            json.object { json in
                json.member("entries") { json in
                    json.array { json in
                        for line in preview.lines {
                            json.object { json in
                                json.member("person", line.entry.person.rawValue)
                                json.member("name", line.name)
                                json.member("amount", line.entry.amount)
                                json.member("reason", line.entry.reason)
                                json.member("balance", line.balance)
                            }
                        }
                    }
                }
                json.member("needsSecondPerson", preview.needsSecondPerson)
                if let earlier = preview.earlier {
                    json.member("earlier") { $0.correction(earlier, on: campus) }
                }
            }
            return .json(json.bytes)
        }
    }

    private var making: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/account-corrections", access: .finance,
            operation: Operation(
                id: "correctAccounts",
                summary:
                    "Adds amounts to meal accounts or takes them away: all entries or none. Above the organisation's limit it waits for a second person.",
                tag: .accounts,
                parameters: [
                    .idempotencyKey(
                        "All of finance share these keys: the digest of a file as the key enters the file once."
                    )
                ], body: "CorrectionRequest", success: .json("Correction", .created), fields: [.replayed],
                problems: [.idempotencyKeyRequired, .idempotencyKeyReused, .invalidCorrection])
        ) { request, actor in
            let key = try request.idempotencyKey()
            let entries = try request.body(Self.entries)
            let made = try await services.corrections.make(
                CorrectionService.Request(
                    entries: entries, key: key, fingerprint: SHA256.digest(of: request.http.body)),
                by: actor.id)
            var answer = try answer(made.correction)
            answer.status = .created
            if made.isReplay { try answer.fields.set("Idempotent-Replayed", "true") }
            return answer
        }
    }

    private var decision: APIRoute {
        APIRoute(
            method: .post, pattern: "/api/v1/account-corrections/{correction}/decision", access: .finance,
            operation: Operation(
                id: "decideCorrection",
                summary:
                    "Confirms or refuses a correction of somebody else. Who made it can only refuse it, which takes it back.",
                tag: .accounts, body: "CorrectionDecision", success: .json("Correction"),
                problems: [.unknownCorrection, .correctionDecided, .secondPersonNeeded, .invalidCorrection])
        ) { request, actor in
            let id: AccountMovementID = try request.identifier(
                "correction", orThrow: CorrectionRefusal.unknown.problem)
            let isConfirmed = try request.body { reader -> Bool? in
                reader.refuseUnknownMembers(except: ["confirmed"])
                return reader["confirmed"].boolean()
            }
            return try answer(
                try await services.corrections.decide(id, isConfirmed: isConfirmed, by: actor.id))
        }
    }

    private static func entries(_ reader: JSONReader) -> [AccountCorrection.Entry]? {
        reader.refuseUnknownMembers(except: ["entries"])
        return reader["entries"].array(count: 1...AccountCorrection.entriesAtMost) { entry in
            let person = entry["person"].identifier(PersonID.init)
            let amount = entry["amount"].money()
            let reason = entry["reason"].reason(length: AccountCorrection.reasonLength)
            entry.refuseUnknownMembers(except: ["person", "amount", "reason"])
            guard let person, let amount, let reason else { return nil }
            return AccountCorrection.Entry(person: person, amount: amount, reason: reason)
        }
    }

    private func answer(_ correction: AccountCorrection) throws -> HTTPResponse {
        let campus = try services.campuses.inForce()
        var json = JSONWriter()
        json.correction(correction, on: campus)
        return .json(json.bytes)
    }
}

extension JSONWriter {
    fileprivate mutating func correction(_ correction: AccountCorrection, on campus: Campus) {
        object { json in
            json.member("id", correction.id.rawValue)
            json.member("stage", correction.stage.rawValue)
            json.member("madeBy") { $0.person(correction.madeBy, on: campus) }
            json.member("madeAt", correction.madeAt)
            if let decider = correction.decidedBy {
                json.member("decidedBy") { $0.person(decider, on: campus) }
            }
            json.member("decidedAt", optional: correction.decidedAt)
            json.member("entries") { json in
                json.array { json in
                    for entry in correction.entries {
                        json.object { json in
                            json.member("person", entry.person.rawValue)
                            if let person = campus.person(entry.person) { json.member("name", person.name) }
                            json.member("amount", entry.amount)
                            json.member("reason", entry.reason)
                        }
                    }
                }
            }
        }
    }

    private mutating func person(_ id: PersonID, on campus: Campus) {
        object { json in
            json.member("id", id.rawValue)
            if let person = campus.person(id) { json.member("name", person.name) }
        }
    }
}

extension CorrectionRefusal: ProblemConvertible {
    func problem(in language: WireLanguage?) -> Problem? { problem }

    var problem: Problem {
        switch self {
        case .entries(let mistakes):
            Problem(
                .invalidCorrection, detail: "Entries are wrong; errors names them. Nothing was entered.",
                errors: mistakes.sorted { $0.key < $1.key }.map { index, mistake in
                    Problem.FieldError(
                        pointer: "/entries/\(index)/\(mistake.field)", code: mistake.rawValue,
                        detail: mistake.sentence)
                })
        case .unknown: Problem(.unknownCorrection, detail: "There is no such correction.")
        case .decided:
            Problem(.correctionDecided, detail: "The correction was confirmed or refused by somebody else.")
        case .secondPersonNeeded:
            Problem(.secondPersonNeeded, detail: "Who entered a correction cannot confirm it.")
        }
    }
}

extension CorrectionRefusal.Mistake {
    /// The member that the mistake is about.
    fileprivate var field: String {
        switch self {
        case .unknownPerson, .ownAccount: "person"
        case .zero, .tooLarge, .unknownCurrency: "amount"
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .unknownPerson: "There is no such person."
        case .ownAccount: "Nobody corrects their own account."
        case .zero: "The amount is zero."
        case .tooLarge: "The amount is too large."
        case .unknownCurrency: "No café and no meal account uses the currency."
        }
    }
}
