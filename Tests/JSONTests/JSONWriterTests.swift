import JSON
import Testing

struct JSONWriterTests {
    @Test func `objects and arrays get their commas`() {
        var json = JSONWriter()
        json.object {
            $0.member("id", "a")
            $0.member("count", 12)
            $0.member("ratio", 0.5)
            $0.member("open", true)
            $0.member("none", JSONValue.null)
            $0.member("empty") { $0.object { _ in } }
            $0.member("lines") { json in
                json.array {
                    $0.integer(1)
                    $0.array { _ in }
                    $0.string("x")
                    $0.null()
                }
            }
        }
        let expected =
            #"{"id":"a","count":12,"ratio":0.5,"open":true,"none":null,"empty":{},"lines":[1,[],"x",null]}"#
        #expect(String(decoding: json.bytes, as: UTF8.self) == expected)
    }

    @Test(arguments: [
        ("", #""""#), ("a\"b\\c", #""a\"b\\c""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
        ("\u{0}\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""), ("é🍜/", #""é🍜/""#),
        (
            "\n a text that is longer than fifteen bytes \n",
            #""\n a text that is longer than fifteen bytes \n""#
        ),
    ])
    func `texts are escaped where the grammar asks for it`(text: String, expected: String) {
        #expect(JSONValue.string(text).bytes == Array(expected.utf8))
    }

    @Test(arguments: [0, 7, -10, Int64.max, .min]) func `integers are written in full`(integer: Int64) {
        #expect(JSONValue.integer(integer).bytes == Array(integer.description.utf8))
    }

    @Test(arguments: [(0.1, "0.1"), (-1e300, "-1e+300"), (.infinity, "null"), (.nan, "null")])
    func `numbers with decimals are written shortest`(double: Double, expected: String) {
        var json = JSONWriter()
        json.double(double)
        #expect(String(decoding: json.bytes, as: UTF8.self) == expected)
    }

    @Test func `a value that is written and read again is the same`() throws {
        let value: JSONValue = .object([
            "\u{1}": .array([.null, .boolean(false), .integer(-5), .number("1.20"), .string("\\\"\n語")]),
            "nested": .object(["a": .object([:])]),
        ])
        #expect(try JSONValue(parsing: value.bytes) == value)
    }
}
