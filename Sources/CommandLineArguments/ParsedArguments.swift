/// The arguments of one command, checked against its declaration.
///
/// Options and positionals are looked up with the values that declared them.
public struct ParsedArguments: Sendable, Hashable {
    /// The words that called the command, the program's name left out: `["serve"]`.
    public let command: [String]

    let flags: Set<String>
    /// The options whose values were given, and come neither from the environment nor by default.
    let written: Set<String>
    /// The options whose values are those by default.
    let defaulted: Set<String>
    let values: [String: [String]]
    let positionals: [String: [String]]

    /// Tells whether a flag was given.
    public func has(_ flag: Option) -> Bool { flags.contains(flag.name) }

    /// Tells whether a value of an option was given, rather than found in the environment or by default.
    public func isWritten(_ option: Option) -> Bool { written.contains(option.name) }

    /// Tells whether the values of an option are those by default.
    public func isDefault(_ option: Option) -> Bool { defaulted.contains(option.name) }

    /// Returns the value of an option: as given, else from the environment, else the default.
    ///
    /// - Returns: The last one for an option that repeats; `nil` when there is none of the three.
    public subscript(option: Option) -> String? { values[option.name]?.last }

    /// Returns all values of an option that repeats, in the order given.
    public func all(_ option: Option) -> [String] { values[option.name] ?? [] }

    /// Returns the arguments without one value of an option that repeats.
    public func without(_ value: String, of option: Option) -> ParsedArguments {
        ParsedArguments(
            command: command, flags: flags, written: written, defaulted: defaulted,
            values: values.merging([option.name: all(option).filter { $0 != value }]) { _, new in new },
            positionals: positionals)
    }

    /// Returns the arguments that stand for a positional, in the order given.
    public func all(_ positional: Positional) -> [String] { positionals[positional.placeholder] ?? [] }

    /// Returns the argument that stands for a positional, the first one if there are more.
    public subscript(positional: Positional) -> String? { positionals[positional.placeholder]?.first }

    /// Returns the value of an option that the command cannot do without.
    ///
    /// - Throws: ``UsageError/optionMissing(_:environment:)``.
    public func text(_ option: Option) throws(UsageError) -> String {
        guard let value = self[option] else {
            throw .optionMissing(option.usage, environment: option.environmentVariable)
        }
        return value
    }

    /// Returns the argument of a positional that the command cannot do without.
    ///
    /// - Throws: ``UsageError/argumentMissing(_:command:)``.
    public func text(_ positional: Positional) throws(UsageError) -> String {
        guard let value = self[positional] else {
            throw .argumentMissing(positional.placeholder, command: command.joined(separator: " "))
        }
        return value
    }

    /// Returns the value of an option as a whole number.
    ///
    /// - Returns: `nil` when the option has no value.
    /// - Throws: ``UsageError/malformedValue(_:of:expected:)`` for anything but a number of the range.
    public func integer(_ option: Option, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let value = self[option] else { return nil }
        guard let number = Int(value), range.contains(number) else {
            throw .malformedValue(
                value, of: option.flag,
                expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
