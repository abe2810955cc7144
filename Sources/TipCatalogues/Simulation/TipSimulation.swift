import TipCore
public import TipRules

/// Simulates a person with a catalogue for some days, on the machine that decides for real people (TA3).
///
/// The same catalogue, audience, person and seed give the same timeline. The person acts at random, so a
/// simulation is no forecast. The timeline shows how tips follow each other, which tips are never seen, and
/// how many tips appear.
public struct TipSimulation: Sendable {
    /// The tips.
    public var catalogue: TipCatalogue
    /// The audience of the person.
    public var audience: TipAudience
    /// How the person behaves.
    public var person: SimulatedPerson
    /// How many days to simulate.
    public var days: Int
    /// The seed of chance.
    public var seed: UInt64
    /// The start of the first day.
    public var start: RuleTime

    /// Makes a simulation of thirty days.
    public init(
        catalogue: TipCatalogue, audience: TipAudience, person: SimulatedPerson = .regular, days: Int = 30,
        seed: UInt64 = 1,
        start: RuleTime = RuleTime(microseconds: 1_798_761_600_000_000)
    ) {
        self.catalogue = catalogue
        self.audience = audience
        self.person = person
        self.days = days
        self.seed = seed
        self.start = start
    }

    /// Runs the simulation.
    ///
    /// - Complexity: O(*d* · *n*) in the number of days and of tips, with the evaluation of their rules.
    public func timeline() -> TipTimeline {
        var life = SimulatedLife(self)
        for day in 0..<max(days, 0) { life.live(day) }
        return life.finished()
    }
}

/// The state of a simulation while it runs.
private struct SimulatedLife {
    private let simulation: TipSimulation
    private let groups: [TipCatalogue.Group]
    private let samples: RuleSamples
    private var numbers: SeededNumbers
    private var machine: TipStateMachine
    private var timeline: TipTimeline
    private var now: RuleTime
    /// The smallest step of time, in microseconds: a rule may change at every moment.
    private static let shortestStep: Int64 = 1_000_000
    /// The probability of each event in a visit.
    private var habits: [(event: RuleText, probability: Double)] = []

    init(_ simulation: TipSimulation) {
        self.simulation = simulation
        let tips = simulation.catalogue.tips(for: simulation.audience)
        let grouped = simulation.catalogue.groups(for: simulation.audience)
        let alone = tips.map { $0.id }.filter { tip in !grouped.contains { $0.tips.contains(tip) } }
        groups = grouped + alone.map { TipCatalogue.Group(name: "\($0)", tips: [$0]) }
        samples = RuleSamples(tips.flatMap { $0.definition.rules })
        numbers = SeededNumbers(seed: simulation.seed)
        machine = TipStateMachine(replica: TipReplica(device: 1 << 8))
        timeline = TipTimeline(start: simulation.start, days: max(simulation.days, 0), tips: tips)
        now = simulation.start
        simulation.catalogue.declare(in: &machine, for: simulation.audience)
        let features = Set(tips.flatMap { $0.definition.endingEvents })
        for event in simulation.catalogue.events {
            let person = simulation.person
            let probability =
                features.contains(event.name) ? person.discovery : person.usual * (0.4 + numbers.fraction())
            habits.append((event.name, probability))
        }
        noteStatuses()
    }

    mutating func live(_ day: Int) {
        let midnight = simulation.start.advanced(byMicroseconds: Int64(day) * 86_400_000_000)
        let visits = simulation.person.visits
        guard numbers.happens(visits.onDay) else { return }
        let count = 1 + Int(numbers.next() % UInt64(visits.atMost))
        // Between eight and eighteen o'clock, in order.
        let hours = (0..<count).map { _ in 8 + numbers.fraction() * 10 }.sorted()
        for hour in hours {
            let moment = midnight.advanced(byMicroseconds: Int64(hour * 3_600e6)).wholeSecond
            visit(at: max(moment, now))
        }
    }

    mutating func finished() -> TipTimeline {
        advance(
            to: max(simulation.start.advanced(byMicroseconds: Int64(timeline.days) * 86_400_000_000), now))
        return timeline
    }

    private mutating func visit(at moment: RuleTime) {
        advance(to: moment)
        note(.visited)
        setParameters()
        noteStatuses()
        for habit in habits where numbers.happens(habit.probability) {
            pass(seconds: 2 + numbers.fraction() * 20)
            donate(habit.event)
        }
        for group in groups { look(at: group) }
        pass(seconds: 30)
    }

    // MARK: - What is done

