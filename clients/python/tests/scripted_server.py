"""A server on this machine whose answers are scripted."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, Union

Answer = Tuple[int, Mapping[str, str], Union[bytes, Any]]
DROP: Answer = (0, {}, None)
"""Closes the connection without an answer."""


@dataclass(frozen=True)
class Sent:
    """A request that arrived."""

    method: str
    target: str
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """The parsed body."""
        return json.loads(self.body)


class ScriptedServer:
    """Answers each request by a function of it and of how many came before."""

    def __init__(self, answer: Callable[[Sent, int], Answer]) -> None:
        self.sent: List[Sent] = []
        handled = self

        class Handler(BaseHTTPRequestHandler):
            def _answer(self) -> None:
                headers: Dict[str, str] = {name.lower(): value for name, value in self.headers.items()}
                body = self.rfile.read(int(headers.get("content-length", "0")))
                one = Sent(self.command, self.path, headers, body)
                handled.sent.append(one)
                status, given, content = answer(one, len(handled.sent) - 1)
                if status == 0:
                    self.close_connection = True
                    return
                data = content if isinstance(content, bytes) else json.dumps(content).encode()
                self.send_response(status)
                for name, value in {"content-type": "application/json", "content-length": str(len(data)), **given}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _answer

            def log_message(self, format: str, *args: Any) -> None:
                """Prints nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread: Optional[threading.Thread] = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def stop(self) -> None:
        """Ends the server."""
        self._server.shutdown()
        self._server.server_close()
