extension ConditionList {
    /// Makes a list of areas, with the ordinary policy.
    ///
    /// - Parameter areas: The areas; their identifiers differ.
    public init(_ areas: [NamedArea]) {
        entries = areas.map { Entry(identifier: $0.identifier, condition: $0.condition) }
    }
}