    private mutating func setParameters() {
        for parameter in simulation.catalogue.parameters {
            switch machine.value(ofParameter: parameter.name) {
            case .integer(let number) where numbers.happens(simulation.person.usual):
                set(.integer(number.addingReportingOverflow(1).partialValue), parameter.name)
            case .boolean(let truth) where !truth && numbers.happens(simulation.person.discovery * 3):
                set(.boolean(true), parameter.name)
            default: break
            }
        }
    }

    private mutating func set(_ value: RuleValue, _ name: RuleText) {
        noteEnds(in: machine.set(value, forParameter: name, at: now))
    }

    private mutating func donate(_ event: RuleText) {
        // People mostly repeat their last action.
        var payload = machine.donations(ofEvent: event, at: now).last?.payload
        if payload == nil || numbers.happens(0.2) { payload = samples.payload(of: event, &numbers) }
        let change = machine.donate(payload ?? .null, to: event, at: now)
        note(.donated(event))
        noteEnds(in: change)
        noteStatuses()
    }

    // MARK: - What is seen

    private mutating func look(at group: TipCatalogue.Group) {
        let current = TipCatalogue.currentTip(of: group.tips, isOrdered: group.isOrdered) {
            machine.status(of: $0, at: now)
        }
        guard let id = current, let tip = timeline.tips.first(where: { $0.id == id }) else {
            return
        }
        let (outcome, change) = machine.beginAppearance(of: id, on: "simulation", at: now)
        guard outcome == .began else { return }
        let place = timeline.moments.count
        let began = now
        noteEnds(in: change)
        let looks = simulation.person.looks
        pass(seconds: looks.lowerBound + numbers.fraction() * (looks.upperBound - looks.lowerBound))
        react(to: tip)
        noteEnds(in: machine.endAppearance(of: id, on: "simulation", at: now))
        let shown = TipTimeline.Kind.shown(id, microseconds: now.microseconds(since: began))
        timeline.moments.insert(TipTimeline.Moment(time: began, kind: shown), at: place)
        noteStatuses()
    }

    private mutating func react(to tip: CatalogueTip) {
        let reaction = simulation.person.reaction
        let chance = numbers.fraction()
        if chance < reaction.closes {
            noteEnds(in: machine.invalidate(tip.id, reason: .tipClosed, at: now))
        } else if chance < reaction.closes + reaction.follows {
            if let action = tip.actions.first {
                note(.acted(tip.id, action: action.id))
                let payload = RuleValue.record([
                    RuleField("tip", .text(tip.id.name)), RuleField("action", .text(RuleText(action.id))),
                ])
                noteEnds(in: machine.donate(payload, to: "tip.acted", at: now))
            }
            // As in the page: following the link of a tip counts as using the feature.
            if tip.actions.first?.opens != nil {
                noteEnds(in: machine.invalidate(tip.id, reason: .actionPerformed, at: now))
            }
            if let feature = tip.definition.endingEvents.first {
                pass(seconds: 5)
                donate(feature)
            }
        }
    }

    // MARK: - What is noted

    private mutating func pass(seconds: Double) {
        advance(to: now.advanced(byMicroseconds: Int64(seconds) * 1_000_000))
    }

    private mutating func note(_ kind: TipTimeline.Kind) {
        timeline.moments.append(TipTimeline.Moment(time: now, kind: kind))
    }

    private mutating func noteEnds(in change: TipChange) {
        for occurrence in change.occurrences {
            if case .invalidated(let reason) = occurrence.kind { note(.ended(occurrence.tip, reason)) }
        }
    }

    /// Advances the time, and notes changes by time alone.
    private mutating func advance(to moment: RuleTime) {
        for tip in timeline.tips {
            var from = now
            while from < moment {
                let timed = machine.timedStatus(of: tip.id, at: from)
                let end = min(
                    max(timed.nextChange ?? moment, from.advanced(byMicroseconds: Self.shortestStep)), moment)
                extend(tip.id, timed.status, from, end)
                from = end
            }
        }
        now = moment
        noteEnds(in: machine.passTime(to: now))
        noteStatuses()
    }

    private mutating func noteStatuses() {
        for tip in timeline.tips { extend(tip.id, machine.status(of: tip.id, at: now), now, now) }
    }

    private mutating func extend(_ tip: TipID, _ status: Tips.Status, _ from: RuleTime, _ to: RuleTime) {
        var stretches = timeline.stretches[tip] ?? []
        if let last = stretches.indices.last, stretches[last].status == status {
            stretches[last].to = to
        } else {
            stretches.append(TipTimeline.Stretch(from: from, to: to, status: status))
        }
        timeline.stretches[tip] = stretches
    }
}
