/// A step that brings the schema from one version to the next.
public struct Migration: Sendable {
    /// The version that the database has afterwards, at least one.
    public let version: Int
    /// What the step is for, in a few words.
    public let name: String
    /// The statements, without transactions of their own.
    public let script: String

    /// Describes a step.
    public init(version: Int, name: String, script: String) {
        self.version = version
        self.name = name
        self.script = script
    }
}
