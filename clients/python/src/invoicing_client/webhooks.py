"""The signatures of webhooks (Standard Webhooks)."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, Mapping, cast

from .errors import SignatureError

if TYPE_CHECKING:
    from .types import WebhookEvent


def verify_webhook(
    secret: str, headers: Mapping[str, str], body: bytes, *, tolerance: float = 300.0, now: float | None = None
) -> WebhookEvent:
    """
    The event of a request to a webhook. Respond with 401 when SignatureError is raised: the service did not send it, or not now.

    :param secret: the whole text with `whsec_`
    :param headers: of the request, in any case
    :param body: the bytes as they arrived, not parsed and printed JSON
    :param tolerance: the seconds that the signature may be old
    """
    given = {name.lower(): value for name, value in headers.items()}
    timestamp = given.get("webhook-timestamp", "")
    # Older requests may have been recorded and sent again.
    if not timestamp.isdecimal() or abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise SignatureError("The request is too old, or has no time.")
    key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    signed = f"{given.get('webhook-id', '')}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # Several signatures: after the secret was replaced, the old one is valid for a while.
    signatures = given.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(signature.encode(), expected) for signature in signatures):
        raise SignatureError("The signature is wrong.")
    return cast("WebhookEvent", json.loads(body))
