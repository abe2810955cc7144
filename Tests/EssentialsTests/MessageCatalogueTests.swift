import Essentials
import Testing

struct MessageCatalogueTests {
    private static let japanese = #"""
        # Café texts.
        msgid ""
        msgstr ""
        "Project-Id-Version: vicinity\n"
        "Language: ja\n"
        "Plural-Forms: nplurals=1; plural=0;\n"

        #. Shown on the board.
        #: Web/Cafes/board-page.js:12
        msgid "Ready"
        msgstr "でき上がり"

        #, fuzzy, c-format
        #| msgid "Old"
        msgid "Sold out"
        msgstr "売り切れ?"

        msgctxt "verb"
        msgid "Order"
        msgstr "注文する"
        msgctxt "noun"
        msgid "Order"
        msgstr "注文"

        msgid ""
        "A \"quoted\"\ttext\\ "
        "on two lines\n"
        msgstr "「"
        "引用"
        "」\n"

        msgid "{count} item for {name}"
        msgid_plural "{count} items for {name}"
        msgstr[0] "{name}さんの{count}品"

        msgid "Not yet"
        msgstr ""

        #~ msgid "Gone"
        #~ msgstr "消えた"
        """#

    private func header(_ language: String, forms: Int) -> String {
        "msgid \"\"\nmsgstr \"Language: \(language)\\nPlural-Forms: nplurals=\(forms); plural=0;\\n\"\n"
    }

    @Test func `texts are found by their English words and context`() throws {
        let catalogue = try MessageCatalogue(portableObject: Self.japanese)
        #expect(catalogue.language.description == "ja")
        #expect(catalogue.text("Ready") == "でき上がり")
        #expect(catalogue.text("Order", context: "verb") == "注文する")
        #expect(catalogue.text("Order", context: "noun") == "注文")
        #expect(catalogue.text("A \"quoted\"\ttext\\ on two lines\n") == "「引用」\n")
    }

    @Test func `a message without a translation is shown in English`() throws {
        let catalogue = try MessageCatalogue(portableObject: Self.japanese)
        for id in ["Sold out", "Not yet", "Gone", "Order", "Never heard of"] {
            #expect(catalogue.text(id) == id)
        }
        #expect(catalogue.text("{count} cup", plural: "{count} cups", count: 1) == "1 cup")
        #expect(catalogue.text("{count} cup", plural: "{count} cups", count: 0) == "0 cups")
    }

    @Test func `placeholders are replaced by name, once`() throws {
        let catalogue = try MessageCatalogue(portableObject: Self.japanese)
        let text = catalogue.text(
            "{count} item for {name}", plural: "{count} items for {name}", count: 3, ["name": "{count}"])
        #expect(text == "{count}さんの3品")
        #expect(catalogue.text("{a} {b} {", ["a": "1"]) == "1 {b} {")
        #expect(catalogue.text("{count} x", plural: "{count} xs", count: 2, ["count": "two"]) == "two xs")
    }

    @Test func `all messages are listed in order`() throws {
        let messages = try MessageCatalogue(portableObject: Self.japanese).allMessages
        #expect(messages.map(\.id).first == "Ready")
        #expect(messages.map(\.context) == [nil, "verb", "noun", nil, nil])
        #expect(messages.last?.plural == "{count} items for {name}")
        #expect(messages.last?.texts == [.other: "{name}さんの{count}品"])
    }

    @Test(arguments: [
        (1, "1 заказ"), (3, "3 заказа"), (5, "5 заказов"), (11, "11 заказов"), (21, "21 заказ"),
    ])
    func `the plural form is the one that the count needs`(count: Int, expected: String) throws {
        let catalogue = try MessageCatalogue(
            portableObject: header("ru_RU", forms: 3) + """
                msgid "{count} order"
                msgid_plural "{count} orders"
                msgstr[0] "{count} заказ"
                msgstr[1] "{count} заказа"
                msgstr[2] "{count} заказов"
                """)
        #expect(catalogue.text("{count} order", plural: "{count} orders", count: count) == expected)
    }

    @Test func `lines may end as on Windows`() throws {
        let text = Self.japanese.split(separator: "\n", omittingEmptySubsequences: false).joined(
            separator: "\r\n")
        #expect(try MessageCatalogue(portableObject: text).text("Ready") == "でき上がり")
    }

    @Test func `a combining mark does not hide the quotation mark before it`() throws {
        let text = header("hi", forms: 2) + "msgid \"a\"\nmsgstr \"\u{93F}x\"\n"
        #expect(try MessageCatalogue(portableObject: text).text("a") == "\u{93F}x")
    }

    @Test(arguments: [
        ("msgid \"a\"\nmsgstr \"b\"\nnonsense", 5, MessageCatalogueError.Reason.unknownLine),
        ("msgid a", 3, .invalidText), ("msgid \"a", 3, .invalidText), ("msgid \"a\" b", 3, .invalidText),
        ("msgid \"a\\x\"", 3, .invalidEscape), ("# x\n\"a\"", 4, .misplaced("a text")),
        ("msgid \"a\"\nmsgid \"b\"\nmsgstr \"c\"", 4, .misplaced("msgid")),
        ("msgstr \"c\"", 3, .misplaced("msgstr")),
        ("msgid \"a\"\nmsgctxt \"b\"", 4, .misplaced("msgctxt")), ("msgid \"a\"\n", 3, .missingForm),
        ("msgid \"a\"\nmsgstr[1] \"b\"", 3, .missingForm), ("msgid \"a\"\nmsgstr[x] \"b\"", 4, .unknownLine),
        ("msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"", 6, .duplicate("a")),
        ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"c\"", 3, .wrongFormCount(1)),
        ("msgid \"a\"\nmsgstr[0] \"b\"\nmsgstr[1] \"c\"", 3, .wrongFormCount(2)),
    ])
    func `a file that cannot be used is refused at its line`(
        body: String, line: Int, reason: MessageCatalogueError.Reason
    ) throws {
        let error = try #require(throws: MessageCatalogueError.self) {
            try MessageCatalogue(portableObject: header("de", forms: 2) + body)
        }
        #expect(error.line == line)
        #expect(error.reason == reason)
    }

    @Test func `W135 a missing message comes from the next catalogue of the chain`() throws {
        func catalogue(_ language: String, _ texts: [String: String]) throws -> MessageCatalogue {
            let body = texts.map { "msgid \"\($0)\"\nmsgstr \"\($1)\"\n" }.joined(separator: "\n")
            return try MessageCatalogue(portableObject: header(language, forms: 2) + body)
        }
        let english = try catalogue("en", ["Order": "Order", "Basket": "Basket", "Close": "Close"])
        let spanish = try catalogue("es", ["Order": "Pedir", "Basket": "Cesta"])
        let uruguayan = try catalogue("es-UY", ["Basket": "Canasta"]).completed(from: [spanish])
        #expect(uruguayan.language.description == "es-UY")
        #expect(["Basket", "Order", "Close"].map { uruguayan.text($0) } == ["Canasta", "Pedir", "Close"])
        #expect(Set(uruguayan.allMessages.map(\.id)) == ["Basket", "Order"])
        #expect(uruguayan.missingCount(of: english) == 1)
        #expect(spanish.missingCount(of: english) == 1)
        #expect(english.missingCount(of: english) == 0)
    }

    @Test(arguments: ["", "msgid \"a\"\nmsgstr \"b\"", "msgid \"\"\nmsgstr \"Language: \\n\""])
    func `a header without a language is refused`(text: String) throws {
        let error = try #require(throws: MessageCatalogueError.self) {
            try MessageCatalogue(portableObject: text)
        }
        #expect(error.reason == .missingLanguage)
        #expect(error.description == "Line 1: the header does not name a language.")
    }
}
