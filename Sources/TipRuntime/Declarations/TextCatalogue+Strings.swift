public import FoundationEssentials

// Texts of a bundle: a folder for each language, with a file for each table (TD22).
extension TextCatalogue {
    /// The table that texts name by naming none.
    private static let usualTable = "Localizable"

    /// Reads the texts of a bundle: the `.strings` files of each `de.lproj`; `Localizable.strings` is the usual table.
    ///
    /// - Parameters:
    ///   - bundle: The folder with the folders of the languages, such as `Bundle.module.bundleURL`.
    ///   - fallbacks: The languages that stand in for those of the reader, the best first.
    /// - Throws: ``StringsFileError`` for the first file that is no table of texts, and then nothing is taken.
    /// - Complexity: O(*n*) in the number of bytes.
    public init(bundle: URL, fallbacks: [String] = []) throws(StringsFileError) {
        self.init(fallbacks: fallbacks)
        for folder in try Self.names(in: bundle.path, ending: ".lproj") {
            let path = "\(bundle.path)/\(folder).lproj"
            for table in try Self.names(in: path, ending: ".strings") {
                let file = "\(path)/\(table).strings"
                guard let data = FileManager.default.contents(atPath: file) else {
                    throw StringsFileError(file: file, line: 1, reason: .unreadable)
                }
                do throws(StringsFileError) {
                    try add(
                        strings: Array(data), language: folder, table: table == Self.usualTable ? nil : table)
                } catch {
                    throw StringsFileError(file: file, line: error.line, reason: error.reason)
                }
            }
        }
    }

    /// Adds the texts of a `.strings` file.
    ///
    /// - Parameters:
    ///   - bytes: The file, in UTF-8, or in UTF-16 with a byte order mark.
    ///   - language: The language's tag, such as `pt-BR`.
    ///   - table: The table, `nil` for the usual one.
    /// - Throws: ``StringsFileError``, and then nothing is taken.
    public mutating func add(
        strings bytes: [UInt8], language: String, table: String? = nil
    ) throws(StringsFileError) {
        add(try StringsFile(bytes).texts, language: language, table: table)
    }

    /// What is in a folder with an ending, without the ending, in order.
    private static func names(in folder: String, ending: String) throws(StringsFileError) -> [String] {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw StringsFileError(file: folder, line: 1, reason: .unreadable)
        }
        return names.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    }
}
