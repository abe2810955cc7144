import Attendance
import Essentials
import Foundation
import JSON
import TestSupport
import Testing
import WorkplaceFixtures

@testable import Workplace

/// The words of notices, with the translations of the pages.
@Suite(.timeLimit(.minutes(1)))
struct NoticeWordsTests {
    private func translate(_ notices: NoticesFixture) throws {
        let folder = projectFolder.appending(path: "Web/locales")
        notices.service.catalogues.take(
            try ["ar", "ja", "de"].map {
                let text = try String(contentsOf: folder.appending(path: "\($0).po"), encoding: .utf8)
                return try MessageCatalogue(portableObject: text)
            })
    }

    /// Runs a body with notices that are being sent.
    private func withNotices(_ body: (NoticesFixture) async throws -> Void) async throws {
        try await WorkplaceTests.withNotices { notices in
            try await notices.sending { try await body(notices) }
        }
    }

    /// What the browser of a person shows of a notice.
    private func shown(
        _ notices: NoticesFixture, _ kind: NoticeKind = .orderReady, about subject: NoticeSubject? = nil,
        to person: PersonID = Fixture.ada
    ) async throws -> JSONValue {
        let browser = try await notices.browser(at: "\(person).example", of: person)
        try await notices.tell(kind, about: subject, to: person)
        _ = try await notices.untilEnded()
        return try browser.document(of: try #require(notices.way.calls(to: "\(person).example").last))
    }

    private func crossing(_ entrance: String = "door") throws -> NoticeSubject {
        .crossing(try #require(ReminderID("r-1")), entrance: try #require(SpotID(entrance)), at: Fixture.noon)
    }

    @Test func `the receiver's language is that of the sending`() async throws {
        try await withNotices { notices in
            try translate(notices)
            try await notices.change({ $0.detail = .full }, of: NoticesFixture.ben)
            // Ben's account is Japanese.
            let japanese = try await shown(notices, to: NoticesFixture.ben)
            #expect(japanese.at("notification.title") == "ご注文ができました")
            #expect(japanese.at("notification.lang") == "ja")
            try await notices.prefer(["language": "ar"], of: NoticesFixture.ben)
            let arabic = try await shown(notices, .orderCorrected, to: NoticesFixture.ben)
            #expect(arabic.at("notification.lang") == "ar")
            #expect(arabic.at("notification.dir") == "rtl")
            let title = try #require(
                arabic.at("notification.title").flatMap { value -> String? in
                    guard case .string(let text) = value else { return nil }
                    return text
                })
            #expect(title.unicodeScalars.contains { (0x600...0x6FF).contains($0.value) })
        }
    }

    @Test func `times are those of the zone that the receiver chose, or of the place`() async throws {
        try await withNotices { notices in
            try await notices.change { $0.detail = .full }
            let here = try await shown(notices, .clockOut, about: try crossing())
            #expect(here.at("notification.body") == "You left Door at 12:00.")
            try await notices.prefer(["zone": "Asia/Tokyo"])
            let there = try await shown(notices, .clockOut, about: try crossing())
            #expect(there.at("notification.body") == "You left Door at 20:00.")
        }
    }

    @Test(arguments: [NoticeSettings.Detail.hidden, .discreet])
    func `W75: text for a locked screen tells no name, place or amount unless the person wants it`(
        detail: NoticeSettings.Detail
    ) async throws {
        try await withNotices { notices in
            try await notices.change { $0.detail = detail }
            for kind in NoticeKind.allCases where kind != .test {
                let isCrossing = kind == .clockIn || kind == .clockOut
                let document = try await shown(
                    notices, kind, about: isCrossing ? try crossing() : try NoticesFixture.order())
                let texts = [document.at("notification.title"), document.at("notification.body")].compactMap {
                    value in
                    if case .string(let text)? = value { text } else { nil }
                }
                #expect(texts.count == 2 && texts.allSatisfy { !$0.isEmpty })
                // Servers of ntfy, Gotify and mail read the link too.
                let link = document.at("notification.navigate")
                #expect(link != nil && !String(describing: link).contains("grill"))
                for word in [
                    "Ada", "Grill", "Door", "North", "Org", "52.5", "13.4", "950", "9.50", "EUR", "12:00",
                ] {
                    #expect(!texts.joined(separator: " ").contains(word), "\(kind): \(texts)")
                }
                if detail == .hidden { #expect(texts == ["You have a notice", "Open Vicinity to read it."]) }
            }
        }
    }

    @Test func `everything is told to somebody who wants it`() async throws {
        try await withNotices { notices in
            try await notices.change { $0.detail = .full }
            let document = try await shown(notices)
            #expect(document.at("notification.body") == "Order 012 is ready at Grill.")
        }
    }

    @Test func `the inbox is in the language of the page that shows it`() async throws {
        try await withNotices { notices in
            try translate(notices)
            let notice = try await notices.tell()
            let german = try #require(LanguageTag("de"))
            let text = try await notices.service.words(of: [notice], for: try notices.person(), in: [german])
                .first
            #expect(text?.language == german)
            #expect(text?.title != "Your order is ready")
            #expect(text?.body.contains("Grill") == true)
        }
    }

    @Test(arguments: ["ar", "ja", "de", "es", "ko"])
    func `every text of a notice is translated`(language: String) throws {
        let file = projectFolder.appending(path: "Web/locales/\(language).po")
        let catalogue = try MessageCatalogue(portableObject: String(contentsOf: file, encoding: .utf8))
        let source = projectFolder.appending(path: "Sources/Workplace/Notices/NoticeWords.swift")
        let ids = try String(contentsOf: source, encoding: .utf8).matches(of: /\bt\("([^"]+)"/).map {
            String($0.1)
        }
        #expect(ids.count > 20)
        for id in ids { #expect(catalogue.text(id, [:]) != id, "\(language): \(id)") }
    }
}
