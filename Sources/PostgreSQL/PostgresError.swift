/// A failure that PostgreSQL or its client library reported.
///
/// The error never keeps arguments. The plain description is safe for logs: it has the code and a fixed sentence, or the reason
/// why there is no connection. The debug description also has the server's message, which can quote an argument, and the SQL.
public struct PostgresError: Error, Equatable, Sendable {
    /// The code of five characters (SQLSTATE) that the server gave, or one of the codes below.
    public let state: String
    /// The server's message; it may quote parts of the SQL or of an argument.
    public let message: String
    /// The statement that failed, with its placeholders, when there was one.
    public let sql: String?

    init(state: String, message: String, sql: String? = nil) {
        self.state = state
        self.message = message
        self.sql = sql
    }
}

extension PostgresError {
    /// The client has no connection, or lost it: `connection_failure`.
    static let connectionFailure = "08006"
    /// A column has another type than the one that was asked for: `datatype_mismatch`.
    static let mismatch = "42804"
    /// There is no such column, or another number of parameters: `undefined_parameter`.
    static let range = "42P02"
    /// The state of the transaction does not allow it: `invalid_transaction_state`.
    static let transactionState = "25000"

    /// Whether there is no connection to the server: it was lost, refused, or the server is starting or stopping.
    public var isConnectionLoss: Bool {
        state.hasPrefix("08") || ["57P01", "57P02", "57P03", "53300"].contains(state)
    }

    /// Whether somebody else held a lock for too long, or two transactions were in each other's way.
    public var isBusy: Bool { ["55P03", "40001", "40P01"].contains(state) }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible {
    /// The code and a sentence that holds neither arguments nor SQL; or why there is no connection, without the password.
    public var description: String { connectionReason ?? "PostgreSQL error \(state): \(sentence)" }

    /// The code, the whole message and the SQL.
    public var debugDescription: String {
        "PostgreSQL error \(state): \(message)" + (sql.map { " [\($0)]" } ?? "")
    }

    /// Why there is no connection; `nil` for an error of a statement, whose message may hold data.
    private var connectionReason: String? {
        guard state == Self.connectionFailure, sql == nil else { return nil }
        let reason = PostgresAddress.reason(in: message)
        return reason.isEmpty ? nil : reason
    }

    private var sentence: String {
        switch state {
        case Self.connectionFailure: "there is no connection to the server"
        case Self.mismatch: sql == nil ? message : "a value has another type than expected"
        case "28P01", "28000": "the server does not accept the user or the password"
        case "3D000": "the database does not exist"
        case "42501": "the user lacks a right"
        case "53100": "the disk of the server is full"
        case "25006": "the server or the transaction only reads"
        case "57014": "the statement took too long"
        default: Self.sentences[String(state.prefix(2))] ?? "the statement failed"
        }
    }

    private static let sentences = [
        "08": "there is no connection to the server", "22": "a value is not allowed",
        "23": "a constraint was violated", "25": "the transaction is in the wrong state",
        "40": "the transaction was rolled back", "42": "the statement is not valid",
        "53": "the server lacks a resource", "55": "an object is in use",
        "57": "the server ended the work", "58": "the system of the server failed",
        "XX": "the server found damage or a defect",
    ]
}
