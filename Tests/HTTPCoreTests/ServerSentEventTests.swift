import HTTPCore
import Testing

@Suite struct ServerSentEventTests {
    @Test(
        arguments: [
            (nil, nil, "x", "data: x\n\n"), ("7", "order", "{}", "id: 7\nevent: order\ndata: {}\n\n"),
            (nil, nil, "", "data: \n\n"), (nil, nil, "a\nb", "data: a\ndata: b\n\n"),
            (nil, nil, "a\r\nb\rc\n", "data: a\ndata: b\ndata: c\ndata: \n\n"),
            (nil, nil, "\n\r", "data: \ndata: \ndata: \n\n"), ("", nil, " é", "id: \ndata:  é\n\n"),
        ] as [(String?, String?, String, String)])
    func `an event is framed line by line`(id: String?, event: String?, data: String, expected: String) throws
    {
        let bytes = try ServerSentEvent(id: id, event: event, data: data).bytes
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test(arguments: ["a\n", "\r", "\0", "a\r\nb"])
    func `line breaks in the identifier and the name are refused`(text: String) {
        #expect(throws: ServerSentEvent.Refusal.badIdentifier) { try ServerSentEvent(id: text, data: "") }
        #expect(throws: ServerSentEvent.Refusal.badName) { try ServerSentEvent(event: text, data: "") }
    }
}
