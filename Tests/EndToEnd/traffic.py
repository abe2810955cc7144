"""Records everything that the pages of a browser context send, and proves that no position is in it."""

from coordinates import find_coordinates


class TrafficRecorder:
    """Listens to a context from its first page on: requests, beacons, and frames of web sockets."""

    def __init__(self, context):
        self.positions = set()
        self.requests = []
        self.frames = []
        context.on("request", self._note)
        context.on("page", lambda page: page.on("websocket", self._listen))

    def _note(self, request):
        self.requests.append(request)

    def expect_absent(self, position):
        """Adds a position that nothing may tell."""
        self.positions.add(position)

    def assert_no_coordinate(self):
        findings = [
            f"{request.method} {request.url}: {part}: {finding}"
            for request in self.requests
            for part, data in self._parts(request)
            for finding in find_coordinates(data, self.positions)
        ]
        findings += [
            f"web socket {url}: {finding}"
            for url, data in self.frames
            for finding in find_coordinates(data, self.positions)
        ]
        assert not findings, "A coordinate left the browser:\n" + "\n".join(findings)

    @staticmethod
    def _parts(request):
        yield "address", request.url.encode()
        for name, value in request.all_headers().items():
            yield f"header {name}", f"{name}: {value}".encode()
        yield "body", request.post_data_buffer or b""

    def _listen(self, socket):
        def note(payload):
            self.frames.append((socket.url, payload.encode() if isinstance(payload, str) else payload))

        socket.on("framesent", note)
