/// A step that brings the schema from one version to the next.
public struct Migration: Sendable {
    /// The version that the database has afterwards, at least one.
    public let version: Int
    /// The purpose of the step in a few words.
    public let name: String
    /// The statements; they must not begin or end transactions.
    public let script: String

    /// Describes a step.
    public init(version: Int, name: String, script: String) {
        self.version = version
        self.name = name
        self.script = script
    }
}
