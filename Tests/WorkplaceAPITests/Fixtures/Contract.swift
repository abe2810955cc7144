import HTTPCore
import JSON
import Synchronization
import Testing

@testable import WorkplaceAPI

/// The API's description, as a judge of answers.
struct Contract: Sendable {
    private let routes: [APIRoute]
    private let description: Description

    /// The description of routes.
    private struct Description: Sendable {
        let document: JSONValue
        let checker: SchemaChecker
        /// The parts of the routes' patterns, in the order of the routes.
        let patterns: [[Substring]]

        init(of routes: [APIRoute]) {
            document = OpenAPIDocument(routes: routes).value
            checker = SchemaChecker(document: document)
            patterns = routes.map { $0.pattern.split(separator: "/") }
        }
    }

    /// The descriptions made so far, by their routes; a demo has more of them, and hundreds of tests have the same.
    private static let descriptions = Mutex([[String]: Description]())

    init(_ routes: [APIRoute]) {
        self.routes = routes
        description = Self.descriptions.withLock { descriptions in
            let key = routes.map { "\($0.method) \($0.pattern)" }
            if let description = descriptions[key] { return description }
            let description = Description(of: routes)
            descriptions[key] = description
            return description
        }
    }

    private func route(of request: HTTPRequest) -> APIRoute? {
        let asked = request.path.split(separator: "/")
        return zip(routes, description.patterns).first { route, pattern in
            request.method == route.method && asked.count == pattern.count
                && zip(asked, pattern).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
        }?.0
    }

    /// Records an issue when an answer is not what the description says of its route.
    func check(_ answer: Answer, to request: HTTPRequest) {
        guard let route = route(of: request) else { return }
        let operation = description.document.at("paths")?.members
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
        for mistake in description.checker.mistakes(in: json, by: schema) {
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
