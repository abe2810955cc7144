import FoundationEssentials
import Testing

@testable import TipRuntime

struct TextTests {
    @Test func `TD22: a text is resolved in the reader's language, along a declared chain`() {
        var catalogue = TextCatalogue(fallbacks: ["en"])
        catalogue.add(["%@ is open": "%@ ist offen", "Hello": "Hallo"], language: "de")
        catalogue.add(
            ["%@ is open": "%@ is now open", "Only": "Only here", "%@ to %@": "%2$@ from %1$@"],
            language: "en")
        let text = Text("\("Fork") is open")
        #expect(text.resolved(in: ["de-AT", "en"], from: catalogue) == "Fork ist offen")
        #expect(text.resolved(in: ["fr"], from: catalogue) == "Fork is now open")
        #expect(Text("Only").resolved(in: ["de"], from: catalogue) == "Only here")
        #expect(Text("\("a") to \("b")").resolved(in: ["en"], from: catalogue) == "b from a")
        #expect(text.resolved(in: ["de"]) == "Fork is open")
    }

    @Test func `TD22: numbers, percent signs and computed texts`() {
        #expect(Text("\(3) of 100%").resolved() == "3 of 100%")
        #expect(Text("100% sure").resolved() == "100% sure")
        let computed = "50% off"
        #expect(Text(computed).resolved() == "50% off")
        #expect((Text("a") + Text(verbatim: "%@")).resolved() == "a%@")
    }

    private func catalogue(_ strings: String) throws -> TextCatalogue {
        var catalogue = TextCatalogue()
        try catalogue.add(strings: Array(strings.utf8), language: "de")
        return catalogue
    }

    @Test func `TD22: a file of strings gives texts with comments, escapes and arguments`() throws {
        let catalogue = try catalogue(
            #"""
            /* What is new;
               "no" = "pair"; */
            "%@ is open" = "%@ ist offen";  // beside it
            plain.key="Zeile\n\"zwei\" \U00e9 \U0001F642 \Ud83d\ude42";
            "%1$@ to %2$@" = "nach %2$@ von %1$@"; "100% sure" = "100 % sicher";
            "%lld of 100%%" = "%lld von 100 %%";
            """#)
        func text(_ text: Text) -> String { text.resolved(in: ["de-AT"], from: catalogue) }
        #expect(text(Text("\("Fork") is open")) == "Fork ist offen")
        #expect(text(Text("plain.key")) == "Zeile\n\"zwei\" é \u{1}F642 🙂")
        #expect(text(Text("100% sure")) == "100 % sicher")
        #expect(text(Text("\(3) of 100%")) == "3 von 100 %")
        #expect(text(Text("no")) == "no")
    }

    @Test func `TD22: a bundle has a folder for each language, and a file for each table`() async throws {
        try await withFolder { folder in
            func write(_ path: String, _ bytes: [UInt8]) throws {
                let file = URL(filePath: folder + "/" + path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(bytes).write(to: file)
            }
            try write(
                "en.lproj/Localizable.strings", Array(#""Hello" = "Hello there"; "Only" = "Only here";"#.utf8)
            )
            let hello = "\u{FEFF}\"Hello\" = \"Olá\";".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
            try write("pt-BR.lproj/Localizable.strings", hello)
            try write("pt-BR.lproj/Map.strings", [0xEF, 0xBB, 0xBF] + Array(#""Hello" = "Olá, mapa";"#.utf8))
            try write("pt-BR.lproj/Other.txt", [0xFF])
            let catalogue = try TextCatalogue(bundle: URL(filePath: folder), fallbacks: ["en"])
            #expect(Text("Hello").resolved(in: ["pt-BR"], from: catalogue) == "Olá")
            #expect(Text("Hello", tableName: "Map").resolved(in: ["pt-BR"], from: catalogue) == "Olá, mapa")
            #expect(Text("Hello").resolved(in: ["ja"], from: catalogue) == "Hello there")
            #expect(Text("Only").resolved(in: ["pt-BR"], from: catalogue) == "Only here")
            try write("de.lproj/Localizable.strings", Array("\"Hello\" = \"Hallo\"\n".utf8))
            let file = folder + "/de.lproj/Localizable.strings"
            #expect(throws: StringsFileError(file: file, line: 2, reason: .missing(";"))) {
                try TextCatalogue(bundle: URL(filePath: folder))
            }
            #expect(throws: StringsFileError(file: folder + "/none", line: 1, reason: .unreadable)) {
                try TextCatalogue(bundle: URL(filePath: folder + "/none"))
            }
        }
    }

    @Test(
        arguments: [
            (#""a" "b";"#, 1, .missing("=")), ("\n\"a\" = \"b\"", 2, .missing(";")),
            (#"= "b";"#, 1, .missing("\"")),
            ("\"a\" = \"b;\n", 1, .openText), ("\n/* a", 2, .openComment),
            (#""a" = "\q";"#, 1, .unknownEscape),
            (#""a" = "\U00g0";"#, 1, .unknownEscape), (#""a" = "\Ud83dx";"#, 1, .unknownEscape),
            ("a = b;\na = c;", 2, .keyTwice("a")),
        ] as [(String, Int, StringsFileError.Reason)])
    func `TD22: a file of strings with a mistake is refused with its line, and nothing is taken`(
        strings: String, line: Int, reason: StringsFileError.Reason
    ) {
        var known = TextCatalogue()
        #expect(throws: StringsFileError(line: line, reason: reason)) {
            try known.add(strings: Array(strings.utf8), language: "de")
        }
        #expect(known == TextCatalogue())
        #expect(throws: StringsFileError(line: 1, reason: .notText)) {
            try known.add(strings: [0x22, 0xFF, 0x22], language: "de")
        }
        #expect(throws: StringsFileError(line: 1, reason: .notText)) {
            try known.add(strings: [0xFF, 0xFE, 0x22], language: "de")
        }
    }
}
