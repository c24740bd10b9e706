"""One HTTP request by the standard library."""

from __future__ import annotations

import http.client
import ssl
from typing import Callable, Mapping, Optional
from urllib.parse import urljoin, urlsplit

from ._request import Response
from .errors import NetworkError

Transport = Callable[[str, str, Mapping[str, str], Optional[bytes], float], Response]
"""Sends method, URL, headers and body once, within so many seconds. Raises NetworkError when there is no answer."""

_MOST_REDIRECTS = 3


def send_once(method: str, url: str, headers: Mapping[str, str], body: Optional[bytes], timeout: float) -> Response:
    """Sends a request; a GET follows redirects, to another host without the credentials."""
    for _ in range(_MOST_REDIRECTS):
        response = _exchange(method, url, headers, body, timeout)
        target = response.headers.get("location")
        if method != "GET" or response.status not in (301, 302, 303, 307, 308) or target is None:
            return response
        before, url = url, urljoin(url, target)
        if urlsplit(before)[:2] != urlsplit(url)[:2]:
            headers = {}
    raise NetworkError("The service redirected too often.")


def _exchange(method: str, url: str, headers: Mapping[str, str], body: Optional[bytes], timeout: float) -> Response:
    parts = urlsplit(url)
    limit = timeout or None
    connection: http.client.HTTPConnection
    if parts.scheme == "https":
        connection = http.client.HTTPSConnection(parts.netloc, timeout=limit, context=ssl.create_default_context())
    else:
        connection = http.client.HTTPConnection(parts.netloc, timeout=limit)
    try:
        connection.request(method, f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}", body, dict(headers))
        answer = connection.getresponse()
        content = answer.read()
    except (OSError, http.client.HTTPException) as error:
        raise NetworkError(f"{method} {parts.path}: {error or type(error).__name__}") from error
    finally:
        connection.close()
    return Response(answer.status, {name.lower(): value for name, value in answer.getheaders()}, content)
