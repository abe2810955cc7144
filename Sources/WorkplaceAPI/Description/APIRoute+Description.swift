import HTTPCore
import JSON

extension APIRoute {
    /// The route as an operation of the API's description.
    var description: JSONValue {
        var object: JSONObject = [
            "operationId": .string(operation.id), "summary": .string(operation.summary),
            "tags": [.string(operation.tag.rawValue)], "security": security,
        ]
        let parameters =
            pathParameters + translationParameters + conditionParameters
            + operation.parameters.map(\.description)
        if !parameters.isEmpty { object["parameters"] = .array(parameters) }
        if let body = operation.body {
            var content = JSONObject()
            for type in operation.bodyForm.mediaTypes {
                // Bytes have no schema (OpenAPI 3.1, 4.8.14.2).
                content[type] = operation.bodyForm == .picture ? [:] : ["schema": Schema.named(body)]
            }
            object["requestBody"] = ["required": true, "content": .object(content)]
        }
        object["responses"] = .object(responses)
        return .object(object)
    }

    private var security: JSONValue {
        switch (access.credential, method.isRead) {
        case (.none, _): []
        case (.gatewayKey, _): [["gateway": []]]
        case (.setUpLink, _): [["bearer": []]]
        case (.session, true): [["cookie": []], ["bearer": []]]
        case (.session, false): [["cookie": [], "csrf": []], ["bearer": []]]
        }
    }

    private var pathParameters: [JSONValue] {
        pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { segment in
            [
                "name": .string(String(segment.dropFirst().dropLast())), "in": "path", "required": true,
                "schema": Schema.identifier,
            ]
        }
    }

    private var translationParameters: [JSONValue] {
        guard operation.isTranslated else { return [] }
        return [
            Operation.Parameter(
                name: "lang", place: .query,
                summary: "The language of names; it wins over the cookie and Accept-Language.",
                schema: Schema.languageTag("Such as `ja` or `pt-BR`.")
            ).description,
            Operation.Parameter(
                name: "Accept-Language", place: .header, summary: "The languages that the person reads."
            ).description,
        ]
    }

    private var conditionParameters: [JSONValue] {
        guard operation.isConditional else { return [] }
        return [
            Operation.Parameter(
                name: "If-None-Match", place: .header, summary: "The tag of the copy that the client has."
            ).description
        ]
    }

    // MARK: - Responses

    private var responses: JSONObject {
        var responses: JSONObject = [:]
        let (status, content) = success
        var answer: JSONObject = ["description": .string(status.reason)]
        if let content { answer["content"] = content }
        if !fields.isEmpty { answer["headers"] = .object(headers) }
        responses[String(status.code)] = .object(answer)
        if operation.isConditional {
            responses["304"] = ["description": "The client's copy still holds."]
        }
        for (status, schema) in operation.otherAnswers {
            responses[String(status.code)] = [
                "description": .string(status.reason),
                "content": ["application/json": ["schema": Schema.named(schema)]],
            ]
        }
        let byStatus = Dictionary(grouping: problems, by: \.status).sorted { $0.key.code < $1.key.code }
        for (status, kinds) in byStatus {
            responses[String(status.code)] = ProblemKind.description(of: kinds)
        }
        responses["default"] = ProblemKind.description(of: ProblemKind.ofAnyRoute)
        return responses
    }

    private var success: (HTTPStatus, JSONValue?) {
        switch operation.success {
        case .json(let schema, let status):
            (status, ["application/json": ["schema": Schema.named(schema)]])
        case .events: (.ok, ["text/event-stream": ["schema": Self.events]])
        case .page(let schema):
            (
                .ok,
                [
                    "text/html": ["schema": ["type": "string"]],
                    "application/json": ["schema": Schema.named(schema)],
                ]
            )
        case .table: (.ok, ["text/csv": ["schema": ["type": "string"]]])
        case .calendar: (.ok, ["text/calendar": ["schema": ["type": "string"]]])
        case .picture: (.ok, ["image/svg+xml": ["schema": ["type": "string"]]])
        case .photo: (.ok, ["image/webp": [:]])
        case .description:
            (.ok, ["application/json": ["schema": ["type": "object", "additionalProperties": true]]])
        case .empty: (.noContent, nil)
        case .emptyOK: (.ok, nil)
        case .redirect: (.seeOther, nil)
        }
    }

    private var fields: [Operation.ResponseField] {
        var fields = operation.fields
        if operation.isConditional { fields.append(.entityTag) }
        if operation.isTranslated { fields.append(.contentLanguage) }
        return fields
    }

    private var headers: JSONObject {
        fields.reduce(into: JSONObject()) { headers, field in
            headers[field.name] = ["description": .string(field.summary), "schema": ["type": "string"]]
        }
    }

    private static let events: JSONValue = [
        "type": "string",
        "description": """
        Server-sent events. `change` has the entry's number as its id and an entry as its data; `beat` comes every two \
        seconds without an id; `reset` means that the numbers asked for are not kept any more: load the snapshot \
        again and follow on from its `asOf`.
        """,
        "oneOf": [
            [
                "type": "string", "title": "change", "contentMediaType": "application/json",
                "contentSchema": Schema.named("FeedChange"),
            ],
            [
                "type": "string", "title": "beat", "contentMediaType": "application/json",
                "contentSchema": Schema.named("FeedBeat"),
            ],
            ["type": "string", "title": "reset", "const": "{}"],
        ],
    ]
}

extension Operation.ResponseField {
    fileprivate static let entityTag = Operation.ResponseField(
        name: "ETag", summary: "For If-None-Match, and for If-Match where it is a version.")
    fileprivate static let contentLanguage = Operation.ResponseField(
        name: "Content-Language", summary: "The language of names.")
}

extension Operation.Parameter {
    fileprivate var description: JSONValue {
        [
            "name": .string(name), "in": .string(place.rawValue), "description": .string(summary),
            "required": .boolean(isRequired), "schema": schema,
        ]
    }
}

extension ProblemKind {
    /// An answer with one of some kinds of problems; each kind is an example.
    fileprivate static func description(of kinds: [ProblemKind]) -> JSONValue {
        let examples = kinds.reduce(into: JSONObject()) { examples, kind in
            examples[kind.code] = [
                "summary": .string(kind.explanation),
                "value": [
                    "type": .string("/problems/" + kind.code), "title": .string(kind.title),
                    "status": .integer(Int64(kind.status.code)), "code": .string(kind.code),
                ],
            ]
        }
        var answer: JSONObject = [
            "description": .string(kinds.map(\.title).joined(separator: "; ")),
            "content": [
                "application/problem+json": [
                    "schema": Schema.named("Problem"), "examples": .object(examples),
                ]
            ],
        ]
        let headers = headers(of: kinds)
        if !headers.members.isEmpty { answer["headers"] = .object(headers) }
        return .object(answer)
    }

    private static func headers(of kinds: [ProblemKind]) -> JSONObject {
        var headers: JSONObject = [:]
        if kinds.contains(where: { $0.challenge != nil }) {
            headers["WWW-Authenticate"] = [
                "description": "What to show to be let in.", "schema": ["type": "string"],
            ]
        }
        if kinds.contains(where: { $0.retryAfter != nil }) {
            headers["Retry-After"] = [
                "description": "After how many seconds to ask again.",
                "schema": ["type": "integer", "minimum": 0],
            ]
        }
        return headers
    }
}
