import JSON
import Testing

struct JSONObjectTests {
    @Test func `assigning adds at the end, replaces in place and removes`() {
        var object: JSONObject = ["b": .integer(1), "a": .null]
        object["c"] = .boolean(true)
        object["b"] = .integer(2)
        object["a"] = nil
        object["x"] = nil
        #expect(object.members.map(\.name) == ["b", "c"])
        #expect(object["b"] == .integer(2))
        #expect(object["a"] == nil)
    }
}
