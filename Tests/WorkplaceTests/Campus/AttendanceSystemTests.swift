import JSON
import Testing

@testable import Workplace

struct AttendanceSystemTests {
    private static let site = #""id": "north","#
    private static let organisation = #""defaultLanguage""#

    /// The sample with a list of hosts and an address.
    private func read(hosts: String, url: String) throws -> Campus {
        let text = CampusSample.text
            .replacing(Self.site, with: "\(Self.site) \"attendanceURL\": \"\(url)\",")
            .replacing(Self.organisation, with: "\"attendanceHosts\": \(hosts), \(Self.organisation)")
        return try CampusFile.read(Array(text.utf8), name: "sample")
    }

    @Test(arguments: [
        "https://time.example.com", "https://Time.example.com:8443/punch?site=north#in", "https://10.0.0.7/",
    ])
    func `W32: an address on the list is the site's attendance system`(url: String) throws {
        let campus = try read(hosts: #"["TIME.example.com", "10.0.0.7"]"#, url: url)
        #expect(campus.sites.first?.attendanceSystem?.url == url)
    }

    @Test(arguments: [
        "https://time.example.org/", "https://example.com/?time.example.com",
        "https://time.example.com.evil.test/",
        "http://time.example.com/", "https://user@time.example.com/",
        "https://time.example.com:secret@evil.test/",
        "https://time.example.com:99999/", "https://time.example.com\\@evil.test/",
        "https://time.example.com/a b",
        "javascript:alert(1)", "https://", "",
    ])
    func
        `W32: an address that is not on the list, or is no plain HTTPS address, is refused when it is configured`(
            url: String
        ) throws
    {
        let escaped = url.replacing("\\", with: "\\\\")
        let error = #expect(throws: CampusFileError.self) {
            try read(hosts: #"["time.example.com"]"#, url: escaped)
        }
        guard case .mistakes(let mistakes)? = error?.cause else { return }
        #expect(mistakes.map(\.path.pointer) == ["/sites/0/attendanceURL"])
    }

    @Test(arguments: [#"["https://time.example.com"]"#, #"["time.example.com/"]"#, #"[""]"#, #"[7]"#])
    func `a list of anything but hosts has one mistake`(hosts: String) throws {
        let error = #expect(throws: CampusFileError.self) {
            try read(hosts: hosts, url: "https://time.example.com/")
        }
        guard case .mistakes(let mistakes)? = error?.cause else { return }
        #expect(mistakes.map(\.path.pointer) == ["/organisation/attendanceHosts/0"])
    }
}
