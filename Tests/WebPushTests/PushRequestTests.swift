import Testing
import WebPush

struct PushRequestTests {
    @Test func `W72 a request has the fields of its message`() throws {
        let message = try PushMessage(
            body: Sample.text, timeToLive: .seconds(1_800), urgency: .veryLow, topic: PushTopic("upd"))
        let request = try PushRequest(message, to: Sample.subscription(), authorization: "vapid t=a, k=b")
        #expect(request.url.text == Sample.endpoint)
        #expect(
            request.header.map { "\($0.name): \($0.value)" } == [
                "TTL: 1800", "Urgency: very-low", "Topic: upd", "Content-Encoding: aes128gcm",
                "Content-Type: application/octet-stream", "Authorization: vapid t=a, k=b",
            ])
        #expect(try Sample.receiver().decrypt(request.body) == Sample.text)
    }

    @Test func `a request without a topic has no such field`() throws {
        let message = try PushMessage(body: [], timeToLive: .zero)
        let request = try PushRequest(message, to: Sample.subscription(), authorization: "vapid t=a, k=b")
        #expect(!request.header.contains { $0.name == "Topic" })
        #expect(request.header.first?.value == "0" && request.header[1].value == "normal")
    }
}
