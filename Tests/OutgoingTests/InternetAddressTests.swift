import Glibc
import Testing

@testable import Outgoing

struct InternetAddressTests {
    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
        "127.255.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1",
        "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1",
        "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
        "::", "::1", "::ffff:8.8.8.8", "::ffff:127.0.0.1", "::8.8.8.8", "64:ff9b::10.0.0.1",
        "64:ff9b::127.0.0.1", "64:ff9b:1::8.8.8.8", "100::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1",
        "ff02::1", "2001::1", "2001:10::1", "2001:db8::1", "2002:7f00:1::", "2002:808:808::1", "3fff::1",
        "4000::1",
    ])
    func `an address that is not of the internet is refused`(text: String) throws {
        #expect(try !#require(address(text)).isPublic)
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0", "169.253.0.1", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.167.0.1",
        "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2a00:1450::1", "2001:200::1",
        "2400:cb00::1", "64:ff9b::8.8.8.8",
    ])
    func `an address of the internet is allowed`(text: String) throws {
        #expect(try #require(address(text)).isPublic)
    }

    @Test(arguments: [0, 3, 5, 15, 17])
    func `an address has 4 or 16 bytes`(count: Int) {
        #expect(InternetAddress([UInt8](repeating: 8, count: count)) == nil)
    }

    private func address(_ text: String) -> InternetAddress? {
        let isNew = text.contains(":")
        var bytes = [UInt8](repeating: 0, count: isNew ? 16 : 4)
        guard inet_pton(isNew ? AF_INET6 : AF_INET, text, &bytes) == 1 else { return nil }
        return InternetAddress(bytes)
    }
}
