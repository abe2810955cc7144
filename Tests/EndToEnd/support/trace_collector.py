"""A collector of traces, which reads what it gets with OpenTelemetry's own programs."""

import base64
import http.server
import json
import threading

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest as PlainRequest
from opentelemetry.proto_json.collector.trace.v1.trace_service import ExportTraceServiceRequest

from server import free_port


class TraceCollector:
    """Takes spans over HTTP, or answers with another status."""

    def __init__(self):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.status = 200
        # What arrived, as bytes and as lines of the header.
        self.bodies, self.heads, self.paths = [], [], []
        self.spans, self.resources = [], []
        collector = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                if collector.status == 200:
                    collector.take(self.path, str(self.headers), body)
                self.send_response(collector.status)
                self.send_header("content-length", "2")
                self.end_headers()
                self.wfile.write(b"{}")

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def take(self, path, head, body):
        self.paths.append(path)
        self.heads.append(head)
        self.bodies.append(body)
        assert "application/json" in head
        for part in ExportTraceServiceRequest.from_json(body.decode()).resource_spans:
            self.resources.append(attributes(part.resource))
            for scope in part.scope_spans:
                self.spans += scope.spans
        # The plain form of protocol buffers knows every name too; it has identifiers in base 64 instead of hexadecimal digits.
        json_format.Parse(json.dumps(in_base_64(json.loads(body))), PlainRequest())

    def named(self, name):
        return [span for span in self.spans if span.name == name]

    @property
    def everything(self):
        return b"\n".join(self.bodies) + "\n".join(self.heads).encode()


def in_base_64(value):
    if isinstance(value, list):
        return [in_base_64(element) for element in value]
    if not isinstance(value, dict):
        return value
    return {
        name: base64.b64encode(bytes.fromhex(member)).decode() if name in ("traceId", "spanId", "parentSpanId") else in_base_64(member)
        for name, member in value.items()
    }


def attributes(thing):
    """The attributes of a span or a resource."""
    return {
        one.key: one.value.string_value if one.value.string_value is not None else one.value.int_value for one in thing.attributes
    }
