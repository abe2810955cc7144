import Dispatch
import Foundation

/// Signals as something to wait for, for as long as this object lives.
final class SignalArrivals {
    /// What asks a program to end.
    static let termination = [SIGINT, SIGTERM]

    /// Yields each signal as it arrives.
    let arrivals: AsyncStream<Int32>
    private let sources: [any DispatchSourceSignal]

    /// Takes signals away from their default, which is to end the process at once.
    init(of numbers: [Int32]) {
        let (arrivals, continuation) = AsyncStream.makeStream(
            of: Int32.self, bufferingPolicy: .bufferingNewest(1))
        self.arrivals = arrivals
        let registered = DispatchSemaphore(value: 0)
        sources = numbers.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.setRegistrationHandler { registered.signal() }
            source.resume()
            return source
        }
        // A source begins to listen a little after it is resumed, and what is ignored until then is lost: whoever stopped the
        // program as soon as it said that it serves would wait for ever.
        for _ in sources { registered.wait() }
    }

    deinit {
        for source in sources { source.cancel() }
    }
}
