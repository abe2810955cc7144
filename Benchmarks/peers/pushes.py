"""The peer of messages to browsers: pushes.py FILE SECONDS

The file has a subscription in each line. Each message is encrypted by pywebpush and gets the header of py-vapid, which is made once
for each push service as ours is. Prints the rate as JSON, with one body to check.
"""
import base64
import json
import sys
import time

from py_vapid import Vapid02
from pywebpush import WebPusher

TEXT = b'{"web_push":8030,"notification":{"title":"Your order is ready"}}' + b" " * 300


def main(path, seconds):
    with open(path, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    vapid = Vapid02()
    vapid.generate_keys()
    authorizations = {}

    def request(row):
        origin = "/".join(row["endpoint"].split("/")[:3])
        if origin not in authorizations:
            authorizations[origin] = vapid.sign({"aud": origin, "sub": "https://cafe.example"})["Authorization"]
        header = {"Urgency": "high", "Topic": "order", "Authorization": authorizations[origin]}
        return WebPusher(row)._prepare_send_data(TEXT, header, ttl=1800)

    for row in rows:
        request(row)
    start, count = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        for row in rows:
            request(row)
        count += len(rows)
    rate = count / (time.perf_counter() - start)
    body = base64.urlsafe_b64encode(request(rows[0])["data"]).rstrip(b"=").decode()
    print(json.dumps({"rate": rate, "body": body}))


main(sys.argv[1], float(sys.argv[2]))
