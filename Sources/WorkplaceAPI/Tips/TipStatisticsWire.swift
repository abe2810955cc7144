import JSON
import TipCore
import Workplace

extension JSONWriter {
    /// Writes the counts of tips; a hidden number is null.
    mutating func statistics(_ statistics: TipStatistics) {
        object { json in
            json.member("hiddenBelow", TipStatistics.hiddenBelow)
            json.member("people", orNull: statistics.people)
            json.member("unreadable", statistics.unreadable)
            json.member("tips") { json in
                json.array { json in for tip in statistics.tips { json.tip(tip) } }
            }
        }
    }

    private mutating func tip(_ tip: TipStatistics.Tip) {
        object { json in
            json.member("id", tip.id.description)
            json.member("title", tip.title)
            json.member("isOn", tip.isOn)
            json.member("people", orNull: tip.people)
            json.member("displays", orNull: tip.displays)
            json.member("seconds", orNull: tip.seconds)
            json.member("dismissed", orNull: tip.dismissed)
            json.member("acted", orNull: tip.acted)
            json.member("ended") { json in
                json.object { json in
                    for reason in Tips.InvalidationReason.allCases {
                        json.member(named: reason.wireName) { $0.number(orNull: tip.ended[reason] ?? nil) }
                    }
                }
            }
            json.member("platforms") { $0.groups(tip.platforms) }
            json.member("languages") { $0.groups(tip.languages) }
        }
    }

    private mutating func groups(_ groups: [TipStatistics.Group]) {
        array { json in
            for group in groups {
                json.object { json in
                    json.member("name") { if let name = group.name { $0.string(name) } else { $0.null() } }
                    json.member("people", group.people)
                    json.member("displays", group.displays)
                    json.member("seconds", group.seconds)
                }
            }
        }
    }

    private mutating func member(_ name: StaticString, orNull number: (some BinaryInteger)?) {
        member(name) { $0.number(orNull: number) }
    }

    private mutating func number(orNull number: (some BinaryInteger)?) {
        if let number { integer(Int64(clamping: number)) } else { null() }
    }
}
