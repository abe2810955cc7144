import CCurl

/// One call: libcurl's handle for it, and what has arrived.
@safe
final class Transfer {
    private static let headerLimit = 64 * 1024
    /// A line of a mail server that is longer than libcurl's buffer would be cut; the list of messages is one line.
    private static let mailboxLineLimit = 512 * 1024

    let id: TransferLoop.CallID
    let continuation: TransferLoop.Continuation
    let handle: UnsafeMutableRawPointer
    private let call: Call
    private let url: CallURL
    private let header: StringList
    private let recipients: StringList
    private let pins: StringList
    private let allowsAnyAddress: Bool
    private let sizeLimit: Int

    private var arrived = CallEnd()
    private var headerSize = 0
    /// How many bytes of the message have been sent.
    private var sentCount = 0
    /// Why the call was given up from within a callback.
    private var refusal: OutgoingError?

    /// The host in lower case.
    var host: String { url.host }

    init(
        _ id: TransferLoop.CallID, _ call: Call, _ limits: TransferLimits,
        _ continuation: TransferLoop.Continuation
    ) throws(OutgoingError) {
        let url = try call.url()
        allowsAnyAddress = limits.allowedHosts.contains(url.host)
        guard url.isSecure || allowsAnyAddress || call.canStartTLS else { throw .url }
        guard let lines = call.headerLines else { throw .header }
        guard let handle = unsafe curl_easy_init() else { throw .connection("out of memory") }
        unsafe self.handle = handle
        self.id = id
        self.call = call
        self.continuation = continuation
        self.url = url
        header = StringList(lines)
        recipients = StringList(call.recipients)
        pins = StringList(limits.pinnedAddresses)
        sizeLimit = limits.sizeLimit
        guard prepare(limits) else { throw .connection("out of memory") }
    }

    deinit { unsafe curl_easy_cleanup(handle) }

    // MARK: - Options

    private func prepare(_ limits: TransferLimits) -> Bool {
        var options = unsafe vicinity_curl_options()
        unsafe options.url = url.handle
        unsafe options.pinned_addresses = pins.first
        unsafe options.time_limit_milliseconds = limits.timeLimit.wholeMilliseconds
        // The loop holds the transfer for as long as libcurl has its handle.
        unsafe options.context = Unmanaged.passUnretained(self).toOpaque()
        unsafe options.receive_header = receiveHeader
        unsafe options.receive_body = receiveBody
        unsafe options.open_socket = openSocket
        return unsafe withCString(limits.authorities) { authorities in
            unsafe options.authorities = authorities
            switch call {
            case .http(let request, let userAgent): return unsafe prepare(&options, request, userAgent)
            case .mail(let delivery): return unsafe prepare(&options, delivery)
            case .mailbox(let command): return unsafe prepare(&options, command)
            }
        }
    }

    private func prepare(
        _ options: inout vicinity_curl_options, _ request: OutgoingRequest, _ userAgent: String
    ) -> Bool {
        unsafe options.header = header.first
        unsafe options.size_limit = curl_off_t(sizeLimit)
        // An empty body must have an address.
        let (name, body): (String?, [UInt8]?) =
            switch request.method {
            case .get: (nil, nil)
            case .post(let bytes): (nil, bytes + [0])
            case .other(let name, let bytes): (name, bytes + [0])
            }
        unsafe options.body_count = body.map { $0.count - 1 } ?? 0
        // libcurl copies what it is given here.
        return unsafe withCString(allowsAnyAddress ? "http,https" : "https") { schemes in
            unsafe withCString(userAgent) { userAgent in
                unsafe withCString(name) { name in
                    unsafe withBytes(body) { body in
                        unsafe options.schemes = schemes
                        unsafe options.user_agent = userAgent
                        unsafe options.command = name
                        unsafe options.body = body
                        return unsafe vicinity_curl_prepare(handle, &options) == CURLE_OK
                    }
                }
            }
        }
    }

    private func prepare(_ options: inout vicinity_curl_options, _ delivery: MailDelivery) -> Bool {
        if let name = delivery.ownName, !url.setPath("/" + name) { return false }
        unsafe options.encryption = encryption
        unsafe options.recipients = recipients.first
        unsafe options.upload_count = curl_off_t(delivery.bytes.count)
        unsafe options.send_body = sendBody
        unsafe options.note_command = noteCommand
        return unsafe withCString("smtp,smtps") { schemes in
            unsafe withCString("<\(delivery.sender)>") { sender in
                unsafe withCString(delivery.login?.user) { user in
                    unsafe withCString(delivery.login?.password) { password in
                        // What every server offers behind TLS; others need more than a password.
                        unsafe withCString(delivery.login == nil ? nil : "AUTH=PLAIN;AUTH=LOGIN") { login in
                            unsafe options.schemes = schemes
                            unsafe options.sender = sender
                            unsafe options.user = user
                            unsafe options.password = password
                            unsafe options.login_options = login
                            return unsafe vicinity_curl_prepare(handle, &options) == CURLE_OK
                        }
                    }
                }
            }
        }
    }

    private func prepare(_ options: inout vicinity_curl_options, _ command: MailboxCommand) -> Bool {
        guard url.setPath(url.path + command.suffix) else { return false }
        unsafe options.encryption = encryption
        unsafe options.buffer_size = Self.mailboxLineLimit
        return unsafe withCString("imap,imaps") { schemes in
            unsafe withCString(url.user) { user in
                unsafe withCString(command.password) { password in
                    unsafe withCString(command.command) { command in
                        unsafe options.schemes = schemes
                        unsafe options.user = user
                        unsafe options.password = password
                        unsafe options.command = command
                        return unsafe vicinity_curl_prepare(handle, &options) == CURLE_OK
                    }
                }
            }
        }
    }

