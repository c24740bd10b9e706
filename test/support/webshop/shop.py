"""Does one step of the webshop of clients/python/examples, read from the standard input, and prints its result."""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).parents[3] / "clients/python"
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "examples")]

import webshop  # noqa: E402
from invoicing_client import InvoicingClient, InvoicingError, Login  # noqa: E402

step = json.load(sys.stdin)
login, name = step["login"], step.get("name", "")
client = InvoicingClient(login["url"], Login(login["email"], login["password"]), company=login["company"])


def received():
    """The first characters of the PDF, if there is one."""
    pdf = webshop.on_webhook(client, step["secret"], step["headers"], step["body"].encode())
    return pdf[:5].decode() if pdf else None


steps = {
    "connect": lambda: webshop.connect(client, name),
    "sell": lambda: webshop.sell(client, name, step["buyer"]),
    "onWebhook": received,
    "refund": lambda: webshop.refund(client, name),
}
try:
    print(json.dumps({"result": steps[step["do"]]()}))
except InvoicingError as error:
    print(json.dumps({"result": None, "error": type(error).__name__}))
