"""A push service on loopback, as Firefox speaks to one: a WebSocket for the browser, and an HTTP endpoint for senders."""

import base64
import contextlib
import json
import queue
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

from waiting import PATIENCE_SECONDS


class PushService:
    """Keeps nothing: a message for a subscription that it does not know, or has forgotten, is answered with 410."""

    def __init__(self):
        self.received = queue.Queue()  # (headers, body) of each accepted message
        self.acknowledged = queue.Queue()  # codes: 100 when the service worker has handled the push
        self._channels = {}  # the connection of each channel
        self._browser = serve(self._speak, "127.0.0.1", 0)
        self._senders = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        for server in (self._browser, self._senders):
            threading.Thread(target=server.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"ws://127.0.0.1:{self._browser.socket.getsockname()[1]}/"

    def stop(self):
        self._browser.shutdown()
        self._senders.shutdown()
        self._senders.server_close()

    def forget_everything(self):
        """All subscriptions are gone, and the browser is not told."""
        self._channels.clear()

    def empty(self):
        """Only when no server sends any more, and the browser has closed its pages."""
        self.received, self.acknowledged = queue.Queue(), queue.Queue()

    def wait_for_acknowledgement(self):
        return self.acknowledged.get(timeout=PATIENCE_SECONDS)

    def _speak(self, connection):
        # A browser that ends closes nothing.
        with contextlib.suppress(ConnectionClosed):
            self._listen(connection)

    def _listen(self, connection):
        for text in connection:
            message = json.loads(text)
            match message.get("messageType"):
                case "hello":
                    answer = {"messageType": "hello", "status": 200, "use_webpush": True, "uaid": message.get("uaid") or uuid.uuid4().hex}
                case "register":
                    self._channels[message["channelID"]] = connection
                    endpoint = f"http://127.0.0.1:{self._senders.server_port}/push/{message['channelID']}"
                    answer = {"messageType": "register", "status": 200, "channelID": message["channelID"], "pushEndpoint": endpoint}
                case "unregister":
                    self._channels.pop(message["channelID"], None)
                    answer = {"messageType": "unregister", "status": 200, "channelID": message["channelID"]}
                case "ack" | "nack" as kind:
                    for update in message.get("updates", [message]):
                        self.acknowledged.put(update.get("code", kind))
                    continue
                case _:
                    answer = {}
            connection.send(json.dumps(answer))

    def _handler(service):
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                channel = self.path.rsplit("/", 1)[1]
                connection = service._channels.get(channel)
                if connection:
                    service.received.put((self.headers, body))
                    data = base64.urlsafe_b64encode(body).decode().rstrip("=")
                    connection.send(json.dumps({
                        "messageType": "notification", "channelID": channel, "version": uuid.uuid4().hex, "data": data,
                        "headers": {"encoding": self.headers["content-encoding"]},
                    }))
                self.send_response(201 if connection else 410)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *arguments):
                pass

        return Handler
