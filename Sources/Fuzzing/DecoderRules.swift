import JSON
import Workplace

/// What holds for any bytes that a decoder is given; fuzzers look for bytes for which it does not.
public enum DecoderRules: Sendable {
    /// A JSON text is refused with a place inside it, or gives a value that survives being written and read.
    public static func checkJSON(_ bytes: [UInt8]) throws(BrokenRule) {
        do {
            let value = try JSONValue(parsing: bytes)
            let again = try JSONValue(parsing: value.bytes)
            try BrokenRule.unless(again == value, "The value changed when it was written and read.")
        } catch let error as JSONSyntaxError {
            let isInside = (0...bytes.count).contains(error.offset) && error.line >= 1 && error.column >= 1
            try BrokenRule.unless(isInside, "The place of the mistake is not in the text.")
            try BrokenRule.unless(
                error.description.obeyedScalar == nil, "A reason has a character that a screen obeys.")
        } catch {
            throw BrokenRule("\(error)")
        }
    }

    /// A campus file is a campus, or is refused for reasons that can be told.
    public static func checkCampusFile(_ bytes: [UInt8]) throws(BrokenRule) {
        do {
            _ = try CampusFile.read(bytes, name: "input")
        } catch {
            try BrokenRule.unless(
                !error.lines.isEmpty && !error.lines.contains(""), "A file was refused without a reason.")
            try BrokenRule.unless(
                error.lines.allSatisfy { $0.obeyedScalar == nil },
                "A reason has a character that a screen obeys.")
        }
    }
}
