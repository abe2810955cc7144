import HTTPCore
import Testing

@Suite struct HTTPFieldsTests {
    @Test func `names ignore case and values keep their order`() throws {
        let fields = try HTTPFields([("Accept", "a"), ("Host", "h"), ("ACCEPT", "b")])
        #expect(fields["accept"] == "a")
        #expect(fields.values("aCCept") == ["a", "b"])
        #expect(fields["accep"] == nil)
        #expect(fields.pairs.map(\.name) == ["Accept", "Host", "ACCEPT"])
    }

    @Test(arguments: ["a\rb", "a\nb", "a\0b", "\r\nSet-Cookie: x=1"])
    func `a value that could end its line is refused and changes nothing`(value: String) throws {
        var fields = try HTTPFields([("X", "old")])
        #expect(throws: HTTPFieldRefusal.badValue) { try fields.add("X", value) }
        #expect(throws: HTTPFieldRefusal.badValue) { try fields.set("X", value) }
        #expect(fields.values("X") == ["old"])
    }

    @Test(arguments: ["", "a b", "a:b", "ä", "a\n"])
    func `a name that is no token is refused`(name: String) {
        var fields = HTTPFields()
        #expect(throws: HTTPFieldRefusal.badName) { try fields.add(name, "x") }
        #expect(fields.count == 0)
    }

    @Test func `setting replaces every field of the name and removing leaves the others`() throws {
        var fields = try HTTPFields([("A", "1"), ("B", "2"), ("a", "3")])
        try fields.set("A", "4")
        #expect(fields.pairs.map { "\($0.name)=\($0.value)" } == ["B=2", "A=4"])
        fields.remove("b")
        #expect(fields.pairs.map(\.value) == ["4"])
        #expect(fields == (try HTTPFields([("A", "4")])))
    }

    @Test(
        arguments: [
            ("en", ["en:1000"]),
            ("da, en-GB;q=0.8, en;q=0.7", ["da:1000", "en-GB:800", "en:700"]),
            ("a;q=0.1, b;q=1.0, c;q=0", ["b:1000", "a:100", "c:0"]),
            ("a;q=0.25,b ; q=0.250", ["a:250", "b:250"]),
            ("a;q=2, b;q=1.001, c;q=x, d;q=0.1234, e", ["e:1000"]),
            (" , ,x", ["x:1000"]),
            ("\"a,b\";q=0.5, c", ["c:1000", "\"a,b\":500"]),
            ("text/html;level=1;q=0.3", ["text/html:300"]),
        ])
    func `list members come by quality, bad ones are left out`(line: String, expected: [String]) throws {
        let fields = try HTTPFields([("Accept-Language", line)])
        #expect(fields.listValues("accept-language").map { "\($0.value):\($0.thousandths)" } == expected)
    }

    @Test func `lists of several fields are one list`() throws {
        let fields = try HTTPFields([("Accept", "a;q=0.5"), ("Accept", "b")])
        #expect(fields.listValues("Accept").map(\.value) == ["b", "a"])
    }
}
