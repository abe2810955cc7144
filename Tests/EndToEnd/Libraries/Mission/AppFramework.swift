// Stand-ins for what the article uses of UIKit and SafariServices, as they were spelled then.
import Foundation

final class UIApplication {
    static func sharedApplication() -> UIApplication { UIApplication() }
    func registerUserNotificationSettings(_ settings: UIUserNotificationSettings) {}
    func cancelAllLocalNotifications() {}
    func presentLocalNotificationNow(_ notification: UILocalNotification) {
        print("notice: \(notification.alertBody ?? "-")")
    }
}

struct UIUserNotificationSettings {
    enum Kind { case Alert, Sound }
    init(forTypes types: [Kind], categories: Set<String>?) {}
}

final class UILocalNotification {
    var alertBody: String?
    var soundName: String?
}

let UILocalNotificationDefaultSoundName = "default"

class UIViewController {
    func viewDidAppear(_ animated: Bool) {}
    func viewDidAppear(animated: Bool) {}
    func presentViewController(
        _ controller: SFSafariViewController, animated: Bool, completion: (() -> Void)?
    ) {
        print("page: \(controller.page)")
    }
}

struct SFSafariViewController {
    let page: URL
    init(URL page: URL) { self.page = page }
}
