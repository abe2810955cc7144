"""A network between a node and its database that tests can cut, delay and silence."""

import contextlib
import selectors
import socket
import threading
import time

from server import free_port

CHUNK = 64 * 1024
TICK_SECONDS = 0.02


class _Pair:
    """A connection of a client, and the one to the server behind it; bytes wait in between."""

    def __init__(self, near, far):
        self.near, self.far = near, far
        # What waits to be sent on, with the time from which it may be: towards each of the two.
        self.waiting = {near: [], far: []}

    def other(self, end):
        return self.far if end is self.near else self.near

    def close(self):
        for end in (self.near, self.far):
            end.close()


class Network:
    """Passes connections on a port of this machine to a socket of the database's server.

    - `delay`: how many seconds each packet takes, in each direction.
    - `silence()`: nothing passes, and no connection ends, as when a cable was pulled. As the server's keep-alive does on a real
      network, the server's ends are closed after some seconds. What was under way is lost.
    - `cut()`: all connections end, and new ones are refused, until `heal()`.
    """

    def __init__(self, path):
        self.path = path
        self.port = free_port()
        self.delay = 0
        self.lock = threading.RLock()
        self.pairs = []
        self.is_silent = False
        self.forget_at = None
        self.listener = None
        self.is_ending = False
        self._listen()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    # MARK: - For tests

    def silence(self, noticed_after=4):
        with self.lock:
            self.is_silent = True
            self.forget_at = time.monotonic() + noticed_after

    def cut(self):
        with self.lock:
            self.listener.close()
            self.listener = None
            for pair in self.pairs:
                pair.close()
            self.pairs = []

    def heal(self):
        with self.lock:
            if self.is_silent:
                # Packets of these connections are lost, so their ends are told by a reset, as soon as they can be.
                for pair in self.pairs:
                    pair.close()
                self.pairs = []
            self.is_silent, self.forget_at = False, None
            if self.listener is None:
                self._listen()

    def close(self):
        self.is_ending = True
        self.thread.join(5)
        with self.lock:
            for pair in self.pairs:
                pair.close()
            if self.listener:
                self.listener.close()

    @contextlib.contextmanager
    def slowed(self, seconds):
        self.delay = seconds
        try:
            yield
        finally:
            self.delay = 0

    # MARK: - The thread

    def _listen(self):
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", self.port))
        self.listener.listen(64)
        self.listener.setblocking(False)

    def _run(self):
        while not self.is_ending:
            with self.lock:
                if self.forget_at is not None and time.monotonic() >= self.forget_at:
                    for pair in self.pairs:
                        pair.far.close()
                    self.forget_at = None
                ends = {} if self.is_silent else {end: pair for pair in self.pairs for end in (pair.near, pair.far)}
                readable = self._readable(ends)
                for end in readable:
                    if end is self.listener:
                        self._accept()
                    elif end in ends and end.fileno() >= 0:
                        self._read(end, ends[end])
                if not self.is_silent:
                    for pair in list(self.pairs):
                        self._pass_on(pair)
            if not readable:
                # Outside of the lock, so that tests get it.
                time.sleep(0.001)

    def _readable(self, ends):
        with selectors.DefaultSelector() as selector:
            for end in [*ends, *([self.listener] if self.listener else [])]:
                if end.fileno() >= 0:
                    selector.register(end, selectors.EVENT_READ)
            if not selector.get_map():
                time.sleep(TICK_SECONDS)
                return []
            return [key.fileobj for key, _ in selector.select(TICK_SECONDS / 4)]

    def _accept(self):
        with contextlib.suppress(BlockingIOError):
            near, _ = self.listener.accept()
            far = socket.socket(socket.AF_UNIX)
            try:
                if not self.is_silent:
                    far.connect(str(self.path))
            except OSError:
                near.close()
                far.close()
                return
            for end in (near, far):
                end.setblocking(False)
            near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.pairs.append(_Pair(near, far))

    def _read(self, end, pair):
        try:
            data = end.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        # An empty one says that this end has ended.
        pair.waiting[pair.other(end)].append((time.monotonic() + self.delay, data))
        if not data:
            self._pass_on(pair, ends=True)

    def _pass_on(self, pair, ends=False):
        for end, chunks in pair.waiting.items():
            while chunks and chunks[0][0] <= time.monotonic():
                moment, data = chunks.pop(0)
                try:
                    sent = end.send(data) if data else 0
                except BlockingIOError:
                    sent = 0
                except OSError:
                    data = b""
                if not data:
                    pair.close()
                    self.pairs = [other for other in self.pairs if other is not pair]
                    return
                if sent < len(data):
                    chunks.insert(0, (moment, data[sent:]))
                    break
        if ends and not any(pair.waiting.values()):
            pair.close()
            self.pairs = [other for other in self.pairs if other is not pair]
