"""Requests and responses, as the methods of the resources and the transport see them."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, Union, cast
from urllib.parse import quote, urlencode


@dataclass(frozen=True)
class File:
    """A file to upload."""

    content: bytes
    name: str


Form = Mapping[str, Union[str, File]]
"""The fields of an upload."""


@dataclass(frozen=True)
class Request:
    """A request to the service. Parameters and headers that are None are left out."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=lambda: {})
    headers: Mapping[str, Optional[str]] = field(default_factory=lambda: {})
    body: Any = None
    form: Optional[Form] = None
    path_values: Mapping[str, str] = field(default_factory=lambda: {})

    def target(self) -> str:
        """The path with its ids, and the query: lists are separated by commas, objects are `name[key]`."""
        path = self.path
        for name, value in self.path_values.items():
            path = path.replace("{" + name + "}", quote(value, safe=""))
        given: Dict[str, str] = {}
        for name, value in self.query.items():
            if isinstance(value, dict):
                given.update({f"{name}[{key}]": _text(one) for key, one in cast("Dict[str, Any]", value).items()})
            elif value is not None:
                given[name] = _text(value)
        return f"{path}?{urlencode(given)}" if given else path

    def encoded(self) -> Tuple[Optional[bytes], Dict[str, str]]:
        """The bytes of the body, and the headers: names in lower case."""
        headers = {name.lower(): value for name, value in self.headers.items() if value is not None}
        if self.form is not None:
            boundary = uuid.uuid4().hex
            headers["content-type"] = f"multipart/form-data; boundary={boundary}"
            return _multipart(self.form, boundary), headers
        if self.body is None:
            return None, headers
        headers["content-type"] = "application/json"
        return json.dumps(self.body, ensure_ascii=False).encode(), headers


@dataclass(frozen=True)
class Response:
    """An answer of the service. Names of headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """The parsed body; None if it is not JSON."""
        try:
            return json.loads(self.body)
        except ValueError:
            return None


Send = Callable[[Request], Any]
"""Sends a request and returns the body of its answer: parsed JSON, the bytes of a file, or None."""


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, (str, int, float)):
        return ",".join(_text(one) for one in value)
    return str(value)


def _multipart(form: Form, boundary: str) -> bytes:
    parts: List[bytes] = []
    for name, value in form.items():
        kind = f'form-data; name="{name}"'
        if isinstance(value, File):
            file_name = value.name.replace("\\", "_").replace('"', "%22").replace("\r", "").replace("\n", "")
            head = f'Content-Disposition: {kind}; filename="{file_name}"\r\nContent-Type: application/octet-stream'
            content = value.content
        else:
            head, content = f"Content-Disposition: {kind}", value.encode()
        parts.append(f"--{boundary}\r\n{head}\r\n\r\n".encode() + content + b"\r\n")
    return b"".join(parts) + f"--{boundary}--\r\n".encode()