    /// Whether STARTTLS must succeed, or is only used where the server offers it.
    ///
    /// Who can change what passes between this machine and the server can take the offer away, and would be told the
    /// password. Only what does not leave the machine needs no TLS.
    private var encryption: Int {
        Int((allowsAnyAddress && url.isLoopback ? CURLUSESSL_TRY : CURLUSESSL_ALL).rawValue)
    }

    // MARK: - From libcurl, on the loop's thread

    /// Takes a line of the header, or of a mail server's reply; `false` ends the call.
    func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        if case .mailbox = call { return true }
        headerSize += bytes.count
        guard headerSize <= Self.headerLimit else {
            refusal = .tooLong
            return false
        }
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        if case .mail = call {
            arrived.conversation.received(line)
            return true
        }
        // Another header begins, after one of status 100.
        if line.hasPrefix("HTTP/") { arrived.header = [] }
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2 { arrived.header.append((parts[0].lowercased(), Self.trimmed(parts[1]))) }
        return true
    }

    /// Takes a part of the body; `false` ends the call.
    func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= sizeLimit - arrived.body.count else {
            refusal = .tooLong
            return false
        }
        unsafe arrived.body.append(contentsOf: bytes)
        return true
    }

    /// Copies the next part of the message.
    ///
    /// - Returns: How many bytes there were; none at the end.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard case .mail(let delivery) = call else { return 0 }
        let part = delivery.bytes[sentCount...].prefix(buffer.count)
        unsafe buffer.copyBytes(from: part)
        sentCount += part.count
        return part.count
    }

    /// Notes a line that libcurl sends to a mail server.
    func note(command bytes: UnsafeRawBufferPointer) {
        // The rest may be a password.
        arrived.conversation.sent(unsafe String(decoding: bytes.prefix(8), as: UTF8.self))
    }

    /// Decides whether a connection to an address may be made.
    func mayConnect(to address: InternetAddress?) -> Bool {
        guard !allowsAnyAddress else { return true }
        guard let address, address.isPublic else {
            refusal = .addressNotAllowed
            return false
        }
        return true
    }

    func end(_ code: CURLcode, status: Int) -> CallEnd {
        var end = arrived
        end.status = status
        if code != CURLE_OK { end.failure = refusal ?? OutgoingError(code) }
        end.isMissing = code == CURLE_REMOTE_FILE_NOT_FOUND
        return end
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" || character.isNewline
        }
        let start = text.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(start[...end])
    }
}

extension Call {
    fileprivate func url() throws(OutgoingError) -> CallURL {
        let url =
            switch self {
            case .http(let request, _): CallURL(request.url, .http)
            case .mail(let delivery): CallURL(delivery.server, .mail)
            case .mailbox(let command): CallURL(command.mailbox, .mailbox)
            }
        guard let url else { throw .url }
        return url
    }

    /// Whether a connection that begins without TLS goes on with it before anything else is said.
    fileprivate var canStartTLS: Bool { if case .mail = self { true } else { false } }

    /// The lines of the header as libcurl takes them; `nil` if a field could be read as more than one.
    fileprivate var headerLines: [String]? {
        if case .http(let request, _) = self { request.headerLines } else { [] }
    }

    fileprivate var recipients: [String] {
        if case .mail(let delivery) = self { ["<\(delivery.recipient)>"] } else { [] }
    }
}

extension OutgoingError {
    fileprivate init(_ code: CURLcode) {
        switch code {
        case CURLE_OPERATION_TIMEDOUT: self = .timeLimit
        case CURLE_COULDNT_RESOLVE_HOST: self = .unknownHost
        case CURLE_FILESIZE_EXCEEDED: self = .tooLong
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: self = .url
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_USE_SSL_FAILED:
            self = .tls
        case CURLE_LOGIN_DENIED: self = .login
        default: self = .connection(unsafe String(cString: curl_easy_strerror(code)))
        }
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int {
        Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}

// MARK: - Callbacks

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
    unsafe context.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

/// - Returns: how many bytes were taken; another number than the given one ends the call.
private func receiveHeader(
    _ start: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: size * count)
    return unsafe transfer(context)?.receive(headerLine: bytes) == true ? bytes.count : -1
}

private func receiveBody(
    _ start: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let bytes = unsafe UnsafeRawBufferPointer(start: start, count: size * count)
    return unsafe transfer(context)?.receive(body: bytes) == true ? bytes.count : -1
}

private func sendBody(
    _ start: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    let buffer = unsafe UnsafeMutableRawBufferPointer(start: start, count: size * count)
    return unsafe transfer(context)?.send(into: buffer) ?? 0
}

/// libcurl tells here what it does; only the lines that it sends count.
private func noteCommand(
    _: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ start: UnsafeMutablePointer<CChar>?, _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int32 {
    if kind == CURLINFO_HEADER_OUT {
        let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
        unsafe transfer(context)?.note(command: bytes)
    }
    return 0
}

/// libcurl calls this for each address of a host, in the place of `socket(2)`.
private func openSocket(
    _ context: UnsafeMutableRawPointer?, _: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let transfer = unsafe transfer(context), let address = unsafe address else {
        return CURL_SOCKET_BAD
    }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = unsafe vicinity_curl_address(address, &bytes)
    guard transfer.mayConnect(to: InternetAddress(Array(bytes.prefix(count)))) else { return CURL_SOCKET_BAD }
    return unsafe vicinity_curl_open_socket(address)
}
