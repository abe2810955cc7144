import Dispatch
import Foundation

/// SIGINT and SIGTERM as something to wait for, for as long as this object lives.
final class TerminationSignals {
    /// Yields each signal as it arrives.
    let arrivals: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    /// Takes the two signals away from their default, which is to end the process at once.
    init() {
        let (arrivals, continuation) = AsyncStream.makeStream(
            of: Int32.self, bufferingPolicy: .bufferingNewest(1))
        self.arrivals = arrivals
        sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
