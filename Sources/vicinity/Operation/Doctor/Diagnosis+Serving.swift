import Cryptography
import Essentials
import HTTPServer
import Workplace

/// What an operator gives a server.
extension Diagnosis {
    /// What a quick look at the database found.
    enum DatabaseState: Sendable {
        case missing
        case unreadable(String)
        case readable(DatabaseSummary)
    }

    /// The database.
    static func database(_ path: String, _ state: DatabaseState) -> Diagnosis {
        switch state {
        case .missing:
            return .warning("database", "\(path) is not there yet", "The server makes it at its start.")
        case .unreadable(let reason):
            return .wrong(
                "database", "\(path) cannot be used: \(reason)",
                "Check the path and its owner. To look further: vicinity verify. To go back: vicinity restore."
            )
        case .readable(let summary):
            let version = "\(path) has schema version \(summary.schemaVersion)"
            let newest = DatabaseSummary.newestSchemaVersion
            guard summary.schemaVersion <= newest else {
                return .wrong(
                    "database", "\(version), but this program knows only versions up to \(newest)",
                    "Use the newer program.")
            }
            guard summary.hasCampus else {
                return .warning("database", "\(path) has no campus", "Import one with vicinity import.")
            }
            return .ok("database", version)
        }
    }

    /// Who has the port.
    enum PortState: Sendable {
        case free
        /// It is in use while a server serves the database.
        case served
        /// A server of Vicinity answers there, and the database cannot say whether it is the one that serves it.
        case answering
        /// A server of Vicinity answers there, and no server serves the database.
        case ofOtherDatabase
        case taken
        /// It is in use by a program that may be a server with a certificate.
        case unknown
        /// The user of this command may not use it: ports below 1024 are for services with the right.
        case privileged
        case failed(String)
    }

    /// The port to listen on.
    static func port(_ address: ListenAddress, _ state: PortState) -> Diagnosis {
        let name = "\(address.host), port \(address.port)"
        return switch state {
        case .free: .ok("port", "\(name) is free")
        case .served: .ok("port", "\(name) is in use, and a server serves the database")
        case .answering: .ok("port", "\(name) is in use: a server of Vicinity answers there")
        case .ofOtherDatabase:
            .wrong(
                "port", "\(name) is in use: a server of Vicinity with another database answers there",
                "Stop it, or choose another port.")
        case .unknown:
            .warning(
                "port", "\(name) is in use, and this command does not ask over TLS by which program",
                "Find the program with ss -ltnp. It should be a server of Vicinity.")
        case .taken:
            .wrong(
                "port", "\(name) is in use by another program",
                "Find the program with ss -ltnp, or choose another port.")
        case .privileged:
            .warning(
                "port", "\(name) was not tried: a port below 1024 needs CAP_NET_BIND_SERVICE",
                "The unit vicinity.service has it. Look with ss -ltn whether the port is free.")
        case .failed(let reason):
            .wrong("port", "\(name) cannot be used: \(reason)", "Choose an address of this machine.")
        }
    }

    /// The certificate and its key.
    struct CertificateFiles: Sendable {
        let chain: [UInt8]
        let key: [UInt8]
    }

    /// The certificate, which is valid for some time yet.
    static func certificate(_ files: CertificateFiles, now: Timestamp) -> Diagnosis {
        guard let certificate = ServerCertificate(pem: files.chain) else {
            return .wrong(
                "certificate", "The file of the certificate has none in PEM",
                "Name the chain, the server's own certificate first.")
        }
        guard let isPair = ServerCertificate.isPair(chain: files.chain, key: files.key) else {
            return .wrong(
                "certificate", "The file of the key has none in PEM, or it is encrypted",
                "Name a key that is not encrypted.")
        }
        guard isPair else {
            return .wrong(
                "certificate", "The key is not that of the certificate",
                "Name the key of the first certificate in the chain.")
        }
        return validity(
            of: certificate.hostNames, from: certificate.validFrom, until: certificate.validUntil, now: now)
    }

    /// A certificate that can be read, by its hosts and the seconds since 1970 between which it is valid.
    static func validity(
        of hostNames: [String], from: Int64, until end: Int64, now: Timestamp
    ) -> Diagnosis {
        let renew = "Renew the certificate."
        let until = Timestamp(millisecondsSinceEpoch: end * 1_000)
        let days = Int((now.duration(to: until) / .seconds(86_400)).rounded(.down))
        if now.millisecondsSinceEpoch < from * 1_000 {
            return .wrong("certificate", "The certificate is not valid yet", "Check the clock.")
        }
        if now > until { return .wrong("certificate", "The certificate ended on \(until)", renew) }
        if days < 14 {
            return .warning("certificate", "The certificate ends in \(days) days, on \(until)", renew)
        }
        guard !hostNames.isEmpty else {
            return .warning(
                "certificate", "The certificate names no host",
                "Browsers refuse it: take one with the host's name.")
        }
        return .ok(
            "certificate", "It is for \(hostNames.joined(separator: ", ")) and valid for \(days) days")
    }

    /// How clients reach the server where it has no certificate.
    static func plain(_ address: ListenAddress, proxies: [String]) -> Diagnosis {
        guard proxies.isEmpty else {
            return .ok(
                "certificate", "There is none; the server answers this machine and the trusted proxies only")
        }
        guard !address.isLoopback else {
            return .ok("certificate", "There is none; the server answers this machine only")
        }
        return .wrong(
            "certificate",
            "The server refuses to start: at \(address.host) others reach it, and it has no certificate and no trusted proxy",
            "Name a certificate and its key, or the address of a proxy that speaks HTTPS.")
    }

    /// The demo, in which anyone can sign in as anyone.
    static func demo(_ address: ListenAddress) -> Diagnosis {
        guard address.isLoopback else {
            return .wrong(
                "demo",
                "The server refuses to start: the demo lets everybody in, and others reach it at \(address.host)",
                "Leave the demo out, or listen at 127.0.0.1.")
        }
        return .warning(
            "demo", "Anyone on this machine can sign in as anyone", "Leave it out once people use the server."
        )
    }

    /// The addresses of trusted proxies.
    static func proxies(_ texts: [String], address: ListenAddress) -> Diagnosis {
        for text in texts {
            guard let proxy = IPAddress(text) else {
                return .wrong("proxy", "\(text) is no numeric address", "Name the address, not the name.")
            }
            if ["0.0.0.0", "::"].contains("\(proxy)") {
                return .wrong("proxy", "\(proxy) is no address of a machine", "Name the proxy's own address.")
            }
            let isLocal = "\(proxy)".hasPrefix("127.") || "\(proxy)" == "::1"
            if address.isLoopback, !isLocal {
                return .warning(
                    "proxy", "\(proxy) is another machine, but the server listens for this one only",
                    "Name the address that the proxy has for the server, such as 127.0.0.1.")
            }
        }
        return .ok("proxy", texts.isEmpty ? "None is trusted" : "Trusted: \(texts.joined(separator: ", "))")
    }

    /// The pages; the reason names the file that is missing or does not fit.
    static func web(_ folder: String, failure: String?) -> Diagnosis {
        guard let failure else { return .ok("web", "\(folder) has the pages") }
        return .wrong("web", failure, "Name the folder Web that belongs to this program with --web.")
    }

    /// The campus file to import at the first start.
    static func campus(_ path: String, failure: String?) -> Diagnosis {
        guard let failure else { return .ok("campus", "\(path) can be read") }
        return .wrong("campus", failure, "Name a file that the user that runs the server can read.")
    }
}
