public import Foundation

/// Why a service of a ``CLLocationManager`` failed.
public struct CLError: Error, Hashable, Sendable {
    /// The kind of error.
    public let code: Code

    /// Makes an error from its code.
    public init(_ code: Code) { self.code = code }

    /// The kinds of errors; raw values are Core Location's.
    public enum Code: Int, Hashable, Sendable {
        /// No position is known yet.
        case locationUnknown = 0
        /// The person does not allow it.
        case denied = 1
        /// Monitoring is not allowed.
        case regionMonitoringDenied = 4
        /// The region cannot be monitored.
        case regionMonitoringFailure = 5
        /// Monitoring could not begin yet.
        case regionMonitoringSetupDelayed = 6
        /// Events may come late.
        case regionMonitoringResponseDelayed = 7
        /// Ranging is not possible now: the radio is off.
        case rangingUnavailable = 16
        /// Ranging failed.
        case rangingFailure = 17
        /// The person was not asked, or closed the question.
        case promptDeclined = 18
    }
}

extension CLError {
    /// No position is known yet.
    public static var locationUnknown: Code { .locationUnknown }
    /// The person does not allow it.
    public static var denied: Code { .denied }
    /// Monitoring is not allowed.
    public static var regionMonitoringDenied: Code { .regionMonitoringDenied }
    /// The region cannot be monitored.
    public static var regionMonitoringFailure: Code { .regionMonitoringFailure }
    /// Monitoring could not begin yet.
    public static var regionMonitoringSetupDelayed: Code { .regionMonitoringSetupDelayed }
    /// Events may come late.
    public static var regionMonitoringResponseDelayed: Code { .regionMonitoringResponseDelayed }
    /// Ranging is not possible now: the radio is off.
    public static var rangingUnavailable: Code { .rangingUnavailable }
    /// Ranging failed.
    public static var rangingFailure: Code { .rangingFailure }
    /// The person was not asked, or closed the question.
    public static var promptDeclined: Code { .promptDeclined }
}

extension CLError: CustomNSError, LocalizedError {
    /// The domain of the codes.
    public static var errorDomain: String { kCLErrorDomain }
    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// The error as a sentence.
    public var errorDescription: String? {
        switch code {
        case .locationUnknown: "No position is known yet."
        case .denied: "The person does not allow positions."
        case .regionMonitoringDenied: "The person does not allow monitoring."
        case .regionMonitoringFailure: "The region cannot be monitored."
        case .regionMonitoringSetupDelayed: "Monitoring could not begin yet."
        case .regionMonitoringResponseDelayed: "Events may come late."
        case .rangingUnavailable: "Ranging is not possible now."
        case .rangingFailure: "Ranging failed."
        case .promptDeclined: "The person was not asked, or had no time to answer."
        }
    }
}

extension CLError.Code {
    /// Whether an error has this code, for `catch CLError.denied`.
    public static func ~= (code: CLError.Code, error: any Error) -> Bool {
        (error as? CLError)?.code == code
    }
}

/// The domain of ``CLError`` as an `NSError`.
public let kCLErrorDomain = "kCLErrorDomain"
