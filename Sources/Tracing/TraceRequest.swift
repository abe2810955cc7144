import JSON

/// The body of a request of OpenTelemetry's protocol (OTLP over HTTP), in its form of JSON.
///
/// Numbers of traces and spans are hexadecimal, numbers of 64 bits are texts, and kinds are numbers, as the protocol asks for.
public enum TraceRequest: Sendable {
    /// The media type of the body.
    public static let mediaType = "application/json"

    /// Writes spans.
    ///
    /// - Parameters:
    ///   - spans: The spans.
    ///   - resource: What is known of the program that made them.
    ///   - version: The version of the program.
    /// - Returns: The body.
    public static func body(
        of spans: [Span], resource: [Span.Attribute], version: String
    ) -> [UInt8] {
        var json = JSONWriter(capacity: 512 * (spans.count + 1))
        json.object { json in
            json.member("resourceSpans") { json in
                json.array { json in
                    json.object { json in
                        json.member("resource") { json in
                            json.object { $0.member("attributes") { write(resource, to: &$0) } }
                        }
                        json.member("scopeSpans") { json in
                            json.array { json in
                                json.object { json in
                                    json.member("scope") { json in
                                        json.object { json in
                                            json.member("name", "vicinity")
                                            json.member("version", version)
                                        }
                                    }
                                    json.member("spans") { json in
                                        json.array { json in for span in spans { write(span, to: &json) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
        return json.bytes
    }

    private static func write(_ span: Span, to json: inout JSONWriter) {
        json.object { json in
            json.member("traceId", span.context.traceID)
            json.member("spanId", hexadecimal(span.context.span))
            if span.parent != 0 { json.member("parentSpanId", hexadecimal(span.parent)) }
            json.member("flags", 1)
            json.member("name", span.name)
            json.member("kind", span.kind.rawValue)
            json.member("startTimeUnixNano", "\(span.start)")
            json.member("endTimeUnixNano", "\(span.end)")
            json.member("attributes") { write(span.attributes, to: &$0) }
            json.member("status") { json in
                json.object { if span.hasFailed { $0.member("code", 2) } }
            }
        }
    }

    private static func write(_ attributes: [Span.Attribute], to json: inout JSONWriter) {
        json.array { json in
            for attribute in attributes {
                json.object { json in
                    json.member("key", attribute.name)
                    json.member("value") { json in
                        json.object { json in
                            switch attribute.value {
                            case .text(let text): json.member("stringValue", text)
                            case .integer(let number): json.member("intValue", "\(number)")
                            }
                        }
                    }
                }
            }
        }
    }
}
