"""The real program outside the demo: people have passwords, and the first of them comes by the printed link."""

import re

from campus import DEMO
from client import Client
from demo_server import PROGRAM, ROOT
from server import Server, free_port

PASSWORD = "quiet lunch 42 rivers"


class AccountServer(Server):
    """A server of the demo campus whose people have no passwords yet, and one administrator."""

    def __init__(self, folder, log):
        port = free_port()
        command = [PROGRAM, "serve", "--listen", f"127.0.0.1:{port}", "--database", f"sqlite:{folder / 'vicinity.db'}"]
        super().__init__([*command, "--campus", DEMO, "--web", ROOT / "Web"], port, log)

    def set_up(self, name="Noor Aziz", sign_in_name="noor@example.org"):
        """Makes the first administrator with the link that the program printed, and returns a client as them."""
        token = re.search(r"/set-up#(\S+)", self.log.read_text(encoding="utf-8")).group(1)
        administrator = {"name": name, "signInName": sign_in_name, "password": PASSWORD, "language": "en"}
        answer = Client(self.port, token).send("POST", "/api/v1/set-up", {"administrator": administrator})
        assert answer.status == 201, answer
        return self.client(sign_in_name)

    def client(self, sign_in_name, password=PASSWORD):
        return Client(self.port).sign_in(name=sign_in_name, password=password)

    def accept(self, link, password=PASSWORD):
        """Chooses a password by the link of an invitation."""
        token = link.partition("#")[2]
        answer = Client(self.port).send("POST", "/api/v1/invitation", {"token": token, "password": password})
        assert answer.status == 201, answer

    def pair_screen(self, administrator, name, purpose="kitchen", cafe="main-cafe"):
        """Pairs a screen, and returns a client as the screen."""
        device = Client(self.port)
        code = self._form(device, "/oauth/device_authorization", f"client_id={purpose}")
        approval = administrator.send("POST", f"/api/v1/pairings/{code['user_code']}/approval", {"name": name, "cafe": cafe})
        assert approval.status == 204, approval
        grant = "grant_type=urn:ietf:params:oauth:grant-type:device_code"
        device.token = self._form(device, "/oauth/token", f"{grant}&client_id={purpose}&device_code={code['device_code']}")["access_token"]
        return device

    @staticmethod
    def _form(client, path, form):
        answer = client.send_form(path, form)
        assert answer.status == 200, answer
        return answer.json
