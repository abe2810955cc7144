import HTTPCore
import Testing

@Suite struct EntityTagTests {
    @Test(
        arguments: [
            ("\"a\"", "\"a\""), ("W/\"a\"", "W/\"a\""), (" \"\" ", "\"\""), ("a", nil), ("\"a", nil),
            ("w/\"a\"", nil),
            ("\"a b\"", nil), ("\"a\"b\"", nil), ("", nil), ("\"", nil),
        ] as [(String, String?)])
    func `a tag is read strictly`(text: String, expected: String?) {
        #expect(EntityTag(parsing: text)?.fieldValue == expected)
    }

    /// The table of RFC 9110, 8.8.3.2.
    @Test(
        arguments: [
            ("W/\"1\"", "W/\"1\"", false, true), ("W/\"1\"", "W/\"2\"", false, false),
            ("W/\"1\"", "\"1\"", false, true), ("\"1\"", "\"1\"", true, true),
        ])
    func `comparison follows the standard's table`(left: String, right: String, strong: Bool, weak: Bool)
        throws
    {
        let left = try #require(EntityTag(parsing: left))
        let right = try #require(EntityTag(parsing: right))
        #expect(left.matchesStrongly(right) == strong)
        #expect(left.matchesWeakly(right) == weak)
    }

    @Test(
        arguments: [
            ("\"7\"", 7), ("\"0\"", 0), ("\"+7\"", nil), ("\"07\"", nil), ("W/\"7\"", nil), ("\"x\"", nil),
            ("\"\"", nil),
        ] as [(String, Int64?)])
    func `only the strong tag of a version is its tag`(text: String, expected: Int64?) throws {
        #expect(try #require(EntityTag(parsing: text)).version == expected)
    }

    private func status(_ method: HTTPMethod, _ fields: [(String, String)], tag: String) throws -> UInt16 {
        var response = HTTPResponse.json([123, 125])
        response.setEntityTag(try #require(EntityTag(parsing: tag)))
        return response.conditional(for: HTTPRequest(method, path: "/", fields: try HTTPFields(fields)))
            .status.code
    }

    @Test(
        arguments: [
            ("If-None-Match", "\"1\"", 304), ("If-None-Match", "W/\"1\"", 304),
            ("If-None-Match", "\"2\", \"1\"", 304),
            ("If-None-Match", "*", 304), ("If-None-Match", "\"2\"", 200), ("If-None-Match", "rubbish", 200),
            ("If-None-Match", "\"a,\", \"1\"", 304),
            ("If-None-Match", "\"a\\\", \"1\"", 304), ("If-None-Match", ", \"2\",, \"1\" ,", 304),
            ("If-Match", "\"1\"", 200), ("If-Match", "*", 200),
            ("If-Match", "W/\"1\"", 412), ("If-Match", "\"2\"", 412), ("If-Match", "rubbish", 412),
        ] as [(String, String, UInt16)])
    func `a conditional read is answered`(field: String, value: String, expected: UInt16) throws {
        #expect(try status(.get, [(field, value)], tag: "\"1\"") == expected)
        #expect(try status(.head, [(field, value)], tag: "\"1\"") == expected)
        #expect(try status(.post, [(field, value)], tag: "\"1\"") == 200)
    }

    @Test func `304 keeps the validators and loses what describes content`() throws {
        var response = HTTPResponse.json([123, 125])
        response.setEntityTag(EntityTag(version: 7))
        try response.fields.add("Cache-Control", "no-cache")
        let request = HTTPRequest(path: "/", fields: try HTTPFields([("If-None-Match", "\"7\"")]))
        let answer = response.conditional(for: request)
        #expect(answer.fields.pairs.map(\.name) == ["ETag", "Cache-Control"])
    }

    @Test(
        arguments: [
            ("If-Match", "\"1\"", "\"1\"", true), ("If-Match", "\"0\", \"1\"", "\"1\"", true),
            ("If-Match", "*", "\"1\"", true),
            ("If-Match", "\"2\"", "\"1\"", false), ("If-Match", "W/\"1\"", "W/\"1\"", false),
            ("If-Match", "*", nil, false),
            ("If-Match", "1", "\"1\"", false), ("If-None-Match", "*", nil, true),
            ("If-None-Match", "*", "\"1\"", false),
            ("If-None-Match", "W/\"1\"", "\"1\"", false), ("If-None-Match", "\"2\"", "\"1\"", true),
            ("X", "", "\"1\"", true),
        ] as [(String, String, String?, Bool)])
    func `the condition of a write is checked before it is done`(
        field: String, value: String, current: String?, passes: Bool
    ) throws {
        let request = HTTPRequest(.put, path: "/", fields: try HTTPFields([(field, value)]))
        let tag = try current.map { try #require(EntityTag(parsing: $0)) }
        if passes {
            #expect(throws: Never.self) { try request.checkPreconditions(current: tag) }
        } else {
            let problem = #expect(throws: Problem.self) { try request.checkPreconditions(current: tag) }
            #expect(problem?.status == .preconditionFailed)
        }
    }
}
