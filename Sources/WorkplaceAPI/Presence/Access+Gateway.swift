import Cryptography
import Essentials
import HTTPCore
import Workplace

extension Access<Gateway> {
    /// The gateway in the path, by its own key.
    static var gateway: Self {
        Access(rule: .gateway) { request, services in
            let id: GatewayID = try request.identifier(
                "gateway", orThrow: Problem(.unknownGateway, detail: "There is no gateway of that name."))
            do {
                guard let key = request.http.bearerToken else { throw GatewayRefusal.keyMissing }
                return try await services.gateways.admit(SHA256.digest(of: key.utf8), as: id)
            } catch let refusal as GatewayRefusal {
                try services.intake.countWrongKey(from: request.http.clientAddress, at: services.now())
                throw refusal
            }
        }
    }
}
