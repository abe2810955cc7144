import JSON
import TipCatalogues
import TipCore
import TipRules
import Workplace

extension JSONWriter {
    /// Writes what came of tips; what is hidden is null.
    mutating func statistics(_ statistics: TipStatistics) {
        object { json in
            json.member("hiddenBelow", TipStatistics.hiddenBelow)
            json.member("people", orNull: statistics.people)
            json.member("unreadable", statistics.unreadable)
            json.member("tips") { json in
                json.array { json in for tip in statistics.tips { json.tip(tip) } }
            }
            json.member("experiments") { json in
                json.array { json in for experiment in statistics.experiments { json.experiment(experiment) }
                }
            }
        }
    }

    private mutating func tip(_ tip: TipStatistics.Tip) {
        object { json in
            json.member("id", tip.id.description)
            json.member("title", tip.title)
            json.member("isOn", tip.isOn)
            json.outcome(tip.all)
            json.member("platforms") { $0.groups(tip.platforms) }
            json.member("languages") { $0.groups(tip.languages) }
        }
    }

    private mutating func groups(_ groups: [TipStatistics.Group]) {
        array { json in
            for group in groups {
                json.object { json in
                    json.member("name") { if let name = group.name { $0.string(name) } else { $0.null() } }
                    json.outcome(group.outcome)
                }
            }
        }
    }

    /// Writes the numbers, each a member of the object that is open.
    private mutating func outcome(_ outcome: TipStatistics.Outcome) {
        member("people", orNull: outcome.people)
        member("displays", orNull: outcome.displays)
        member("seconds", orNull: outcome.seconds)
        member("dismissed", orNull: outcome.dismissed)
        member("acted", orNull: outcome.acted)
        member("ended") { json in
            json.object { json in
                for reason in Tips.InvalidationReason.allCases {
                    json.member(named: reason.wireName) { $0.number(orNull: outcome.ended[reason] ?? nil) }
                }
            }
        }
    }

    private mutating func experiment(_ experiment: TipStatistics.Experiment) {
        object { json in
            json.member("name", experiment.name)
            json.member("tip", experiment.tip.description)
            if let goal = experiment.goal { json.member("goal", goal.string) }
            if let about = experiment.goalAbout { json.member("goalAbout", about) }
            if let from = experiment.from { json.member("from", from) }
            json.member("exposed") { json in json.object { $0.arm(experiment.exposed) } }
            json.member("holdout") { json in json.object { $0.arm(experiment.holdout) } }
            json.member("difference") { $0.difference(experiment.difference) }
            json.member("variants") { json in
                json.array { json in
                    for variant in experiment.variants {
                        json.object { json in
                            json.member("name", variant.name)
                            json.arm(variant.arm)
                            json.member("difference") { $0.difference(variant.difference) }
                        }
                    }
                }
            }
        }
    }

    private mutating func arm(_ arm: TipStatistics.Arm) {
        member("people", orNull: arm.people)
        member("reached", orNull: arm.reached)
        member("share") { if let share = arm.share { $0.double(share) } else { $0.null() } }
    }

    private mutating func difference(_ difference: TipStatistics.Difference?) {
        guard let difference else { return null() }
        object { json in
            json.member("estimate", difference.estimate)
            json.member("low", difference.low)
            json.member("high", difference.high)
        }
    }

    private mutating func member(_ name: StaticString, orNull number: (some BinaryInteger)?) {
        member(name) { $0.number(orNull: number) }
    }

    private mutating func number(orNull number: (some BinaryInteger)?) {
        if let number { integer(Int64(clamping: number)) } else { null() }
    }
}
