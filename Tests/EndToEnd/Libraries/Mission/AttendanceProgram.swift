// The article's two applications, each piece at its place, on two devices that share the air.
import Foundation
import LocationCompatibility

final class ReceptionDelegate {
    // piece 0
}

// piece 1

final class ViewController: UIViewController {
    // piece 2
}

// piece 3

// piece 4

final class PhoneDelegate {
    // piece 5
}

@main struct Program {
    static func main() async throws {
        let air = SimulatedAir()
        let tablet = await Scene.tablet(in: air)
        _ = await Surroundings.using(tablet) {
            ReceptionDelegate().application(
                UIApplication.sharedApplication(), didFinishLaunchingWithOptions: nil)
        }
        await tablet.settle()
        let phone = await Scene.phone()
        await Surroundings.using(phone) {
            let regions = CLLocationManager().monitoredRegions
            print("regions of before: \(regions.map(\.identifier))")
            _ = PhoneDelegate().application(
                UIApplication.sharedApplication(), didFinishLaunchingWithOptions: nil)
            await Scene.allow(in: phone)
            await phone.play(Scene.visit(by: phone), in: air)
        }
        ViewController().viewDidAppear(animated: true)
        await phone.close()
    }
}
