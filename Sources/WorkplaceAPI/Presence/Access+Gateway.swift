import Cryptography
import Essentials
import HTTPCore
import Workplace

extension Access<Gateway> {
    /// The gateway in the path, by its own key.
    static var gateway: Self {
        Access(rule: .gateway) { request, services in
            guard let key = request.http.bearerToken else { throw GatewayRefusal.keyMissing }
            let id: GatewayID = try request.identifier(
                "gateway", orThrow: Problem(.unknownGateway, detail: "There is no gateway of that name."))
            return try await services.gateways.admit(SHA256.digest(of: key.utf8), as: id)
        }
    }
}
