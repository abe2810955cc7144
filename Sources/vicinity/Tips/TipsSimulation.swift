import CommandLineArguments
import Foundation
import JSON
import TipCatalogues
import TipCore
import TipRules

/// Simulates which tips of a catalogue a person sees in some weeks.
enum TipsSimulation {
    private static let days = Option("days", value: "N", "How many days, 366 at most.", default: "30")
    private static let seed = Option(
        "seed", value: "N", "The seed of chance; the same seed gives the same timeline.", default: "1")
    private static let person = Option(
        "person", value: "KIND", "How the person behaves.",
        kind: .oneOf(SimulatedPerson.allCases.map(\.rawValue)),
        default: SimulatedPerson.regular.rawValue)
    private static let platform = Option(
        "platform", value: "NAME", "Where tips are shown; one that the catalogue or Vicinity knows.",
        default: "web")
    private static let role = Option(
        "role", value: "ROLE",
        "A role of the person that the catalogue or Vicinity knows; employee when none is given.",
        repeats: true)
    private static let language = Option(
        "language", value: "TAG", "The language of the person.", default: "en")
    private static let picture = Option(
        "picture", value: "FILE", "Draws the timeline as SVG into a file.", kind: .file)
    private static let json = Option(flag: "json", "Prints the timeline as JSON.")

    static let command = Command(
        "simulate", "Simulates what a person sees of a catalogue of tips in a month.",
        discussion: [
            "The machine that decides for real people decides here; the person acts by chance. "
                + "regular comes once or twice a day; newcomer tries what tips say; explorer finds features "
                + "alone; hasty closes every tip; occasional comes once a week.",
            "It shows how tips follow each other and which are never seen. It does not forecast how many people see them.",
        ],
        options: [days, seed, person, platform, role, language, picture, json],
        positionals: [TipCatalogueFile.file])

    static func run(
        _ arguments: ParsedArguments, print: (String) -> Void = Terminal.out,
        warn: (String) -> Void = Terminal.error
    ) throws {
        let simulation = try simulation(arguments)
        if let warning = foreignLanguage(simulation) { warn(warning) }
        let timeline = simulation.timeline()
        if let path = arguments[picture] {
            let title = "What \(simulation.person.words) sees in \(simulation.days) days"
            do {
                try Data(timeline.svg(title: title).utf8).write(to: URL(filePath: path), options: .atomic)
            } catch {
                throw CommandFailure("The picture cannot be written to \(path).")
            }
        }
        guard arguments.has(json) else { return print(text(timeline)) }
        var json = JSONWriter()
        timeline.write(to: &json)
        print(json.text)
    }

    private static func simulation(_ arguments: ParsedArguments) throws -> TipSimulation {
        let (path, bytes) = try TipCatalogueFile.bytes(arguments)
        let catalogue: TipCatalogue
        do throws(JSONDocumentError) {
            catalogue = try TipCatalogue(reading: bytes)
        } catch {
            throw CommandFailure(error.lines(file: FileText.name(path)).joined(separator: "\n"))
        }
        guard let seed = UInt64(try arguments.text(seed)) else {
            throw UsageError.malformedValue(
                try arguments.text(self.seed), of: "--seed", expected: "a number from 0 on")
        }
        let roles = arguments.all(role)
        let language = try arguments.text(language)
        guard TipCatalogue.isLanguage(language) else {
            throw UsageError.malformedValue(
                language, of: "--language", expected: "a language such as de or de-CH")
        }
        let audience = TipAudience(
            platform: try arguments.text(platform), roles: Set(roles.isEmpty ? ["employee"] : roles),
            languages: [language])
        try refuseStrangers(audience, in: catalogue)
        return TipSimulation(
            catalogue: catalogue, audience: audience,
            person: SimulatedPerson(rawValue: try arguments.text(person)) ?? .regular,
            days: try arguments.integer(days, in: 1...366) ?? 30, seed: seed)
    }

    /// Refuses a platform or a role that neither the catalogue nor the product knows: a misspelling would
    /// look like a result.
    private static func refuseStrangers(_ audience: TipAudience, in catalogue: TipCatalogue) throws {
        let vocabulary = ProductVocabulary.vocabulary
        let segments = catalogue.tips.compactMap(\.segment)
        func refuse(_ names: Set<String>, unless known: Set<String>, _ option: String) throws {
            guard let name = names.subtracting(known).sorted().first else { return }
            throw UsageError.malformedValue(
                name, of: option, expected: known.sorted().joined(separator: " or "))
        }
        let platforms = (vocabulary.platforms ?? []).union(segments.flatMap { $0.platforms ?? [] })
        try refuse([audience.platform], unless: platforms, "--platform")
        let roles = (vocabulary.roles ?? []).union(segments.flatMap { $0.roles ?? [] })
        try refuse(audience.roles, unless: roles, "--role")
    }

    /// The sentence for a language in which the catalogue has no texts: the simulation uses the fallback, as
    /// for real people.
    private static func foreignLanguage(_ simulation: TipSimulation) -> String? {
        let catalogue = simulation.catalogue
        let language = simulation.audience.languages.first {
            Set(TipCatalogue.chain(from: $0)).isDisjoint(with: catalogue.languages)
        }
        return language.map {
            "The catalogue has nothing in \($0); its texts are in \(catalogue.fallback)."
        }
    }

    // MARK: - Tables

    private static func text(_ timeline: TipTimeline) -> String {
        guard !timeline.tips.isEmpty else { return "Nobody of this kind gets a tip of the catalogue." }
        let rows = timeline.moments.compactMap { row($0, timeline) }
        let moments = rows.isEmpty ? "No tip is shown." : Table([["Day", "Time", "Tip", "What"]] + rows).text
        let outcomes = timeline.outcomes.map { outcome -> [String] in
            [
                "\(outcome.tip)", "\(outcome.displays)", duration(outcome.microseconds),
                outcome.firstShown.map { "\(timeline.day(of: $0))" } ?? "–", end(outcome, timeline),
            ]
        }
        return moments + "\n\n" + Table([["Tip", "Shown", "For", "First on day", "End"]] + outcomes).text
    }

    private static func row(_ moment: TipTimeline.Moment, _ timeline: TipTimeline) -> [String]? {
        let what: (tip: TipID, words: String)
        switch moment.kind {
        case .visited, .donated: return nil
        case .shown(let tip, let microseconds): what = (tip, "shown for \(duration(microseconds))")
        case .acted(let tip, let action): what = (tip, "chose “\(action)”")
        case .ended(let tip, let reason): what = (tip, "ended: \(reason.words.lowercased())")
        }
        let second = moment.time.microseconds(since: timeline.start) / 1_000_000 % 86_400
        let time = String(format: "%02d:%02d", Int(second) / 3_600, Int(second) / 60 % 60)
        return ["\(timeline.day(of: moment.time))", time, "\(what.tip)", what.words]
    }

    private static func duration(_ microseconds: Int64) -> String {
        LengthOfTime.cell(seconds: (microseconds + 500_000) / 1_000_000)
    }

    private static func end(_ outcome: TipTimeline.Outcome, _ timeline: TipTimeline) -> String {
        guard let ended = outcome.ended, let reason = outcome.reason else { return "–" }
        return "\(reason.words.lowercased()), day \(timeline.day(of: ended))"
    }
}
