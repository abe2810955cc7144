import CommandLineArguments
import Foundation
import JSON
import TestSupport
import Testing
import TipCatalogues

@testable import Workplace

@testable import vicinity

struct TipsCommandTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../..").standardizedFileURL
    private static let product = root.appending(path: "Web/Tips/catalogue.json").path

    /// Runs a command; what it printed, and why it failed.
    private func run(
        _ words: [String], warn: (String) -> Void = { Issue.record("a warning: \($0)") }
    ) throws -> (lines: [String], failure: CommandFailure?) {
        guard case .run(let arguments) = try CommandTable.program.parse(["tips"] + words) else {
            return ([], nil)
        }
        var lines: [String] = []
        do {
            switch words.first {
            case "check": try TipsCheck.run(arguments) { lines.append($0) }
            default: try TipsSimulation.run(arguments, print: { lines.append($0) }, warn: warn)
            }
            return (lines, nil)
        } catch let failure as CommandFailure {
            return (lines, failure)
        }
    }

    /// Runs a command on a file with a text.
    private func run(_ command: String, _ text: String, _ words: [String] = []) throws -> (
        lines: [String], failure: CommandFailure?
    ) {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let result = try run([command, file.path] + words)
        return (result.lines.map { $0.replacing(file.path, with: "FILE") }, result.failure)
    }

    private func catalogue(_ rules: String) -> String {
        """
        { "format": "vicinity-tips-1", "name": "Test", "languages": ["en"], "fallback": "en", "events": { "walked": {} },
          "tips": [ { "id": "t", "title": "x", "rules": \(rules) } ] }
        """
    }

    @Test func `TA8: the product's own catalogue has nothing to say of it`() throws {
        let (lines, failure) = try run(["check", Self.product, "--strict"])
        #expect(failure == nil)
        #expect(lines.last?.hasSuffix("languages: nothing to say.") == true, "\(lines)")
    }

    @Test func `TA8: what the check takes as donated, set and drawn is what the pages and commands do`()
        throws
    {
        let sources = try text(below: "Web", ".js") + text(below: "Sources/vicinity", ".swift")
        let donated = sources.matches(of: /donate\("([a-z.-]+)"|"(terminal\.[a-z]+|order\.waited)"/)
            .map { String($0.1 ?? $0.2 ?? "") }
        #expect(ProductVocabulary.vocabulary.donatedEvents == Set(donated))
        let set = sources.matches(of: /tips\.set\("([A-Za-z]+)"/).map { String($0.1) }
        #expect(ProductVocabulary.vocabulary.setParameters == Set(set))
        let icons = try text(below: "Web/Shared", "icons.js").matches(of: /(?m)^  ([a-z]+): \[/).map {
            String($0.1)
        }
        #expect(ProductVocabulary.vocabulary.icons == Set(icons))
        #expect(
            ProductVocabulary.vocabulary.platforms
                == Set(TipDevice.Platform.allCases.map(\.rawValue) + ["screen"]))
    }

    /// The text of all files below a folder whose path ends so, those of tests left out.
    private func text(below folder: String, _ ending: String) throws -> String {
        let base = Self.root.appending(path: folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: base.path)
        return try paths.filter {
            $0.hasSuffix(ending) && !$0.contains(".test") && !$0.contains("ProductVocabulary")
        }
        .map { try String(contentsOf: base.appending(path: $0), encoding: .utf8) }.joined()
    }

    @Test func `TA8: a tip that nobody can see is an error, and the command ends with one`() throws {
        let (lines, failure) = try run("check", catalogue("[ false ]"), ["--any-names"])
        #expect(failure?.exitCode == 1)
        #expect(lines.first == "FILE: events.walked: note: is an event that no tip looks at [unused]")
        #expect(lines.contains("FILE: tips[0].rules[0] (t): error: can never hold [unreachable]"))
        #expect(lines.last == "1 tip, 0 groups, 1 language: 1 error, 0 warnings, 1 note.")
    }

    @Test func `TA8: names that only another program donates are taken when that is said`() throws {
        let text = catalogue(#"[ { "donated": "walked" } ]"#)
        #expect(try run("check", text).failure?.exitCode == 1)
        let (lines, failure) = try run("check", text, ["--any-names", "--strict"])
        #expect(failure == nil)
        #expect(lines == ["1 tip, 0 groups, 1 language: nothing to say."])
    }

    @Test func `TA8: mistakes have their places, in lines and as JSON`() throws {
        let text =
            #"{ "format": "vicinity-tips-1", "name": "", "languages": ["en"], "fallback": "en", "tips": [ {} ] }"#
        let (lines, failure) = try run("check", text)
        #expect(failure?.exitCode == 1)
        #expect(lines.first == "FILE: name: must have 1 to 200 characters (Unicode code points)")
        let json = try JSONValue(parsing: Array(try run("check", text, ["--json"]).lines.joined().utf8))
        let pointers = try json.read { $0["findings"].array { $0["pointer"].string() } }
        #expect(pointers == ["/name", "/tips/0/id", "/tips/0/title"])
        let cut = try run("check", "{", ["--json"])
        #expect(cut.lines.joined().contains(#""code":"syntax""#))
    }

    @Test func `TA8: findings as JSON say whether they are proved`() throws {
        let (lines, _) = try run("check", catalogue("[ false ]"), ["--json"])
        let json = try JSONValue(parsing: Array(lines.joined().utf8))
        let found = try json.read {
            $0["findings"].array { ($0["code"].string() ?? "") + " \($0["proved"].boolean() ?? false)" }
        }
        #expect(found == ["unused true", "unreachable true"])
    }

    @Test(arguments: SimulatedPerson.allCases)
    func `TA3: a month is printed as two tables, the same for the same seed`(person: SimulatedPerson) throws {
        let words = ["simulate", Self.product, "--seed", "7", "--person", person.rawValue]
        let (lines, failure) = try run(words)
        #expect(failure == nil)
        let text = lines.joined(separator: "\n")
        #expect(text.contains("\n\nTip "))
        #expect(text.contains("closest-cafe"))
        #expect(try run(words).lines == lines)
    }

    @Test func `TA3: the time on screen has fitting units`() throws {
        let (lines, failure) = try run("simulate", catalogue("[]"), ["--days", "300", "--seed", "3"])
        #expect(failure == nil)
        #expect(lines.joined().contains(#/\nt +[0-9]+ +[0-9]+ (min|hr), [0-9]+ (sec|min) /#), "\(lines)")
    }

    @Test func `TA3: the timeline is printed as JSON and drawn into a file`() throws {
        let picture = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).svg")
        defer { try? FileManager.default.removeItem(at: picture) }
        let (lines, _) = try run([
            "simulate", Self.product, "--json", "--picture", picture.path, "--days", "3",
        ])
        let json = try JSONValue(parsing: Array(lines.joined().utf8))
        #expect(try json.read { $0["days"].integer(in: 0...9) } == 3)
        #expect(try String(contentsOf: picture, encoding: .utf8).hasPrefix("<svg "))
        let failure = try run(["simulate", Self.product, "--picture", "/nowhere/at/all.svg"]).failure
        #expect(failure?.description == "The picture cannot be written to /nowhere/at/all.svg.")
    }

    @Test(arguments: [
        ["--days", "0"], ["--days", "367"], ["--seed", "-1"], ["--seed", "many"], ["--language", "xx_!!"],
    ])
    func `TA3: numbers that cannot be are refused`(words: [String]) {
        #expect(throws: UsageError.self) { try run(["simulate", Self.product] + words) }
    }

    /// The catalogue with a tip for watches alone.
    private var watches: String {
        catalogue("[]").replacing(
            #""title": "x""#,
            with: #""title": "x", "segment": { "platforms": ["watch"], "roles": ["guest"] }"#)
    }

    @Test func `TA3: nobody gets a tip where none is meant for them`() throws {
        let (lines, failure) = try run("simulate", watches)
        #expect(failure == nil)
        #expect(lines == ["Nobody of this kind gets a tip of the catalogue."])
    }

    @Test
    func `TA3: a platform or role that neither catalogue nor product knows is refused, as wrong usage is`()
        throws
    {
        let roles = Role.allCases.map(\.rawValue).sorted().joined(separator: " or ")
        let picture = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).svg")
        for (words, option, known) in [
            (["--platform", "moon"], "--platform", "screen or terminal or web"),
            (["--platform", ""], "--platform", "screen or terminal or web"),
            (["--role", "employee", "--role", "boss"], "--role", roles),
        ] {
            let refusal = UsageError.malformedValue(words.last ?? "", of: option, expected: known)
            #expect(throws: refusal) {
                try run(["simulate", Self.product, "--picture", picture.path] + words)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: picture.path))
    }

    @Test func `TA3: a platform and a role that only the catalogue knows are taken`() throws {
        let words = ["--platform", "watch", "--role", "guest"]
        let (lines, failure) = try run("simulate", watches, words)
        #expect(failure == nil)
        #expect(lines.joined().contains("shown for"), "\(lines)")
    }

    @Test func `TA3: a language without texts gives a warning beside the timeline`() throws {
        func warnings(_ words: String...) throws -> [String] {
            var warnings: [String] = []
            let words = ["simulate", Self.product, "--days", "1"] + words
            let (lines, failure) = try run(words, warn: { warnings.append($0) })
            #expect(failure == nil && !lines.isEmpty)
            return warnings
        }
        #expect(try warnings("--language", "de-CH", "--role", "kitchen").isEmpty)
        #expect(
            try warnings("--language", "fr") == ["The catalogue has nothing in fr; its texts are in en."])
    }
}
