import CommandLineArguments
import Cryptography
import Essentials
import Workplace

/// Shows the gateways of a running server, and issues, revokes and lists their keys in the database.
///
/// A running server follows a change of the database from its next request on.
enum GatewaysCommand {
    private static let keyLength = 32
    private static let gateway = Positional("GATEWAY", "The gateway, by its identifier in the campus file.")

    private static let add = Command(
        "add", "Issues a key to a gateway and prints it, this once.",
        discussion: [
            "For a receiver that does not run vicinity gateway, which is paired instead. The server stores only a digest "
                + "of the key. If you lose the key, revoke it and issue another. The receiver sends it as "
                + "Authorization: Bearer KEY to /api/v1/gateways/GATEWAY/reports."
        ],
        options: [SharedOptions.database], positionals: [gateway])
    private static let revoke = Command(
        "revoke", "Revokes the key of a gateway; its reports are refused at once.",
        options: [SharedOptions.database], positionals: [gateway])
    private static let list = Command(
        "list", "Lists the gateways of the campus, their keys, and when each was last heard.",
        discussion: [
            "It reads the database, on the server's machine and also while the server is stopped. vicinity gateways asks "
                + "the running server, which knows more."
        ],
        options: [SharedOptions.database])

    static let command = Command(
        "gateways", "Shows the gateways of a running server, or issues, revokes and lists their keys.",
        commands: [GatewayStatusCommand.command, add, revoke, list],
        defaultCommand: GatewayStatusCommand.command.name)

    static func run(_ arguments: ParsedArguments) async throws {
        guard arguments.command.last != GatewayStatusCommand.command.name else {
            return try await GatewayStatusCommand.run(arguments)
        }
        let installation = try await Installation.openExisting(
            try SharedOptions.databaseAddress(arguments))
        do {
            try await installation.services.imports.refresh()
            try await run(arguments, on: installation.services)
        } catch {
            await installation.close()
            throw failure(error)
        }
        await installation.close()
    }

    private static func run(_ arguments: ParsedArguments, on services: WorkplaceServices) async throws {
        switch arguments.command.last {
        case add.name:
            let key = Base64URL.encode(try SecureRandom.bytes(keyLength))
            try await services.gateways.issue(SHA256.digest(of: key.utf8), to: try identifier(arguments))
            Terminal.out(key)
        case revoke.name:
            let id = try identifier(arguments)
            try await services.gateways.revoke(id)
            Terminal.out("The key of \(id) is revoked.")
        case list.name: Terminal.out(try await table(of: services))
        default: preconditionFailure("there is no command \(arguments.command)")
        }
    }

    private static func identifier(_ arguments: ParsedArguments) throws -> GatewayID {
        let text = try arguments.text(gateway)
        guard let id = GatewayID(text) else {
            throw CommandFailure("\(text) is no identifier of a gateway.", exitCode: 2)
        }
        return id
    }

    private static func table(of services: WorkplaceServices) async throws -> String {
        let keys = try await services.gateways.keys()
        let gateways = try services.campuses.inForce().sites.flatMap(\.gateways)
        let retired = Set(keys.map(\.gateway)).subtracting(gateways.map(\.id))
        let known = gateways.map { ($0.id, $0.spot.rawValue) }
        let rows = (known + retired.sorted().map { ($0, "not on the campus") }).flatMap { id, spot in
            let own = keys.filter { $0.gateway == id }.map { [id.rawValue, spot] + cells(of: $0) }
            return own.isEmpty ? [[id.rawValue, spot, "no key"]] : own
        }
        return rows.isEmpty ? "The campus has no gateways." : Table(rows).text
    }

    private static func cells(of key: GatewayKey) -> [String] {
        let revoked = key.revokedAt.map { "revoked \($0)" } ?? "valid"
        return ["issued \(key.issuedAt)", revoked, key.heardAt.map { "heard \($0)" } ?? "never heard"]
    }

    private static func failure(_ error: any Error) -> any Error {
        switch error {
        case WorkplaceRefusal.unknownGateway(let id):
            CommandFailure(
                "The campus has no gateway \(id). vicinity gateways list names those that there are.")
        case GatewayRefusal.keyInUse(let id):
            CommandFailure(
                "The gateway \(id) has a valid key. Revoke it first: vicinity gateways revoke \(id).")
        case GatewayRefusal.noKey(let id): CommandFailure("The gateway \(id) has no valid key.")
        case WorkplaceRefusal.noCampus:
            CommandFailure("No campus has been imported into this database. Import one with vicinity import.")
        default: error
        }
    }
}
