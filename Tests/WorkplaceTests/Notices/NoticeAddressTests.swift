import Testing

@testable import Workplace

struct NoticeAddressTests {
    @Test(arguments: [
        ("http://[fd00::1]:8123/api/webhook/door", true), ("http://[fd00::2]/in", false),
        ("https://[fd00::2]/in?key=1", true), ("https://[fd00::1/in", false),
        ("https://hook.example:8443/in", true), ("https://hook.example:0/in", false),
        ("https://hook.example:door/in", false), ("https://hook.example:/in", false),
        ("http://HOME.LAN:8123/in", true), ("http://home.lan.evil.example/in", false),
        ("https://home.lan@evil.example/in", false), ("https://", false), ("https://:443/in", false),
    ])
    func `a host is called as it is allowed, also by its IPv6 address`(url: String, isGood: Bool) {
        let isCallable = NoticeAddress.isCallable(url, allowingHTTPFor: ["[fd00::1]", "home.lan"])
        #expect(isCallable == isGood)
    }
}
