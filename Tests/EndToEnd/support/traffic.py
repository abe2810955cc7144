"""Records everything that the pages of a browser context send, and proves that no position is in it."""

import functools
import re

from coordinates import find_coordinates

# Where a site is, everybody may know; whoever runs the campus writes it.
WHERE_A_SITE_IS = re.compile(r"/api/v1/sites/[^/]+/draft$")
# What a page is made of. A script that has these loaded chooses their address, but no header of theirs.
PIECES_OF_A_PAGE = ("font", "image", "manifest", "media", "script", "stylesheet", "texttrack")


class TrafficRecorder:
    """Listens to a context from its first page on: requests, beacons, and frames of web sockets."""

    def __init__(self, context):
        self.context = context
        self.positions = set()
        self.requests = []
        self.addresses = []
        self.frames = []
        context.on("request", self._note)
        context.on("page", self._follow)

    def _follow(self, page):
        page.on("framenavigated", lambda frame: self.addresses.append(frame.url))
        page.on("websocket", self._listen)

    def _note(self, request):
        self.requests.append(request)

    def expect_absent(self, position):
        """Adds a position that nothing may tell."""
        self.positions.add(position)

    def assert_no_coordinate(self):
        @functools.cache
        def search(data):
            """Each text once: most requests of a page have the same headers."""
            return find_coordinates(data, self.positions)

        findings = [
            f"{name}: {part}: {finding}"
            for name, part, data in [*self._addresses(), *self._cookies(), *self._requests(), *self._frames()]
            for finding in search(data)
        ]
        assert not findings, "A coordinate left the browser:\n" + "\n".join(findings)

    def _addresses(self):
        """Where pages were: what they load is told it as the referrer."""
        for address in self.addresses:
            yield "a page", "address", address.encode()

    def _cookies(self):
        """What the browser would send along with the next request."""
        for cookie in self.context.cookies():
            yield "the browser", f"cookie {cookie['name']}", f"{cookie['name']}={cookie['value']}".encode()

    def _requests(self):
        for request in self.requests:
            name = f"{request.method} {request.url}"
            yield name, "address", request.url.encode()
            # Each answer with all headers takes the browser's time, and a page loads more than a hundred pieces. Their
            # referrer and cookies are looked at above.
            is_piece = request.resource_type in PIECES_OF_A_PAGE
            for key, value in (request.headers if is_piece else request.all_headers()).items():
                yield name, f"header {key}", f"{key}: {value}".encode()
            if not WHERE_A_SITE_IS.search(request.url):
                yield name, "body", request.post_data_buffer or b""

    def _frames(self):
        for url, data in self.frames:
            yield f"web socket {url}", "frame", data

    def _listen(self, socket):
        def note(payload):
            self.frames.append((socket.url, payload.encode() if isinstance(payload, str) else payload))

        socket.on("framesent", note)
