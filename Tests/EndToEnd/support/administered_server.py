"""The real program outside the demo, with the demo campus, whose people have no passwords yet, and one administrator."""

from accounts_server import PASSWORD, AccountsServer
from campus import DEMO
from client import Client

ADMINISTRATOR = "noor@example.org"


class AdministeredServer(AccountsServer):
    def __init__(self, database, log):
        super().__init__(database, log)
        self.command += ["--campus", str(DEMO)]

    def set_up(self):
        """Makes the first administrator with the link that the program printed, and returns a client as them."""
        administrator = {"name": "Noor Aziz", "signInName": ADMINISTRATOR, "password": PASSWORD, "language": "en"}
        answer = Client(self.port, self.link.partition("#")[2]).send("POST", "/api/v1/set-up", {"administrator": administrator})
        assert answer.status == 201, answer
        return self.signed_in(ADMINISTRATOR)

    def signed_in(self, name, password=PASSWORD):
        """A client as somebody who has chosen a password."""
        return self.client(name=name, password=password)

    def accept(self, link):
        """Chooses a password by the link of an invitation."""
        answer = Client(self.port).send("POST", "/api/v1/invitation", {"token": link.partition("#")[2], "password": PASSWORD})
        assert answer.status == 201, answer

    def pair_screen(self, administrator, name, purpose="kitchen", cafe="main-cafe"):
        """Pairs a screen, and returns a client as the screen."""
        device = Client(self.port)
        code = device.send_form("/oauth/device_authorization", f"client_id={purpose}").json
        approval = administrator.send("POST", f"/api/v1/pairings/{code['user_code']}/approval", {"name": name, "cafe": cafe})
        assert approval.status == 204, approval
        grant = "grant_type=urn:ietf:params:oauth:grant-type:device_code"
        answer = device.send_form("/oauth/token", f"{grant}&client_id={purpose}&device_code={code['device_code']}")
        assert answer.status == 200, answer
        device.token = answer.json["access_token"]
        return device
