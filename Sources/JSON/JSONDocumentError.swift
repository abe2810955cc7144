/// Why a file that a person wrote in JSON was refused: it is no JSON, or it has mistakes.
public enum JSONDocumentError: Error, Hashable, Sendable {
    /// The first place where the file is not JSON; what follows it was not looked at.
    case syntax(JSONSyntaxError)
    /// Every mistake, in the order of the file.
    case mistakes(JSONMistakes)

    /// One line for each mistake: the file, the place, and why.
    ///
    /// Names in the file are quoted as they are, but for characters that a screen obeys, which are escaped.
    ///
    /// - Parameter file: What to call the file.
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
