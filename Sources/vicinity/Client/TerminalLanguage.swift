import Essentials
import Foundation

/// How the terminal's person reads: from `LC_ALL`, `LC_MONETARY` or `LANG`, such as `es_UY.UTF-8`.
enum TerminalLanguage {
    static let tag: LanguageTag = {
        let environment = ProcessInfo.processInfo.environment
        let names = ["LC_ALL", "LC_MONETARY", "LANG"].compactMap { environment[$0] }.filter { !$0.isEmpty }
        let name = names.first?.split(whereSeparator: { ".@".contains($0) }).first.map(String.init) ?? ""
        return LanguageTag(name.replacingOccurrences(of: "_", with: "-")) ?? fallback
    }()

    /// `C` and `POSIX` name no language.
    private static let fallback: LanguageTag = {
        guard let english = LanguageTag("en-US") else { preconditionFailure("en-US is a language tag") }
        return english
    }()

    /// An amount the way the person writes it.
    static func text(_ money: Money) -> String { MoneyFormat(for: tag).text(money) }
}
