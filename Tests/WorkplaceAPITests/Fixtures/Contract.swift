import HTTPCore
import JSON
import Synchronization
import Testing

@testable import WorkplaceAPI

/// The API's description, as a judge of answers.
struct Contract: Sendable {
    private let routes: [APIRoute]
    private let document: JSONValue

    /// The descriptions made so far, by their routes; a demo has more of them, and hundreds of tests have the same.
    private static let documents = Mutex([[String]: JSONValue]())

    init(_ routes: [APIRoute]) {
        self.routes = routes
        document = Self.documents.withLock { documents in
            let key = routes.map { "\($0.method) \($0.pattern)" }
            if let document = documents[key] { return document }
            let document = OpenAPIDocument(routes: routes).value
            documents[key] = document
            return document
        }
    }

    /// Records an issue when an answer is not what the description says of its route.
    func check(_ answer: Answer, to request: HTTPRequest) {
        guard let route = routes.first(where: { $0.isMeant(by: request) }) else { return }
        let operation = document.at("paths")?.members
            .first { $0.name == route.pattern }?.value.at(route.method.name.lowercased())
        let responses = operation?.at("responses")
        let type = answer.fields["Content-Type"] ?? ""
        let isGeneral =
            type.contains("problem") && ProblemKind.ofAnyRoute.contains { .string($0.code) == answer.code }
        guard let described = responses?.at(isGeneral ? "default" : String(answer.status)) else {
            Issue.record(
                "\(route.operation.id) answers \(answer.status) \(answer.text), which is not described")
            return
        }
        guard !answer.bytes.isEmpty else { return }
        guard let content = described.at("content")?.members.first(where: { type.hasPrefix($0.name) })?.value
        else {
            Issue.record(
                "\(route.operation.id) answers \(answer.status) with \(type), which is not described")
            return
        }
        if type.contains("problem"), content.at("examples.\(answer.code?.text ?? "")") == nil {
            Issue.record("\(route.operation.id) answers with \(answer.text), whose code is not described")
        }
        guard type.contains("json"), let schema = content.at("schema") else { return }
        checkSchema(answer, schema, of: route)
        checkFields(answer, described, of: route)
    }

    private func checkSchema(_ answer: Answer, _ schema: JSONValue, of route: APIRoute) {
        guard let json = answer.json else {
            Issue.record("\(route.operation.id) answers what is no JSON: \(answer.text)")
            return
        }
        for mistake in SchemaChecker(document: document).mistakes(in: json, by: schema) {
            Issue.record("\(route.operation.id), status \(answer.status): \(mistake) in \(answer.text)")
        }
    }

    private func checkFields(_ answer: Answer, _ described: JSONValue, of route: APIRoute) {
        let optional = ["Idempotent-Replayed", "Set-Cookie"]
        // An answer that is one of several kinds describes the fields of all.
        let kind = answer.status < 400 ? nil : answer.code?.text.flatMap(ProblemKind.named)
        let isEarly = kind?.retryAfter != nil
        #expect(isEarly == (answer.fields["Retry-After"] != nil), "\(route.operation.id)")
        for field in described.at("headers")?.members ?? []
        where !optional.contains(field.name) && field.name != "Retry-After" {
            if answer.fields[field.name] == nil {
                Issue.record("\(route.operation.id) answers without the field \(field.name)")
            }
        }
    }
}

extension APIRoute {
    fileprivate func isMeant(by request: HTTPRequest) -> Bool {
        let asked = request.path.split(separator: "/")
        let own = pattern.split(separator: "/")
        return request.method == method && asked.count == own.count
            && zip(asked, own).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
    }
}
