import CCurl

/// One call: libcurl's handle for it, and what has arrived.
@safe
final class Transfer {
    private static let headerLimit = 64 * 1024

    let id: TransferLoop.CallID
    let continuation: TransferLoop.Continuation
    let handle: UnsafeMutableRawPointer
    private let url: CallURL
    private let header: StringList
    private let pins: StringList
    private let allowsAnyAddress: Bool
    private let sizeLimit: Int

    private var fields: [(name: String, value: String)] = []
    private var headerSize = 0
    private var body: [UInt8] = []
    /// Why the call was given up from within a callback.
    private var refusal: OutgoingError?

    init(
        _ id: TransferLoop.CallID, _ request: OutgoingRequest, _ configuration: OutgoingClient.Configuration,
        _ continuation: TransferLoop.Continuation
    ) throws(OutgoingError) {
        guard let url = CallURL(request.url) else { throw .url }
        allowsAnyAddress = configuration.allowedHosts.contains(url.host)
        guard url.isSecure || allowsAnyAddress else { throw .url }
        guard let lines = request.headerLines else { throw .header }
        guard let handle = unsafe curl_easy_init() else { throw .connection("out of memory") }
        unsafe self.handle = handle
        self.id = id
        self.continuation = continuation
        self.url = url
        header = StringList(lines)
        pins = StringList(configuration.pinnedAddresses)
        sizeLimit = configuration.sizeLimit
        guard prepare(request.method, configuration) else { throw .connection("out of memory") }
    }

    deinit { unsafe curl_easy_cleanup(handle) }

    private func prepare(
        _ method: OutgoingRequest.Method, _ configuration: OutgoingClient.Configuration
    ) -> Bool {
        var options = unsafe vicinity_curl_options()
        unsafe options.url = url.handle
        unsafe options.header = header.first
        unsafe options.pinned_addresses = pins.first
        unsafe options.time_limit_milliseconds = configuration.timeLimit.wholeMilliseconds
        unsafe options.size_limit = curl_off_t(sizeLimit)
        // The loop holds the transfer for as long as libcurl has its handle.
        unsafe options.context = Unmanaged.passUnretained(self).toOpaque()
        unsafe options.receive_header = receiveHeader
        unsafe options.receive_body = receiveBody
        unsafe options.open_socket = openSocket
        // An empty body must have an address.
        let body: [UInt8]? = if case .post(let bytes) = method { bytes + [0] } else { nil }
        unsafe options.body_count = body.map { $0.count - 1 } ?? 0
        // libcurl copies what it is given here.
        return unsafe withCString(allowsAnyAddress ? "http,https" : "https") { schemes in
            unsafe withCString(configuration.authorities) { authorities in
                unsafe withCString(configuration.userAgent) { userAgent in
                    unsafe withBytes(body) { body in
                        unsafe options.schemes = schemes
                        unsafe options.authorities = authorities
                        unsafe options.user_agent = userAgent
                        unsafe options.body = body
                        return unsafe vicinity_curl_prepare(handle, &options) == CURLE_OK
                    }
                }
            }
        }
    }

    // MARK: - From libcurl, on the loop's thread

    /// Takes a line of the header; `false` ends the call.
    func receive(headerLine bytes: UnsafeRawBufferPointer) -> Bool {
        headerSize += bytes.count
        guard headerSize <= Self.headerLimit else {
            refusal = .tooLong
            return false
        }
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        // Another header begins, after one of status 100.
        if line.hasPrefix("HTTP/") { fields = [] }
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2 { fields.append((parts[0].lowercased(), Self.trimmed(parts[1]))) }
        return true
    }

    /// Takes a part of the body; `false` ends the call.
    func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count <= sizeLimit - body.count else {
            refusal = .tooLong
            return false
        }
        unsafe body.append(contentsOf: bytes)
        return true
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

    func result(_ code: CURLcode, status: Int) -> Result<OutgoingResponse, OutgoingError> {
        if code == CURLE_OK {
            return .success(OutgoingResponse(status: status, header: fields, body: body))
        }
        return .failure(refusal ?? OutgoingError(code))
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace = { (character: Character) in character == " " || character == "\t" || character.isNewline
        }
        let start = text.drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(start[...end])
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
            CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            self = .tls
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
