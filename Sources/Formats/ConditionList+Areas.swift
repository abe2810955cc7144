extension ConditionList {
    /// Makes a list of areas, with the default policy.
    ///
    /// - Parameter areas: The areas; their identifiers must differ.
    public init(_ areas: [NamedArea]) {
        entries = areas.map { Entry(identifier: $0.identifier, condition: $0.condition) }
    }
}
