import CommandLineArguments
import JSON
import TipCatalogues

/// Checks a catalogue for mistakes, and for tips and rules that do not work.
enum TipsCheck {
    private static let json = Option(flag: "json", "Prints the findings as JSON.")
    private static let strict = Option(flag: "strict", "Fails on warnings too.")
    private static let anyNames = Option(
        flag: "any-names",
        "Takes every event, parameter, platform and role as known: for tips of another program than Vicinity."
    )

    static let command = Command(
        "check", "Checks a catalogue of tips.",
        discussion: [
            "Reports all mistakes of a catalogue at once. Without mistakes it reports tips that nobody can see, ordered "
                + "groups that get stuck, missing translations, events that nobody donates, parameters that nobody sets, "
                + "and unused names.",
            "Contradictions between rules are proved when they compare parameters, counts and times with constants. "
                + "Otherwise the check tries \(TipFinding.triedHistories / 1_000),000 histories for each tip; a tip that none "
                + "of them shows is a warning, not an error.",
            "The exit code is 1 when there is an error.",
        ], options: [strict, anyNames, json], positionals: [TipCatalogueFile.file])

    static func run(_ arguments: ParsedArguments, print: (String) -> Void = Terminal.out) throws {
        let (path, bytes) = try TipCatalogueFile.bytes(arguments)
        let catalogue: TipCatalogue
        do throws(JSONDocumentError) {
            catalogue = try TipCatalogue(reading: bytes)
        } catch {
            if arguments.has(json) {
                print(mistakes(error))
            } else {
                error.lines(file: FileText.name(path)).forEach(print)
            }
            throw CommandFailure("\(FileText.name(path)) is no catalogue of tips.")
        }
        let findings =
            arguments.has(anyNames)
            ? catalogue.check() : catalogue.check(knowing: ProductVocabulary.vocabulary)
        if arguments.has(json) {
            print(text(catalogue, findings))
        } else {
            for finding in findings { print(line(finding, FileText.name(path))) }
            print(summary(catalogue, findings))
        }
        let failing = findings.filter {
            $0.severity == .error || arguments.has(strict) && $0.severity == .warning
        }
        guard failing.isEmpty else {
            throw CommandFailure("\(FileText.name(path)) has tips that do not work as they are written.")
        }
    }

    private static func line(_ finding: TipFinding, _ file: String) -> String {
        let basis = finding.isProved ? "" : ", searched"
        let place = finding.tip.map { "\(finding.path) (\($0))" } ?? "\(finding.path)"
        return
            "\(file): \(place): \(finding.severity.rawValue): \(finding.reason) [\(finding.code.rawValue)\(basis)]"
    }

    private static func summary(_ catalogue: TipCatalogue, _ findings: [TipFinding]) -> String {
        func count(_ number: Int, _ one: String) -> String { "\(number) \(one)\(number == 1 ? "" : "s")" }
        let tips = [
            count(catalogue.tips.count, "tip"), count(catalogue.groups.count, "group"),
            count(catalogue.languages.count, "language"),
        ].joined(separator: ", ")
        let kinds = TipFinding.Severity.allCases.map { severity in
            count(findings.count { $0.severity == severity }, severity.rawValue)
        }
        return "\(tips): \(findings.isEmpty ? "nothing to say" : kinds.joined(separator: ", "))."
    }

    private static func text(_ catalogue: TipCatalogue, _ findings: [TipFinding]) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("tips", catalogue.tips.count)
            json.member("groups", catalogue.groups.count)
            json.member("findings") { json in
                json.array { json in for finding in findings { finding.write(to: &json) } }
            }
        }
        return json.text
    }

    private static func mistakes(_ error: JSONDocumentError) -> String {
        var json = JSONWriter()
        json.object { json in
            json.member("findings") { json in
                json.array { json in
                    switch error {
                    case .syntax(let mistake):
                        json.object { json in
                            json.member("severity", "error")
                            json.member("code", "syntax")
                            json.member("line", mistake.line)
                            json.member("column", mistake.column)
                            json.member("reason", "\(mistake.reason)")
                        }
                    case .mistakes(let mistakes):
                        for mistake in mistakes.list {
                            json.object { json in
                                json.member("severity", "error")
                                json.member("code", mistake.code.rawValue)
                                json.member("pointer", mistake.path.pointer)
                                json.member("reason", mistake.reason)
                            }
                        }
                    }
                }
            }
        }
        return json.text
    }
}

extension TipFinding {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("severity", severity.rawValue)
            json.member("code", code.rawValue)
            json.member("pointer", path.pointer)
            if let tip { json.member("tip", "\(tip)") }
            json.member("reason", reason)
            json.member("proved", isProved)
        }
    }
}
