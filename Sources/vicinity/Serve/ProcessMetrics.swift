import Cryptography
import Foundation
import HTTPServer
import Metrics
import Synchronization
import Workplace

/// What the system knows of this process and of the server's files.
enum ProcessMetrics {
    /// Reads it all; what cannot be read has no value.
    ///
    /// - Parameters:
    ///   - database: Where the database is.
    ///   - certificate: The files of the certificate; `nil` without one.
    /// - Returns: The figures of the version, the certificate, the process and the database.
    static func families(database: DatabaseAddress, certificate: CertificateFiles?) -> [MetricFamily] {
        var version = MetricFamily(.gauge, "vicinity_build_info", "1, with the version of the program.")
        version.add(1, MetricFamily.Label("version", Vicinity.version))
        return [version, expiry(of: certificate)] + processFamilies + databaseFamilies(database)
    }

    // MARK: - Files

    private static func expiry(of files: CertificateFiles?) -> MetricFamily {
        let chain = files.flatMap { try? FileText.read($0.certificate) }
        return gauge(
            "vicinity_certificate_expiry_timestamp_seconds",
            "When the certificate ends to be valid, since 1970; without a value when there is none.",
            chain.flatMap { ServerCertificate(pem: $0.utf8) }.map { Double($0.validUntil) })
    }

    /// A server of PostgreSQL has its files elsewhere, so these have no value.
    private static func databaseFamilies(_ database: DatabaseAddress) -> [MetricFamily] {
        let path: String? = if case .sqlite(let path) = database { path } else { nil }
        return [
            gauge(
                "vicinity_database_file_bytes", "The size of the database file.",
                path.map { Double(DatabaseFile.size($0)) }),
            gauge(
                "vicinity_database_log_bytes", "The size of the write-ahead log beside it.",
                path.map { Double(DatabaseFile.size($0 + "-wal")) }),
            gauge(
                "vicinity_database_disk_free_bytes", "How much room the disk of the database has.",
                path.flatMap { DatabaseFile.freeBytes(inFolder: DatabaseFile.folder(of: $0)) }.map {
                    Double($0)
                }),
        ]
    }

    /// The connections to a server of PostgreSQL; without values for a file.
    static func families(of activity: PostgresActivity?) -> [MetricFamily] {
        var connections = MetricFamily(
            .gauge, "vicinity_database_connections",
            "How many connections to a server of PostgreSQL are open, by their use.")
        var losses = MetricFamily(
            .counter, "vicinity_database_connection_losses_total",
            "How often a connection to a server of PostgreSQL was lost.")
        if let activity {
            let open = activity.connections
            connections.add(open.writer ? 1 : 0, MetricFamily.Label("use", "writer"))
            connections.add(Double(open.readers), MetricFamily.Label("use", "reader"))
            connections.add(open.listener ? 1 : 0, MetricFamily.Label("use", "listener"))
            losses.add(Double(activity.losses))
        }
        return [connections, losses]
    }

    // MARK: - Process

    // The names are those of Prometheus's own client libraries.
    private static var processFamilies: [MetricFamily] {
        let status = ProcessStatus()
        var limit = rlimit()
        let hasLimit = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        var cpu = MetricFamily(
            .counter, "process_cpu_seconds_total", "The processor time that the process has used.")
        if let status { cpu.add(status.processorSeconds) }
        return [
            cpu,
            gauge(
                "process_start_time_seconds", "When the process was started, since 1970.",
                status?.startTime),
            gauge(
                "process_resident_memory_bytes", "The memory that the process has in use.",
                status?.residentBytes),
            gauge("process_virtual_memory_bytes", "The address space of the process.", status?.virtualBytes),
            gauge("process_open_fds", "How many files and sockets are open.", openFiles),
            gauge(
                "process_max_fds", "How many files and sockets may be open.",
                hasLimit ? Double(limit.rlim_cur) : nil),
        ]
    }

    private static var openFiles: Double? {
        // The folder that is read is one of them.
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count - 1) }
    }

    private static func gauge(_ name: String, _ help: String, _ value: Double?) -> MetricFamily {
        var family = MetricFamily(.gauge, name, help)
        if let value { family.add(value) }
        return family
    }
}

/// What `/proc/self/stat` says (proc_pid_stat(5)).
struct ProcessStatus {
    /// The processor time that was used.
    let processorSeconds: Double
    /// When the process was started, in seconds since 1970.
    let startTime: Double
    /// The size of the address space.
    let virtualBytes: Double
    /// The memory in use.
    let residentBytes: Double

    /// Reads the status of this process; `nil` where the system has none.
    init?() {
        guard let own = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let system = try? String(contentsOfFile: "/proc/stat", encoding: .utf8)
        else { return nil }
        self.init(
            own: own, system: system, ticksPerSecond: Double(sysconf(Int32(_SC_CLK_TCK))),
            pageBytes: Double(sysconf(Int32(_SC_PAGESIZE))))
    }

    /// Reads the texts of both files.
    init?(own: String, system: String, ticksPerSecond: Double, pageBytes: Double) {
        // The second field is a name in parentheses, which may contain anything.
        guard let end = own.lastIndex(of: ")") else { return nil }
        let fields = own[own.index(after: end)...].split(whereSeparator: \.isWhitespace)
        let bootTime = system.split(separator: "\n").first { $0.hasPrefix("btime ") }.flatMap {
            Double($0.dropFirst("btime ".count))
        }
        // The third field of the manual's numbering is the first one here.
        let field = { (number: Int) in number - 3 < fields.count ? Double(fields[number - 3]) : nil }
        guard let user = field(14), let kernel = field(15), let start = field(22), let size = field(23),
            let pages = field(24), let bootTime
        else { return nil }
        processorSeconds = (user + kernel) / ticksPerSecond
        startTime = bootTime + start / ticksPerSecond
        virtualBytes = size
        residentBytes = pages * pageBytes
    }
}

/// Reads how much a server has to do, once there is one.
final class LoadReading: Sendable {
    /// Weak, because the server's router reads it.
    private struct Reference {
        weak var server: WebServer?
    }

    private let reference = Mutex(Reference())

    /// Reads the load of a server from now on.
    func begin(with server: WebServer) { reference.withLock { $0.server = server } }

    /// The load; without values before there is a server.
    var families: [MetricFamily] {
        let load = reference.withLock { $0.server }?.load
        let families: [(String, String, KeyPath<WebServer.Load, Int>)] = [
            (
                "http_server_active_requests", "How many requests are being served, open streams among them.",
                \.requests
            ),
            ("vicinity_http_connections", "How many connections are open.", \.connections),
            ("vicinity_http_connections_limit", "How many connections may be open.", \.connectionLimit),
        ]
        return families.map { name, help, value in
            var family = MetricFamily(.gauge, name, help)
            if let load { family.add(Double(load[keyPath: value])) }
            return family
        }
    }
}
