import JSON
import Testing
import Webhooks

struct CloudEventTests {
    private func event(_ content: CloudEvent.Content?, contentType: String? = nil) throws -> CloudEvent {
        try CloudEvent(
            id: "42", source: "https://cafe.example/cafes/1", type: "example.cafe.order.ready",
            subject: "order 7 é",
            time: "2026-11-24T19:30:00.25Z", dataContentType: contentType,
            dataSchema: "https://cafe.example/schema",
            content: content,
            extensions: [
                CloudEventExtension("sequence", .integer(7)), CloudEventExtension("dry", .boolean(true)),
                CloudEventExtension("partitionkey", .text("50 % \"off\"")),
            ])
    }

    @Test func `W142 the structured form is one object of JSON`() throws {
        let message = try event(.json(["total": .number("4.5")])).structured
        #expect(
            message.header.map { "\($0.name): \($0.value)" } == ["Content-Type: application/cloudevents+json"]
        )
        #expect(
            try JSONValue(parsing: message.body) == [
                "specversion": "1.0", "id": "42", "source": "https://cafe.example/cafes/1",
                "type": "example.cafe.order.ready", "subject": "order 7 é", "time": "2026-11-24T19:30:00.25Z",
                "datacontenttype": "application/json", "dataschema": "https://cafe.example/schema",
                "dry": true,
                "partitionkey": "50 % \"off\"", "sequence": 7, "data": ["total": .number("4.5")],
            ])
    }

    @Test func `W142 the binary form has attributes in the header and data in the body`() throws {
        let message = try event(.json(["total": 7])).binary
        #expect(
            message.header.map { "\($0.name): \($0.value)" } == [
                "ce-specversion: 1.0", "ce-id: 42", "ce-source: https://cafe.example/cafes/1",
                "ce-type: example.cafe.order.ready", "ce-subject: order%207%20%C3%A9",
                "ce-time: 2026-11-24T19:30:00.25Z", "ce-dataschema: https://cafe.example/schema",
                "ce-dry: true",
                "ce-partitionkey: 50%20%25%20%22off%22", "ce-sequence: 7", "Content-Type: application/json",
            ])
        #expect(message.body == Array(#"{"total":7}"#.utf8))
    }

    @Test func `both forms are read again`() throws {
        let contents: [(CloudEvent.Content?, String?)] = [
            (.json(["a": [1, true, .null]]), nil), (.json(.null), nil), (.json("text"), "application/a+json"),
            (.bytes([0, 255, 10]), "image/png"), (.bytes(Array("text".utf8)), "text/plain; charset=utf-8"),
            (nil, nil),
        ]
        for (content, type) in contents {
            let event = try event(content, contentType: type)
            #expect(try CloudEvent(event.structured) == event)
            let read = try CloudEvent(event.binary)
            #expect(read.content == event.content && read.subject == event.subject)
            #expect(read.dataContentType == event.dataContentType)
            // The binary form makes a text of each attribute.
            #expect(read.extensions.map(\.name) == ["dry", "partitionkey", "sequence"])
            #expect(read.extensions[2].value == .text("7"))
        }
    }

    @Test func `names of fields count in upper and lower case, and other fields are passed over`() throws {
        let header = [
            (name: "CE-ID", value: "1"), (name: "Ce-Source", value: "/a"), (name: "ce-type", value: "t"),
            (name: "ce-specversion", value: "1.0"), (name: "Host", value: "b"),
        ]
        let event = try CloudEvent(CloudEventMessage(header: header, body: []))
        #expect(try event == CloudEvent(id: "1", source: "/a", type: "t"))
    }

    @Test(arguments: [
        ("[]", CloudEventError.body), ("{", .body), ("7", .body), ("{}", .attribute("specversion")),
        (#"{"specversion":"0.3","id":"1","source":"a","type":"t"}"#, .specificationVersion),
        (#"{"specversion":1,"id":"1","source":"a","type":"t"}"#, .attribute("specversion")),
        (#"{"specversion":"1.0","source":"a","type":"t"}"#, .attribute("id")),
        (#"{"specversion":"1.0","id":"","source":"a","type":"t"}"#, .attribute("id")),
        (#"{"specversion":"1.0","id":"1","type":"t"}"#, .attribute("source")),
        (#"{"specversion":"1.0","id":"1","source":"a b","type":"t"}"#, .attribute("source")),
        (#"{"specversion":"1.0","id":"1","source":"a"}"#, .attribute("type")),
        (#"{"specversion":"1.0","id":"1","source":"a","type":"\u0007"}"#, .attribute("type")),
        (#"{"specversion":"1.0","id":"1","source":"a","type":"t","time":"now"}"#, .attribute("time")),
        (
            #"{"specversion":"1.0","id":"1","source":"a","type":"t","myAttribute":"x"}"#,
            .attribute("myAttribute")
        ),
        (#"{"specversion":"1.0","id":"1","source":"a","type":"t","far":3000000000}"#, .attribute("far")),
        (#"{"specversion":"1.0","id":"1","source":"a","type":"t","list":[]}"#, .attribute("list")),
        (#"{"specversion":"1.0","id":"1","source":"a","type":"t","data":1,"data_base64":""}"#, .data),
        (#"{"specversion":"1.0","id":"1","source":"a","type":"t","data_base64":"?"}"#, .data),
        (#"{"specversion":"1.0","id":"1","source":"a","type":"t","data_base64":7}"#, .data),
    ])
    func `a malformed structured event has its error`(body: String, expected: CloudEventError) {
        let header = [(name: "content-type", value: "application/cloudevents+json; charset=utf-8")]
        #expect(throws: expected) {
            try CloudEvent(CloudEventMessage(header: header, body: Array(body.utf8)))
        }
    }

    @Test func `a member that is null counts as missing`() throws {
        let body = #"{"specversion":"1.0","id":"1","source":"a","type":"t","subject":null,"data":null}"#
        let header = [(name: "Content-Type", value: "Application/CloudEvents+JSON")]
        let event = try CloudEvent(CloudEventMessage(header: header, body: Array(body.utf8)))
        #expect(event.subject == nil && event.content == .json(.null))
    }

    @Test(arguments: [
        ("ce-id", "", CloudEventError.attribute("id")), ("ce-id", "%", .attribute("id")),
        ("ce-id", "%zz", .attribute("id")), ("ce-id", "%ff", .attribute("id")),
        ("ce-id", "%0A", .attribute("id")),
        ("ce-specversion", "2.0", .specificationVersion),
        ("ce-time", "2026-02-30T00:00:00Z", .attribute("time")),
        ("ce-data", "x", .attribute("data")), ("ce-my_name", "x", .attribute("my_name")),
        ("Content-Type", "application/cloudevents-batch+json", .format),
        ("Content-Type", "application/cloudevents+avro", .format),
        ("Content-Type", "application/json", .data),
    ])
    func `a malformed binary event has its error`(name: String, value: String, expected: CloudEventError) {
        var fields = ["ce-specversion": "1.0", "ce-id": "1", "ce-source": "/a", "ce-type": "t"]
        fields[name] = value
        let header = fields.map { (name: $0.key, value: $0.value) }
        #expect(throws: expected) {
            try CloudEvent(CloudEventMessage(header: header, body: Array("{".utf8)))
        }
        #expect(!expected.code.isEmpty && !expected.description.isEmpty)
    }

    @Test func `a field that is repeated is refused`() {
        let header = ["ce-specversion", "ce-id", "ce-source", "ce-type", "ce-id"].map {
            (name: $0, value: "1.0")
        }
        #expect(throws: CloudEventError.attribute("id")) {
            try CloudEvent(CloudEventMessage(header: header, body: []))
        }
    }

    @Test(arguments: ["id", "data", "Upper", "a-b", "", "é"])
    func `a further attribute has a name of its own in lower case`(name: String) {
        #expect(throws: CloudEventError.attribute(name)) {
            try CloudEvent(
                id: "1", source: "/a", type: "t", extensions: [CloudEventExtension(name, .boolean(true))])
        }
    }

    @Test func `a further attribute comes once`() {
        let twice = [CloudEventExtension("a", .integer(1)), CloudEventExtension("a", .integer(2))]
        #expect(throws: CloudEventError.attribute("a")) {
            try CloudEvent(id: "1", source: "/a", type: "t", extensions: twice)
        }
    }

    @Test(arguments: [
        ("2026-11-24T19:30:00Z", true), ("2026-11-24t19:30:00z", true),
        ("2024-02-29T23:59:60.123456789+05:30", true),
        ("2026-02-29T00:00:00Z", false), ("2026-13-01T00:00:00Z", false), ("2026-00-01T00:00:00Z", false),
        ("2026-11-31T00:00:00Z", false), ("2026-11-24 19:30:00Z", false), ("2026-11-24T19:30Z", false),
        ("2026-11-24T24:00:00Z", false), ("2026-11-24T19:60:00Z", false), ("2026-11-24T19:30:00", false),
        ("2026-11-24T19:30:00.Z", false), ("2026-11-24T19:30:00+0100", false),
        ("2026-11-24T19:30:00+24:00", false),
        ("2026-11-24T19:30:00Zx", false), ("+026-11-24T19:30:00Z", false), ("2026-11-24T19:30:00.٣Z", false),
    ])
    func `a time is one of RFC 3339`(time: String, allowed: Bool) {
        #expect(((try? CloudEvent(id: "1", source: "/a", type: "t", time: time)) != nil) == allowed)
    }
}
