import JSON

/// The file that describes a campus: everything that an installation has to know before its first order.
///
/// It is one JSON text that people write. Its fields are described in `docs/campus-file.md`.
public enum CampusFile: Sendable {
    /// The largest file that is read, in bytes.
    public static let maximumByteCount = 8 << 20
    /// How many items the menu of one café may have.
    public static let maximumItemCount = 2_000
    /// The most kilocalories that an item or a choice may state.
    static let mostKilocalories = 20_000

    /// Reads a campus file and checks it as a whole.
    ///
    /// - Parameters:
    ///   - bytes: The file's text in UTF-8.
    ///   - name: What to call the file in messages.
    /// - Returns: The campus; a file with a mistake gives none.
    /// - Throws: ``CampusFileError`` with the first place that is not JSON, or with every other mistake.
    /// - Complexity: O(*n* log *n*) in the number of bytes.
    public static func read(_ bytes: [UInt8], name: String) throws(CampusFileError) -> Campus {
        try read(bytes, name: name, textRule: .plainLine)
    }

    /// Reads an imported campus file, also one whose texts a present import would refuse.
    ///
    /// - Returns: The campus.
    /// - Throws: ``CampusFileError``.
    /// - Complexity: O(*n* log *n*) in the number of bytes.
    static func read(_ revision: CampusRevision) throws(CampusFileError) -> Campus {
        try read(revision.document, name: "campus revision \(revision.number)", textRule: .visible)
    }

    /// Reads a campus file whose texts follow a rule.
    ///
    /// - Returns: The campus.
    /// - Throws: ``CampusFileError``.
    /// - Complexity: O(*n* log *n*) in the number of bytes.
    static func read(
        _ bytes: [UInt8], name: String, textRule: TextRule
    ) throws(CampusFileError) -> Campus {
        guard bytes.count <= maximumByteCount else {
            throw CampusFileError(file: name, cause: .mistakes([tooLarge]))
        }
        let text: JSONValue
        do throws(JSONSyntaxError) {
            text = try JSONValue(parsing: bytes)
        } catch {
            throw CampusFileError(file: name, cause: .syntax(error))
        }
        do throws(JSONMistakes) {
            return try text.read { reader in
                var decoder = CampusDecoder(textRule: textRule)
                return decoder.campus(reader)
            }
        } catch {
            throw CampusFileError(file: name, cause: .mistakes(error.list))
        }
    }

    private static var tooLarge: JSONMistake {
        JSONMistake(path: JSONPath([]), code: .limit, reason: "has more than \(maximumByteCount >> 20) MiB")
    }
}
