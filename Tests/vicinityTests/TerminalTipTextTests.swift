import Essentials
import Foundation
import JSON
import Testing
import TipCore
import TipRules

@testable import vicinity

struct TerminalTipTextTests {
    private func tip(_ title: String, _ message: String? = nil) throws -> TerminalTipOffer.Tip {
        var json = JSONWriter()
        json.object { json in
            json.member("displayFrequency", "daily")
            for name in ["parameters", "events", "groups"] as [StaticString] {
                json.member(name) { $0.array { _ in } }
            }
            json.member("facts") { $0.object { _ in } }
            json.member("tips") { json in
                json.array { json in
                    json.object { json in
                        json.member("id", "t")
                        json.member("title", title)
                        if let message { json.member("message", message) }
                        json.member("rules") { $0.array { _ in } }
                    }
                }
            }
        }
        let offer = try JSONValue(parsing: json.bytes).read { TerminalTipOffer($0) }
        return try #require(offer.tips.first)
    }

    private func words(_ language: String = "en") throws -> TipWords {
        TipWords.words(for: try #require(LanguageTag(language)))
    }

    private func lines(
        _ title: String, _ message: String? = nil, width: Int = 60, language: String = "en"
    ) throws -> [String] {
        TerminalTipText(try tip(title, message), words: try words(language), width: width, showsWeight: false)
            .text.split(separator: "\n").map(String.init)
    }

    @Test func `On a terminal, a tip of a catalogue is its title, its message, and how to close it for good`()
        throws
    {
        #expect(
            try lines("Order now", "The order waits.") == [
                "Tip", "  Order now", "  The order waits.",
                "  Close this tip for good: vicinity tips close t",
            ])
        #expect(
            TerminalTipText(try tip("Bold"), words: try words(), width: 60, showsWeight: true).text.contains(
                "\u{1B}[1mBold\u{1B}[0m"))
    }

    @Test func `On a terminal, the command that closes a tip is never broken`() throws {
        let tip = try tip("Order now")
        let text = TerminalTipText(
            tip, words: try words(), options: " --as lucia", width: 30, showsWeight: false
        ).text
        #expect(text.hasSuffix("\n  Close this tip for good:\n  vicinity tips close t --as lucia"))
    }

    @Test(arguments: [20, 24, 40, 76, 500])
    func `On a terminal, no line is wider than the terminal, and no word is lost`(width: Int) throws {
        let message = "“vicinity order --when-near …” has the order wait until you set out."
        let lines = try lines("Order now, eat when you arrive", message, width: width)
        #expect(
            lines.joined(separator: " ").split(separator: " ").joined(separator: " ").contains(
                "wait until you set out."))
        for line in lines {
            let mayBeWide = line.hasPrefix("  vicinity tips close") || !line.dropFirst(2).contains(" ")
            #expect(line.count <= max(min(width, 76), 20) || mayBeWide, "\(line)")
        }
    }

    @Test
    func
        `On a terminal, what is written in squares breaks between them, and no line begins with what ends one`()
        throws
    {
        let lines = TerminalTipText.wrapped("「いちばん近いカフェ」を選ぶと見つかります。位置情報がこのページの外に出ることはありません。", 20)
        #expect(lines.joined() == "「いちばん近いカフェ」を選ぶと見つかります。位置情報がこのページの外に出ることはありません。")
        #expect(lines.allSatisfy { line in !["」", "。", "、"].contains { line.hasPrefix($0) } }, "\(lines)")
        #expect(lines.count >= 5)
    }

    @Test func `On a terminal, Korean breaks between words only`() {
        let text = "‘가장 가까운 카페’를 선택하면 찾아 줍니다. 위치는 이 페이지 밖으로 나가지 않습니다."
        let lines = TerminalTipText.wrapped(text, 20)
        #expect(lines.joined(separator: " ") == text)
        #expect(lines.allSatisfy { $0.displayWidth <= 20 }, "\(lines)")
    }

    @Test(arguments: [
        ("en-GB", "Tip", "Close this tip for good:"), ("de-CH", "Tipp", "Diesen Tipp endgültig schließen:"),
        ("es-UY", "Consejo", "Cerrar este consejo para siempre:"),
        ("ja", "ヒント", "このヒントを閉じて今後表示しない："), ("ko-KR", "팁", "이 팁을 닫고 다시 표시하지 않기:"),
        ("fr", "Tip", "Close this tip for good:"),
    ])
    func `TD22: our own words are in the reader's language, and English where we do not speak it`(
        language: String, heading: String, closing: String
    ) throws {
        let lines = try lines("Kurz", width: 76, language: language)
        #expect(lines == [heading, "  Kurz", "  \(closing) vicinity tips close t"])
    }

    @Test func `TD22: words that are read from right to left share no line with a command`() throws {
        let lines = try lines("اطلب الآن", width: 76, language: "ar")
        #expect(
            lines == ["تلميح", "  اطلب الآن", "  إغلاق هذا التلميح نهائيًا:", "  vicinity tips close t"])
    }

    @Test func `TD22: our own words are there in each language of the pages`() throws {
        let locales = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Web/locales").standardizedFileURL
        let pages = try FileManager.default.contentsOfDirectory(atPath: locales.path)
            .filter { $0.hasSuffix(".po") }.map { String($0.dropLast(3)) }
        #expect(TipWords.languages.map(\.name).sorted() == pages.sorted())
        let closed = TipWords.languages.map { $0.words.closed("a-tip") }
        #expect(Set(closed).count == pages.count)
        #expect(closed.allSatisfy { $0.contains("a-tip") && $0.obeyedScalar == nil }, "\(closed)")
    }

    @Test func `TD22: what reads from right to left has lines of its own`() throws {
        let lines = try lines("اطلب الآن، وكُل عند وصولك")
        #expect(lines[1] == "  اطلب الآن، وكُل عند وصولك")
        #expect(!lines[2].unicodeScalars.contains { (0x600...0x6FF).contains($0.value) })
    }

    @Test(arguments: [
        "\u{1B}[31m", "\u{7}", "\u{9B}", "\n", "\u{2028}", "\u{2029}", "\u{202E}", "\u{202A}", "\u{2066}",
    ])
    func `On a terminal, nothing in a text is a command to the terminal, or turns what stands beside it`(
        command: String
    )
        throws
    {
        let lines = try lines("a\(command)b", "c\(command)d")
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.obeyedScalar == nil }, "\(lines)")
    }

    @Test func `TD22: an isolate is closed at a line break and opened again after it`() throws {
        let message = "الأمر \u{2066}vicinity order --when-near main-cafe espresso\u{2069} يُبقي الطلب منتظرًا"
        let lines = TerminalTipText.wrapped(message, 24)
        #expect(lines.count > 2)
        #expect(lines.allSatisfy { $0.obeyedScalar == nil && $0.displayWidth <= 24 }, "\(lines)")
        let isolated = lines.filter {
            $0.contains("vicinity") || $0.contains("main-cafe") || $0.contains("espresso")
        }
        #expect(isolated.allSatisfy { $0.unicodeScalars.contains("\u{2066}") })
        #expect(
            lines.last?.unicodeScalars.contains("\u{2066}") == false
                || lines.last?.contains("espresso") == true)
    }

    @Test func `TA1: an offer that is not as expected is refused with its place`() {
        let text =
            #"{"displayFrequency":"daily","parameters":[{"name":"p","initial":"!"}],"events":[],"groups":[],"tips":[],"facts":{}}"#
        let mistakes = #expect(throws: JSONMistakes.self) {
            try JSONValue(parsing: Array(text.utf8)).read { TerminalTipOffer($0) }
        }
        #expect(mistakes?.list.map { "\($0.path)" } == ["parameters[0].initial"])
    }
}
