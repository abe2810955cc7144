import ESCPOS
import Foundation
import Testing

@Suite("C118 ESC/POS output is a golden-file test; printer offline, paper out and cover open are told apart")
struct GoldenTests {
    private static let ticket = PrintedDocument([
        .text("GRILL", style: .centred), .text("042", style: .large), .text("11:45-12:00", style: .bold),
        .rule,
        .text("2 x Käsespätzle mit Röstzwiebeln und grünem Salat", style: .large, indent: 4),
        .text("+ Preiselbeeren", indent: 4), .text("!! ENTHÄLT: Gluten, Milch", style: .bold),
        .text("“ohne Zwiebeln” – €5", indent: 2), .space, .row("Summe", "12,50 €"),
        .row("Ein sehr langer Name, der nicht in eine Zeile passt", "1.234,00 €"),
        .qrCode("https://example.org/r/1"),
    ])

    @Test(
        "code pages, width and cut are those of the golden files",
        arguments: [
            ("pc437-48", PrinterProfile(columns: 48, encoding: .pc437)),
            ("pc858-32", PrinterProfile(columns: 32, encoding: .pc858)),
            ("windows-1252-42", PrinterProfile(columns: 42, encoding: .windows1252)),
            ("utf-8-48", PrinterProfile(columns: 48, encoding: .utf8)),
        ])
    func golden(name: String, profile: PrinterProfile) throws {
        let bytes = profile.commands(for: Self.ticket)
        let decoder = try ESCPOSDecoder(bytes)
        try compare(hexadecimal(bytes), with: "\(name).hex")
        try compare(decoder.paper + "\n", with: "\(name).txt")
        #expect(decoder.lines.allSatisfy { $0.columns <= profile.columns })
        #expect(decoder.qrCodes == ["https://example.org/r/1"])
        #expect(Self.ticket.missingCharacterCount(in: profile.encoding) == 0)
    }

    @Test func `wide characters take two columns`() throws {
        let profile = PrinterProfile(columns: 32, encoding: .utf8)
        let document = PrintedDocument([
            .row("日替わり定食とアイスコーヒーのセット大盛り", "¥1,200"), .text("ﾊﾝｶｸ 한국어 ABC DE", style: .large),
        ])
        let decoder = try ESCPOSDecoder(profile.commands(for: document))
        #expect(document.missingCharacterCount(in: .utf8) == 0)
        #expect(
            decoder.lines.map(\.text) == [
                "日替わり定食とアイスコー", "ヒーのセット大盛り        ¥1,200", "ﾊﾝｶｸ 한국어 ABC", "DE",
            ])
    }

    @Test(arguments: CharacterEncoding.allCases)
    func `nothing that a person writes commands the printer`(encoding: CharacterEncoding) throws {
        let controls = String(
            String.UnicodeScalarView((0..<0x20).map { Unicode.Scalar($0) } + ["\u{7F}", "\u{9B}"]))
        let evil = "a\u{1B}@b\u{10}\u{04}\u{01}c\u{1D}V\u{42}\u{0}" + controls + "\u{202E}z"
        let profile = PrinterProfile(encoding: encoding)
        let decoder = try ESCPOSDecoder(profile.commands(for: PrintedDocument([.text(evil)])))
        #expect(decoder.lines.map(\.text) == ["a@bcVB  z"])
        #expect(profile.encoding.missingCharacterCount(of: evil) == 0)
    }

    @Test func `a character that cannot be printed is a question mark, and is counted`() throws {
        let document = PrintedDocument([.text("Ő ł ø e\u{301} «x» قهوة 寿司 🍣")])
        let decoder = try ESCPOSDecoder(PrinterProfile(encoding: .pc437).commands(for: document))
        #expect(decoder.lines.map(\.text) == ["O l o é «x» ???? ?? ?"])
        #expect(document.missingCharacterCount(in: .pc437) == 7)
        #expect(document.missingCharacterCount(in: .utf8) == 5)
    }

    @Test func `every byte of a code page is the character of the C library`() throws {
        for encoding in [CharacterEncoding.pc437, .pc858, .windows1252] {
            let profile = PrinterProfile(columns: 48, encoding: encoding)
            for value in UInt32(0xA1)...0x2FFF {
                guard let scalar = Unicode.Scalar(value), value != 0xAD else { continue }
                let text = "\(scalar)"
                guard encoding.missingCharacterCount(of: text) == 0 else { continue }
                let line = try ESCPOSDecoder(profile.commands(for: PrintedDocument([.text(text)]))).lines[0]
                    .text
                // Either the character itself, or its replacement in ASCII.
                #expect(line == text || line.allSatisfy(\.isASCII), "\(encoding) \(text)")
            }
        }
    }

    // MARK: - Problems

    private typealias Action = PrintingStateMachine.Action

    /// Answers the four questions.
    private func asked(
        _ machine: inout PrintingStateMachine, _ answers: [UInt8], at now: Duration = .zero
    ) -> Action {
        var action = machine.connected(at: now)
        for (index, answer) in answers.enumerated() {
            #expect(action == .send([0x10, 0x04, UInt8(index + 1)]))
            action = machine.received([answer], at: now)
        }
        return action
    }

    @Test(
        "printer offline, paper out and cover open are told apart before anything is sent",
        arguments: [
            ([0x12, 0x12, 0x12, 0x12], nil), ([0x1A, 0x12, 0x12, 0x12], PrinterProblem.offline),
            ([0x1A, 0x32, 0x12, 0x72], .paperOut), ([0x1A, 0x16, 0x12, 0x72], .coverOpen),
            ([0x1A, 0x52, 0x1A, 0x12], .fault), ([0x12, 0x12, 0x12, 0x1E], nil),
        ] as [([UInt8], PrinterProblem?)])
    func problems(answers: [UInt8], problem: PrinterProblem?) {
        var machine = PrintingStateMachine(document: nil)
        let status = PrinterStatus(problem: problem, isPaperLow: answers[3] & 0x0C != 0)
        #expect(asked(&machine, answers) == .finish(.answered(status)))
        var printing = PrintingStateMachine(document: [0x41])
        let expected: Action = problem.map { .finish(.failed($0)) } ?? .recordAttempt
        #expect(asked(&printing, answers) == expected)
    }

    // MARK: - Files

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: 24).map { start in
            bytes[start..<min(start + 24, bytes.count)].map { String(format: "%02x", $0) }.joined(
                separator: " ")
        }.joined(separator: "\n") + "\n"
    }

    private func compare(_ text: String, with name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)")
        if ProcessInfo.processInfo.environment["VICINITY_RECORD_SNAPSHOTS"] == "1" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(text == (try String(contentsOf: file, encoding: .utf8)))
    }
}
