import Conditions
import Foundation
import Geodesy
import HTTPCore
import HTTPServer

/// Takes batches of positions over HTTP and answers when what they changed is durable: `FenceServer PORT JOURNAL
/// CIRCLES DEVICES`.
///
/// It is made for measuring `DurableFences`, which the example program `FenceEvents` uses without HTTP.
@main
struct FenceServer {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 4, let port = UInt16(arguments[1]), let circles = Int(arguments[3]),
            let devices = Int(arguments[4])
        else {
            FileHandle.standardError.write(Data("usage: FenceServer PORT JOURNAL CIRCLES DEVICES\n".utf8))
            exit(2)
        }
        let fences = try DeviceParts(
            circles: City.circles(circles), devices: devices, parts: 2, journal: arguments[2])
        var configuration = WebServer.Configuration(port: port)
        configuration.limits.bodyBytes = 16 * 1024 * 1024
        let server = WebServer(configuration: configuration, router: router(fences)) { print($0) }
        _ = try server.start()
        // Ended by the signal that ends the process.
        try await Task.sleep(for: .seconds(86_400))
    }

    private static func router(_ fences: DeviceParts) -> Router {
        var router = Router()
        router.add(.get, "/readyz", .immediate { _, _ in .json(Array("{}".utf8)) })
        router.add(
            .post, "/positions",
            .immediate { request, _ in
                guard let batch = try? PositionBatch(request.body, devices: fences.deviceCount) else {
                    return HTTPResponse(.badRequest)
                }
                return .json(Array(#"{"events":\#(try fences.take(batch))}"#.utf8))
            })
        return router
    }
}
