/// Settings from launch arguments and the environment, with the same effects as the calls (T17, T93).
///
/// Arguments are those of TipKit: `-com.apple.TipKit.ShowTips CompassTip,RotateTip`. Variables of the environment have the
/// same meanings, for programs that are not started by hand: `TIPS_SHOW_TIPS`.
public struct LaunchSettings: Hashable, Sendable {
    /// Whether the stored state is erased first.
    public var resetsDatastore = false
    /// Whether all tips are shown.
    public var showsAll = false
    /// Whether all tips are hidden.
    public var hidesAll = false
    /// The names of types whose tips are shown.
    public var shown: Set<String> = []
    /// The names of types whose tips are hidden.
    public var hidden: Set<String> = []

    /// Makes empty settings.
    public init() {}

    /// Reads arguments and variables; arguments win.
    ///
    /// An empty variable is ignored.
    ///
    /// - Throws: ``TipKitError/invalidLaunchArgument(_:)`` for a switch that is neither on nor off, or a list without names, with the
    ///   name of the argument or variable.
    public init(arguments: [String], environment: [String: String] = [:]) throws(TipKitError) {
        resetsDatastore = try Self.isOn("ResetDatastore", "TIPS_RESET_DATASTORE", arguments, environment)
        showsAll = try Self.isOn("ShowAllTips", "TIPS_SHOW_ALL_TIPS", arguments, environment)
        hidesAll = try Self.isOn("HideAllTips", "TIPS_HIDE_ALL_TIPS", arguments, environment)
        shown = try Self.names("ShowTips", "TIPS_SHOW_TIPS", arguments, environment)
        hidden = try Self.names("HideTips", "TIPS_HIDE_TIPS", arguments, environment)
    }

    private static func isOn(
        _ argument: String, _ variable: String, _ arguments: [String], _ environment: [String: String]
    ) throws(TipKitError) -> Bool {
        guard let (name, value) = try value(argument, variable, arguments, environment) else { return false }
        switch value.lowercased() {
        case "0", "no", "false": return false
        case "1", "yes", "true": return true
        default: throw .invalidLaunchArgument(name)
        }
    }

    private static func names(
        _ argument: String, _ variable: String, _ arguments: [String], _ environment: [String: String]
    ) throws(TipKitError) -> Set<String> {
        guard let (name, list) = try value(argument, variable, arguments, environment) else { return [] }
        let names = list.split(separator: ",").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
        guard !names.isEmpty else { throw .invalidLaunchArgument(name) }
        return Set(names)
    }

    private static func value(
        _ argument: String, _ variable: String, _ arguments: [String], _ environment: [String: String]
    ) throws(TipKitError) -> (name: String, value: String)? {
        let prefix = "-com.apple.TipKit."
        guard let place = arguments.lastIndex(of: prefix + argument) else {
            return environment[variable].flatMap { $0.isEmpty ? nil : (variable, $0) }
        }
        guard arguments.indices.contains(place + 1), !arguments[place + 1].hasPrefix(prefix) else {
            throw .invalidLaunchArgument(argument)
        }
        return (argument, arguments[place + 1])
    }
}
