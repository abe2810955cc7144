/// The values that a path gave to the parameters of its pattern.
public struct PathParameters: Sendable, Equatable {
    private let names: [String]
    private let values: [String]

    /// Creates parameters; both lists are of the same length.
    public init(names: [String] = [], values: [String] = []) {
        precondition(names.count == values.count, "\(names.count) names for \(values.count) values")
        self.names = names
        self.values = values
    }

    /// The decoded value of a parameter, never empty.
    ///
    /// The name must be in the route's pattern; any other name is a programmer error.
    public subscript(name: String) -> String {
        guard let value = value(of: name) else {
            preconditionFailure("The pattern has no parameter \(name), only \(names)")
        }
        return value
    }

    /// The decoded value of a parameter; `nil` when the pattern has none of that name.
    public func value(of name: String) -> String? {
        names.firstIndex(of: name).map { values[$0] }
    }
}
