import TipCore
import TipRules

/// The part of the server's catalogue that a page gets and passes to the machine.
///
/// It consists of numbers, texts and bytes in sequence, as `RuleBytes` writes them.
struct PageCatalogue {
    struct Parameter {
        let name: RuleText
        let definition: ParameterDefinition
    }

    struct Event {
        let name: RuleText
        let definition: EventDefinition
    }

    let frequency: Tips.DisplayFrequency
    private(set) var parameters: [Parameter] = []
    private(set) var events: [Event] = []
    private(set) var tips: [TipDefinition] = []

    /// Reads a catalogue, strictly: a catalogue with a mistake is refused as a whole.
    init(_ bytes: [UInt8]) throws(RuleError) {
        var reading = try RuleReading(bytes)
        let code = try reading.byte()
        switch code {
        case 0: frequency = .immediate
        case 1: frequency = .hourly
        case 2: frequency = .daily
        case 3: frequency = .weekly
        case 4: frequency = .monthly
        default: throw .unknownCode(code)
        }
        for _ in 0..<(try reading.count()) { parameters.append(try reading.parameter()) }
        for _ in 0..<(try reading.count()) { events.append(try reading.event()) }
        for _ in 0..<(try reading.count()) { tips.append(try reading.tip()) }
        try reading.finish()
    }
}

extension RuleReading {
    fileprivate mutating func parameter() throws(RuleError) -> PageCatalogue.Parameter {
        let name = try text()
        let isTransient = try byte() != 0
        let initial = try RuleValue(bytes: try text().utf8)
        return PageCatalogue.Parameter(
            name: name,
            definition: ParameterDefinition(
                initial: initial, isTransient: isTransient, formerNames: try texts()))
    }

    fileprivate mutating func event() throws(RuleError) -> PageCatalogue.Event {
        let name = try text()
        let staysOnDevice = try byte() != 0
        let count = Int(clamping: try number())
        let age = try optionalNumber()
        return PageCatalogue.Event(
            name: name,
            definition: EventDefinition(
                maximumCount: count, maximumAge: age.map { RuleWindow(microseconds: $0) },
                formerNames: try texts(), staysOnDevice: staysOnDevice))
    }

    fileprivate mutating func tip() throws(RuleError) -> TipDefinition {
        let id = try text()
        let ignoresDisplayFrequency = try byte() != 0
        let count = try optionalNumber()
        let microseconds = try optionalNumber()
        var rules: [RuleExpression] = []
        for rule in try texts() { rules.append(try RuleExpression(bytes: rule.utf8)) }
        let formerIDs = try texts().map { TipID(name: $0) }
        return TipDefinition(
            id: TipID(name: id), rules: rules, maximumDisplayCount: count.map { Int(clamping: $0) },
            maximumDisplayMicroseconds: microseconds, ignoresDisplayFrequency: ignoresDisplayFrequency,
            formerIDs: formerIDs, endingEvents: try texts())
    }

    fileprivate mutating func texts() throws(RuleError) -> [RuleText] {
        var texts: [RuleText] = []
        for _ in 0..<(try count()) { texts.append(try text()) }
        return texts
    }

    /// Zero means no number; every number is written plus one.
    private mutating func optionalNumber() throws(RuleError) -> Int64? {
        let number = try number()
        return number == 0 ? nil : Int64(clamping: number - 1)
    }
}
