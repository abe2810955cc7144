/// What the law of a country or state says about working time, as rules to begin with.
///
/// A preset is no legal advice. It holds what the named sources say about most employees, and nothing that no source was read for.
public struct WorkRulesPreset: Hashable, Sendable {
    /// Where a statement was read.
    public struct Source: Hashable, Sendable {
        /// What it says.
        public let statement: String
        /// The page on which it was read.
        public let address: String
    }

    /// The name in campus files.
    public let id: String
    /// The rules.
    public let rules: WorkRules
    /// Where they were read.
    public let sources: [Source]
    /// When the sources were read.
    public let readOn: String
    /// The rounding that the law forbids.
    public let refused: Set<WorkRules.Rounding>

    /// Finds a preset.
    public init?(_ id: String) {
        guard let preset = Self.all.first(where: { $0.id == id }) else { return nil }
        self = preset
    }

    private init(
        _ rules: WorkRules, refusing refused: Set<WorkRules.Rounding> = [], _ sources: [(String, String)]
    ) {
        id = rules.name
        self.rules = rules
        self.refused = refused
        self.sources = sources.map { Source(statement: $0.0, address: $0.1) }
        readOn = "2026-11-27"
    }

    private static let hour = 3_600

    /// The presets, in the order of their names.
    public static let all: [WorkRulesPreset] = [
        WorkRulesPreset(
            WorkRules(
                name: "california", dailyLimit: 8 * hour, weeklyLimit: 40 * hour, firstWeekday: 6),
            [
                (
                    "Labor Code 510 (a): work beyond eight hours in a workday and 40 hours in a workweek is overtime",
                    "https://self-law.org/code/ca/labor-code/510"
                )
            ]),
        WorkRulesPreset(
            WorkRules(
                name: "france", automaticBreaks: [], weeklyLimit: 35 * hour, night: 1_260..<1_800),
            [
                (
                    "Code du travail L3121-27 and L3121-35: 35 hours a week, which begins on Monday",
                    "https://www.fo-donges.fr/vivre-sur-le-site/c/0/i/85777317/article-n-232"
                ),
                (
                    "Code du travail L3122-20: without an agreement, night work is from 21:00 to 06:00",
                    "https://www.cabinet-zenou.fr/actualites/droits-du-salarie/le-travail-de-nuit-definition-reglementation-et-sanctions.html"
                ),
            ]),
        WorkRulesPreset(
            WorkRules(
                name: "germany",
                automaticBreaks: [
                    WorkRules.AutomaticBreak(after: 6 * hour, length: 1_800),
                    WorkRules.AutomaticBreak(after: 9 * hour, length: 2_700),
                ], night: 1_380..<1_800),
            [
                (
                    "ArbZG § 4: breaks of 30 minutes beyond six hours, of 45 minutes beyond nine hours",
                    "https://bpb.de/kurz-knapp/lexika/lexikon-der-wirtschaft/20505/ruhepausen"
                ),
                ("ArbZG § 2 (3): night is from 23:00 to 06:00", "http://dejure.org/gesetze/ArbZG/2.html"),
            ]),
        WorkRulesPreset(
            WorkRules(
                name: "japan", dailyLimit: 8 * hour, weeklyLimit: 40 * hour, rounding: .monthHour,
                firstWeekday: 6),
            refusing: [.dayQuarterHour, .dayQuarterHourDown],
            [
                (
                    "Labour Standards Act 32: eight hours a day and 40 hours a week",
                    "https://www.mhlw.go.jp/mobile/m/job/0107.html"
                ),
                (
                    "Without another rule of the workplace, a week is from Sunday to Saturday",
                    "http://takasr.com/ls32/"
                ),
                (
                    "Circular Kihatsu 150 of 1988-03-14: only the totals of overtime, holiday and night work of a month may be rounded, "
                        + "under 30 minutes down and from 30 minutes up; days may not",
                    "https://www.y-klaw.com/2024/page/3"
                ),
            ]),
        WorkRulesPreset(
            WorkRules(
                name: "korea", dailyLimit: 8 * hour, weeklyLimit: 40 * hour, night: 1_320..<1_800),
            [
                (
                    "Labor Standards Act 50 and 56: eight hours a day, 40 hours a week, night work from 22:00 to 06:00",
                    "https://m.easylaw.go.kr/MOM/SubCsmOvRetrieve.laf?langCd=700101&csmSeq=1582&ccfNo=1&cciNo=1&cnpClsNo=1"
                )
            ]),
        WorkRulesPreset(
            WorkRules(name: "spain", weeklyLimit: 40 * hour, night: 1_320..<1_800),
            [
                (
                    "Estatuto de los Trabajadores 34 (1): 40 hours a week on the average of a year",
                    "https://sites.google.com/site/dictionarsoferescromanspaniol/abc-tachograph-drivers-lexic/s/statutul-lucr%C4%83torilor-spania-estatuto-de-los-trabajadores/art-34-jornada-et"
                ),
                (
                    "Night work is from 22:00 to 06:00",
                    "https://www.derecho.com/c/index.php?oldid=377&title=Jornada_laboral"
                ),
            ]),
        WorkRulesPreset(
            WorkRules(name: "united-kingdom", night: 1_380..<1_800),
            [
                (
                    "Night work is regular work of three hours from 23:00 to 06:00, unless agreed otherwise",
                    "https://www.hrthathelps.co.uk/tag/young-workers/"
                )
            ]),
    ]
}
