"""Signatures of webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import unittest
from typing import Dict

from invoicing_client import SignatureError, verify_webhook

SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
BODY = '{"id":"e1","type":"invoice.validated","data":{"name":"Țăndărică"}}'.encode()


def signed(body: bytes = BODY, at: int = 1000) -> Dict[str, str]:
    """The headers of a request that was signed at this time."""
    content = f"e1.{at}.".encode() + body
    signature = base64.b64encode(hmac.new(b"0123456789abcdef0123456789abcdef", content, hashlib.sha256).digest()).decode()
    return {"Webhook-Id": "e1", "webhook-timestamp": str(at), "webhook-signature": f"v1,AAAA v1,{signature}"}


class Webhooks(unittest.TestCase):
    def test_of_the_service_are_accepted(self) -> None:
        self.assertEqual(verify_webhook(SECRET, signed(), BODY, now=1100)["type"], "invoice.validated")

    def test_that_were_changed_recorded_or_made_up_are_refused(self) -> None:
        headers = signed()
        for given, body, now in [
            (headers, BODY + b" ", 1000),
            (headers, BODY, 1301),
            (headers, BODY, 699),
            ({**headers, "webhook-id": "e2", "Webhook-Id": "e2"}, BODY, 1000),
            ({**headers, "webhook-signature": "v1,AAAA"}, BODY, 1000),
            ({**headers, "webhook-signature": "ț"}, BODY, 1000),
            ({**headers, "webhook-timestamp": "never"}, BODY, 1000),
            ({}, BODY, 1000),
        ]:
            with self.assertRaises(SignatureError):
                verify_webhook(SECRET, given, body, now=now)


if __name__ == "__main__":
    unittest.main()
