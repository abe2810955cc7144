/// Why a JSON file that a person wrote was refused: it is not JSON, or it has mistakes.
public enum JSONDocumentError: Error, Hashable, Sendable {
    /// The first place where the file is not JSON; the rest of the file was not checked.
    case syntax(JSONSyntaxError)
    /// Every mistake, in the order of the file.
    case mistakes(JSONMistakes)

    /// One line for each mistake: the file, the place, and the reason.
    ///
    /// Names from the file are quoted unchanged, except that characters that control the display are escaped.
    ///
    /// - Parameter file: The name of the file in the lines.
    /// - Returns: The lines; never empty.
    public func lines(file: String) -> [String] {
        switch self {
        case .syntax(let error): ["\(file): line \(error.line), column \(error.column): \(error.reason)"]
        case .mistakes(let mistakes):
            mistakes.list.map { "\(file): \($0.path): \($0.reason)" }
        }
    }

    /// Reads a document as a whole.
    public static func read<Result>(
        _ bytes: [UInt8], _ make: (JSONReader) -> Result?
    ) throws(JSONDocumentError) -> Result {
        let value: JSONValue
        do throws(JSONSyntaxError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            throw .syntax(error)
        }
        do throws(JSONMistakes) {
            return try value.read(make)
        } catch {
            throw .mistakes(error)
        }
    }
}
