import CommandLineArguments
import Foundation
import WorkplaceAPI

// Finds all mistakes of the settings of a server, so that an operator corrects them together.
extension ServeCommand {
    /// What is wrong with one setting, or with some that do not fit together.
    struct SettingMistake: Equatable {
        /// The line in the file of settings from which it comes; `nil` for the command line and the environment.
        let line: Int?
        let reason: String
        let exitCode: Int32
    }

    /// A part of the settings that is checked by itself.
    private struct SettingCheck {
        /// The options that it is about; a mistake comes from the line of the first that the file gives.
        let options: [Option]
        let run: (ParsedArguments) throws -> Void

        init(_ options: [Option], _ run: @escaping (ParsedArguments) throws -> Void) {
            self.options = options
            self.run = run
        }
    }

    /// The checks; each throws the first mistake that it finds.
    private static var checks: [SettingCheck] {
        [
            SettingCheck([log]) { _ = try LogForm(try $0.text(log)) },
            SettingCheck([listen]) { _ = try ListenAddress(try $0.text(listen)) },
            SettingCheck([SharedOptions.database]) { _ = try SharedOptions.databaseAddress($0) },
            SettingCheck([certificate, key]) { _ = try certificateFiles($0) },
            SettingCheck([trustedProxy]) { _ = try proxies($0) },
            SettingCheck([publicURL]) { _ = try $0[publicURL].map { try PublicURL($0) } },
            SettingCheck([nodeURL]) { _ = try $0[nodeURL].map { try PublicURL($0, of: "--node-url") } },
            SettingCheck([metrics]) { _ = try $0[metrics].map { try ListenAddress($0, of: "--metrics") } },
            SettingCheck([drain]) { _ = try drainTime($0) },
            SettingCheck([identityDays]) { _ = try identityRetention($0) },
            SettingCheck([campus]) { _ = try $0[campus].map { try NamedFile($0) } },
            SettingCheck(TracingOptions.all) {
                _ = try TracingOptions($0, environment: ProcessInfo.processInfo.environment)
            },
            SettingCheck([ProviderOptions.role]) { _ = try ProviderOptions.grants($0) },
            secret(ProviderOptions.secret, "client secret"),
            secret(PaymentOptions.secretKey, "secret key"),
            secret(PaymentOptions.webhookSecret, "webhook secret"),
            secret(MailOptions.password, "password"), secret(MailOptions.bouncePassword, "password"),
            SettingCheck([PaymentOptions.url]) { _ = try PaymentOptions.origin(of: PaymentOptions.url, $0) },
            SettingCheck([PaymentOptions.script]) {
                _ = try PaymentOptions.origin(of: PaymentOptions.script, $0)
            },
            SettingCheck(ProviderOptions.all) {
                // A public URL that cannot be read is a mistake of its own.
                guard let url = try? $0[publicURL].map({ try PublicURL($0) }) else { return }
                _ = try ProviderOptions.provider($0, publicURL: url, isDemo: $0.has(demo))
            },
            SettingCheck(PaymentOptions.all) { _ = try PaymentOptions.provider($0, tracer: nil) },
            SettingCheck(NoticeOptions.all) { try NoticeOptions.check($0) },
            SettingCheck(MailOptions.all) {
                _ = try MailOptions($0, allowedHosts: NoticeOptions.hosts($0))
            },
        ]
    }

    private static func secret(_ option: Option, _ name: String) -> SettingCheck {
        SettingCheck([option]) { _ = try $0[option].map { try SecretFile($0, of: name) } }
    }

    /// Checks all settings.
    ///
    /// - Parameters:
    ///   - given: What the command line, the environment and the defaults say.
    ///   - file: The lines of the file that can be read; `nil` without a file.
    ///   - lines: The mistakes of its other lines.
    ///   - others: Options whose checks are left out.
    /// - Returns: All mistakes: those of the command line first, then those of the file in the order of its lines.
    static func mistakes(
        in given: ParsedArguments, _ file: SettingsFile?, lines: [SettingsFileError.Mistake] = [],
        without others: [Option] = []
    ) -> [SettingMistake] {
        func isLeftOut(_ option: Option) -> Bool { others.contains { $0.name == option.name } }
        let arguments = file.map { given.completed(by: $0) } ?? given
        var found = lines.map {
            SettingMistake(line: $0.line, reason: $0.reason, exitCode: UsageError.exitCode)
        }
        func look(_ check: SettingCheck) {
            for error in errors(of: check, arguments) {
                let reason = "\(error)"
                // Two checks with the same options may find the same mistake.
                guard !found.contains(where: { $0.reason == reason }) else { continue }
                found.append(
                    SettingMistake(
                        line: file.flatMap { line(of: error, from: check.options, given, $0) },
                        reason: reason,
                        exitCode: (error as? CommandFailure)?.exitCode ?? UsageError.exitCode))
            }
        }
        checks.filter { !$0.options.contains(where: isLeftOut) }.forEach(look)
        // Reading the pages takes longer than all the others, and the start reads them anyway.
        if !found.isEmpty, !isLeftOut(web) {
            look(SettingCheck([web]) { _ = try WebFiles(readingFolder: try $0.text(web)) })
        }
        return found.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    }

    /// What a check throws, once for each value of an option that repeats.
    private static func errors(of check: SettingCheck, _ arguments: ParsedArguments) -> [any Error] {
        var (errors, rest): ([any Error], ParsedArguments) = ([], arguments)
        while true {
            do {
                try check.run(rest)
                return errors
            } catch {
                errors.append(error)
                guard case UsageError.malformedValue(let value, let flag, _) = error,
                    let option = check.options.first(where: { $0.repeats && "--\($0.name)" == flag }),
                    rest.all(option).contains(value)
                else { return errors }
                rest = rest.without(value, of: option)
            }
        }
    }

    /// The line of the file from which an error comes; `nil` if it comes from elsewhere.
    private static func line(
        of error: any Error, from options: [Option], _ given: ParsedArguments, _ file: SettingsFile
    ) -> Int? {
        if case UsageError.malformedValue(let value, let flag, _) = error {
            return options.first { "--\($0.name)" == flag }.flatMap { file.line(of: $0, value: value) }
        }
        let ofFile = options.filter { given[$0] == nil || given.isDefault($0) }
        // A sentence that names an option names the one to change.
        let named = ofFile.filter { "\(error)".contains("--\($0.name) ") }
        return (named + ofFile).lazy.compactMap { file.line(of: $0) }.first
    }

    /// Ends the start if there is any mistake, with a line for each.
    ///
    /// - Throws: `CommandFailure`.
    static func refuse(_ mistakes: [SettingMistake], path: String?) throws {
        guard let worst = mistakes.map(\.exitCode).max() else { return }
        let lines = mistakes.map { mistake in
            guard let path, let line = mistake.line else { return mistake.reason }
            return "\(path):\(line): \(mistake.reason)"
        }
        throw CommandFailure(lines.joined(separator: "\n"), exitCode: worst)
    }
}
