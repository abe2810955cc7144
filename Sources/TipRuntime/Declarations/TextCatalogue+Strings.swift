public import FoundationEssentials

// Texts of a bundle: a folder for each language, with a file for each table (TD22).
extension TextCatalogue {
    /// The table of texts that name no table.
    private static let usualTable = "Localizable"

    /// Reads the texts of a bundle: the `.strings` files of each `de.lproj`; `Localizable.strings` is the
    /// default table.
    ///
    /// - Parameters:
    ///   - bundle: The folder with the folders of the languages, such as `Bundle.module.bundleURL`.
    ///   - fallbacks: The languages to use when the reader's languages have no text, the best first.
    /// - Throws: ``StringsFileError`` for the first file that is not a table of texts; then no texts are
    ///   added.
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
    /// - Throws: ``StringsFileError``; then no texts are added.
    public mutating func add(
        strings bytes: [UInt8], language: String, table: String? = nil
    ) throws(StringsFileError) {
        add(try StringsFile(bytes).texts, language: language, table: table)
    }

    /// The sorted names of the files in a folder with an extension, without the extension.
    private static func names(in folder: String, ending: String) throws(StringsFileError) -> [String] {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw StringsFileError(file: folder, line: 1, reason: .unreadable)
        }
        return names.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    }
}
