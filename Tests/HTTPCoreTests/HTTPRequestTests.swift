import HTTPCore
import Testing

@Suite struct HTTPRequestTests {
    @Test(
        arguments: [
            ("/menu?item=3&x", "/menu", "item=3&x"), ("/menu", "/menu", ""), ("/a?b?c", "/a", "b?c"),
            ("http://host:80/a/b?c", "/a/b", "c"), ("HTTPS://host", "/", ""), ("http://host?q", "/", "q"),
            ("*", "*", ""),
        ])
    func `a target is taken apart`(target: String, path: String, query: String) {
        let request = HTTPRequest(target: target)
        #expect(request.path == path)
        #expect(request.query == query)
    }

    @Test(
        arguments: [
            ("a=1&b=2", "b", "2"), ("a=1&a=2", "a", "1"), ("a", "a", ""), ("a=b=c", "a", "b=c"),
            ("a=x+y", "a", "x y"),
            ("%61=%C3%A4%2B", "a", "ä+"), ("&&a=1", "a", "1"), ("a=1", "b", nil), ("", "a", nil),
        ] as [(String, String, String?)])
    func `a query value is decoded once`(query: String, name: String, expected: String?) throws {
        #expect(try HTTPRequest(path: "/", query: query).queryValue(name) == expected)
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%00", "a=%ff", "%=1", "a=ä", "ok=1&a=%C3"])
    func `a badly encoded query is a problem`(query: String) {
        let error = #expect(throws: Problem.self) { try HTTPRequest(path: "/", query: query).queryValue("b") }
        #expect(error?.code == "bad-query")
        #expect(error?.status == .badRequest)
    }

    @Test func `all values of a name are read`() throws {
        #expect(try HTTPRequest(path: "/", query: "a=1&b=2&a=3").queryValues("a") == ["1", "3"])
        #expect(
            try HTTPRequest(path: "/", query: "n=Ada+L&k=%26").queryPairs().map(\.value) == ["Ada L", "&"])
    }

    @Test(
        arguments: [
            ("a=1; b=2", "b", "2"), ("a=1;b=2", "b", "2"), ("a=\"x y\"", "a", "x y"), ("a=1; a=2", "a", "1"),
            ("a=b=c", "a", "b=c"), ("ab=1", "a", nil), ("a", "a", nil), ("a=", "a", ""),
            (" a = 1 ", "a", "1"),
            ("A=1", "a", nil), ("a=\"", "a", "\""),
        ] as [(String, String, String?)])
    func `a cookie is found by its exact name`(line: String, name: String, expected: String?) throws {
        let request = HTTPRequest(path: "/", fields: try HTTPFields([("Cookie", "z=0"), ("cookie", line)]))
        #expect(request.cookie(name) == expected)
    }
}
