import QRCode
import WorkplaceClient

extension DeviceAuthorization {
    /// Shows the code and where it is approved.
    func show() {
        Terminal.out("Open \(address) in a browser and enter this code:")
        Terminal.out("")
        Terminal.out("    \(userCode)")
        Terminal.out("")
        Terminal.out("Or open \(completeAddress)")
        showQRCode()
    }

    /// Shows the address for a phone's camera, where a person looks at a terminal that is wide enough.
    private func showQRCode() {
        guard Screen.isTerminal, let code = QRCode(completeAddress),
            Screen.width >= code.size + 2 * QRCode.quietZone
        else { return }
        Terminal.out("")
        for line in code.terminalLines { Terminal.out(line) }
    }
}
