import Essentials
import JSON

/// The declarations of one kind in a campus file, such as its cafés, with their places.
///
/// It finds repeated declarations and references without a declaration. When a declaration could not be read, a reference
/// without one is accepted, because its cause is reported already.
struct Declarations {
    private var places: [String: JSONPath] = [:]
    private var isComplete = true

    /// Declarations that could not be read.
    static var unreadable: Declarations {
        var declarations = Declarations()
        declarations.noteUnreadable()
        return declarations
    }

    /// Records that further declarations could not be read.
    mutating func noteUnreadable() { isComplete = false }

    /// Reads an identifier that must not have been declared before.
    mutating func declare<Owner>(_ reader: JSONReader) -> Identifier<Owner>? {
        declare(reader.identifier(), at: reader)
    }

    /// Reads a major or minor number that must not have been declared before.
    mutating func declareBeaconNumber(_ reader: JSONReader) -> UInt16? {
        declare(reader.integer(in: 0...65_535).map { UInt16($0) }, at: reader)
    }

    /// Declares an identifier, or reports that it is declared already.
    ///
    /// - Parameters:
    ///   - value: What is declared; `nil` when it could not be read.
    ///   - reader: Where it is declared.
    /// - Returns: The value when it is new.
    mutating func declare<Value: CustomStringConvertible>(_ value: Value?, at reader: JSONReader) -> Value? {
        // What repeats another is likely to be written for one that is missing now.
        guard let value, isNew(value, at: reader) else {
            noteUnreadable()
            return nil
        }
        places[value.description] = reader.path
        return value
    }

    /// Whether an identifier is not declared yet; reports a repeated declaration.
    func isNew(_ value: some CustomStringConvertible, at reader: JSONReader) -> Bool {
        guard let first = places[value.description] else { return true }
        reader.note(.duplicate, "repeats \(first)")
        return false
    }

    /// Reads an identifier that must have been declared.
    ///
    /// - Parameters:
    ///   - reader: The place of the reference.
    ///   - thing: What it refers to, such as "a station of this café".
    /// - Returns: The identifier when it is declared.
    func resolve<Owner>(_ reader: JSONReader, _ thing: String) -> Identifier<Owner>? {
        guard let identifier: Identifier<Owner> = reader.identifier() else { return nil }
        return resolve(identifier, at: reader, thing)
    }

    /// Checks an identifier that must have been declared, such as the name of a member.
    ///
    /// - Parameters:
    ///   - identifier: The reference.
    ///   - reader: The place of the reference.
    ///   - thing: What it refers to, such as "a station of this café".
    /// - Returns: The identifier when it is declared.
    func resolve<Owner>(
        _ identifier: Identifier<Owner>, at reader: JSONReader, _ thing: String
    ) -> Identifier<Owner>? {
        if places[identifier.rawValue] != nil { return identifier }
        if isComplete {
            let suggestion = Spelling.suggestion(for: identifier.rawValue, among: places.keys)
            reader.note(.unknownReference, "does not name \(thing)\(suggestion)")
        }
        return nil
    }
}
