import HTTPCore
import JSON

/// The API's description, made of the same table as the routes.
struct OpenAPIDocument {
    let routes: [APIRoute]

    /// The description by OpenAPI 3.1.
    var value: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Vicinity", "version": "1",
                "summary": "Order at the café, cook, call out; clock in and out.",
                "description": .string(Self.introduction),
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": "/"]],
            "tags": .array(Operation.Tag.allCases.map { ["name": .string($0.rawValue)] }),
            "paths": .object(paths),
            "components": [
                "schemas": .object(schemas), "securitySchemes": Self.securitySchemes,
            ],
        ]
    }

    private static let introduction = """
        Times are UTC; amounts are whole minor units of the café's currency and never converted. Refusals are \
        problem documents (RFC 9457) with a stable code; nothing has changed then. No request takes a position: \
        which café is nearest is for the client to find out.
        """

    private static let securitySchemes: JSONValue = [
        "cookie": [
            "type": "apiKey", "in": "cookie", "name": .string(SessionCookie.name),
            "description": "The session of a page. Changes need the scheme csrf as well.",
        ],
        "csrf": [
            "type": "apiKey", "in": "header", "name": .string(Authenticator.antiForgeryField),
            "description": "The value `csrf` of the session, so that no other site can make a change.",
        ],
        "bearer": ["type": "http", "scheme": "bearer", "description": "The session of a program."],
        "gateway": [
            "type": "http", "scheme": "bearer",
            "description": "The key of one gateway, as `vicinity gateway add` prints it.",
        ],
    ]

    private var paths: JSONObject {
        routes.reduce(into: JSONObject()) { paths, route in
            var methods: JSONObject = [:]
            if case .object(let known)? = paths[route.pattern] { methods = known }
            methods[route.method.name.lowercased()] = route.description
            paths[route.pattern] = .object(methods)
        }
    }

    private var schemas: JSONObject {
        Schemas.all.reduce(into: JSONObject()) { $0[$1.name] = $1.schema }
    }
}
