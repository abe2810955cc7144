import CommandLineArguments
import WorkplaceAPI

extension ServeCommand {
    /// The settings in force with their origins, for the page of administrators.
    ///
    /// - Parameters:
    ///   - given: What the command line, the environment and the defaults say.
    ///   - file: The file of settings, which comes before the defaults; `nil` without one.
    /// - Returns: Each option, in the order of the help.
    static func described(
        _ given: ParsedArguments, _ file: (path: String, file: SettingsFile)?
    ) -> [ServerSetting] {
        let completed = file.map { given.completed(by: $0.file) } ?? given
        return settings.map { option in
            guard option.placeholder != nil else {
                let origin: ServerSetting.Origin =
                    given.has(option)
                    ? .commandLine : completed.has(option) ? .file(file?.path ?? "") : .unset
                return ServerSetting(
                    name: option.name, summary: option.summary, values: completed.has(option) ? ["yes"] : [],
                    origin: origin)
            }
            return ServerSetting(
                name: option.name, summary: option.summary, values: completed.all(option),
                origin: origin(of: option, given, completed, file))
        }
    }

    private static func origin(
        of option: Option, _ given: ParsedArguments, _ completed: ParsedArguments,
        _ file: (path: String, file: SettingsFile)?
    ) -> ServerSetting.Origin {
        guard let value = completed.all(option).first else { return .unset }
        if given.isWritten(option) { return .commandLine }
        if completed.isDefault(option) { return .standard }
        let isOfFile = given.all(option).isEmpty || given.isDefault(option)
        if isOfFile, let file {
            return .file(file.file.line(of: option, value: value).map { "\(file.path):\($0)" } ?? file.path)
        }
        return option.environmentVariable.map { .environment($0) } ?? .commandLine
    }
}
