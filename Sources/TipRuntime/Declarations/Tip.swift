public import TipCore

/// A tip: its words, and the conditions for showing it (T1 to T116 of the contract).
///
/// Only the title is required.
///
/// ```swift
/// struct CompassTip: Tip {
///     static let opened = Event(id: "mapOpened")
///     var title: Text { Text("Show your location") }
///     var rules: [Rule] { Rule(Self.opened) { $0.donations.count > 2 } }
///     var options: [any Option] { MaxDisplayCount(3) }
/// }
/// ```
public protocol Tip: Identifiable, Sendable where ID == String {
    /// The key of the stored state: by default the name of the type (T18, T21).
    var id: String { get }
    /// The title.
    var title: Text { get }
    /// The text below the title.
    var message: Text? { get }
    /// The picture.
    var image: Image? { get }
    /// The buttons.
    @Tips.ActionBuilder var actions: [Tips.Action] { get }
    /// The conditions; all must hold (T38).
    @Tips.RuleBuilder var rules: [Tips.Rule] { get }
    /// How often and how long the tip is shown.
    @Tips.OptionsBuilder var options: [any TipOption] { get }
}

extension Tip {
    /// A button (T105).
    public typealias Action = Tips.Action
    /// A condition.
    public typealias Rule = Tips.Rule
    /// An action that people repeat.
    public typealias Event = Tips.Event
    /// How often and how long a tip is shown.
    public typealias Option = TipOption
    /// Whether a tip may be shown.
    public typealias Status = Tips.Status
    /// Why a tip ended.
    public typealias InvalidationReason = Tips.InvalidationReason
    /// After how many displays a tip ends.
    public typealias MaxDisplayCount = Tips.MaxDisplayCount
    /// After how long a tip ends.
    public typealias MaxDisplayDuration = Tips.MaxDisplayDuration
    /// Whether the display frequency does not hold the tip back.
    public typealias IgnoresDisplayFrequency = Tips.IgnoresDisplayFrequency
}

extension Tip {
    /// The type's name.
    public var id: String { "\(Self.self)" }
    /// No text.
    public var message: Text? { nil }
    /// No picture.
    public var image: Image? { nil }
    /// No buttons.
    public var actions: [Tips.Action] { [] }
    /// No conditions (T39).
    public var rules: [Tips.Rule] { [] }
    /// No options.
    public var options: [any TipOption] { [] }
}

extension Tip {
    /// Whether the tip may be shown now (T26, T27).
    public var status: Tips.Status { TipStore.current.status(of: self) }

    /// Whether the tip may be shown now, as a truth value (T28).
    public var shouldDisplay: Bool { status == .available }

    /// The status now, and again whenever it changes (T34, TD12).
    ///
    /// Each read makes a separate stream, for one consumer.
    public var statusUpdates: AsyncStream<Tips.Status> { TipStore.current.statusUpdates(of: self) }

    /// ``statusUpdates`` as truth values (T37).
    public var shouldDisplayUpdates: AsyncMapSequence<AsyncStream<Tips.Status>, Bool> {
        statusUpdates.map { $0 == .available }
    }

    /// Ends the tip for good (T29, T30).
    public func invalidate(reason: Tips.InvalidationReason) {
        TipStore.current.invalidate(self, reason: reason)
    }

    /// Resets the eligibility of the tip, and returns when the reset is durable (T33).
    public func resetEligibility() async { await TipStore.current.resetEligibility(of: self) }

    /// The name of the tip's type, which overrides use (T93).
    var kind: String { (self as? AnyTip)?.wrappedKind ?? "\(Self.self)" }

    /// The qualified name of the type, which distinguishes types with the same name (TD18).
    var owner: String { (self as? AnyTip)?.wrappedOwner ?? String(reflecting: Self.self) }

    /// The tip's definition for the machine.
    public var definition: TipDefinition { definition(with: rules) }

    /// The definition with rules that exist already: functions of this process would get new names.
    func definition(with rules: [Tips.Rule]) -> TipDefinition {
        var definition = TipDefinition(
            id: TipID(id), kind: RuleText(kind), owner: RuleText(owner), rules: rules.map(\.expression))
        for option in options {
            switch option {
            case let option as Tips.MaxDisplayCount: definition.maximumDisplayCount = option.count
            case let option as Tips.MaxDisplayDuration:
                definition.maximumDisplayMicroseconds = option.microseconds
            case let option as Tips.IgnoresDisplayFrequency:
                definition.ignoresDisplayFrequency = option.isIgnored
            case let option as Tips.Formerly: definition.formerIDs += option.ids.map { TipID($0) }
            default: break
            }
        }
        return definition
    }
}

/// A tip of any type.
public struct AnyTip: Tip {
    private let tip: any Tip

    /// Wraps a tip; the stored state is that of the tip.
    public init(_ tip: any Tip) { self.tip = (tip as? AnyTip)?.tip ?? tip }

    /// The key of the stored state.
    public var id: String { tip.id }
    /// The title.
    public var title: Text { tip.title }
    /// The text below the title.
    public var message: Text? { tip.message }
    /// The picture.
    public var image: Image? { tip.image }
    /// The buttons.
    public var actions: [Tips.Action] { tip.actions }
    /// The conditions.
    public var rules: [Tips.Rule] { tip.rules }
    /// How often and how long the tip is shown.
    public var options: [any TipOption] { tip.options }
    /// The tip itself.
    public var base: any Tip { tip }

    var wrappedKind: String { "\(type(of: tip))" }
    var wrappedOwner: String { String(reflecting: type(of: tip)) }
}
