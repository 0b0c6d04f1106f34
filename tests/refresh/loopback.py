"""A server on this machine that answers in place of the sources, well or badly."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

RECORDED = Path(__file__).parent / "recorded"
COMMITS = "/api.github.com/repos/{repository}/commits"
SHA = "000c1d0bf24621f4ac37cfa585f0897c1aa1d9cf"


def recorded(name: str) -> bytes:
    return (RECORDED / name).read_bytes()


@dataclass
class Reply:
    """What the server sends; ``write`` sends a body of its own making after the headers."""

    body: bytes = b""
    status: int = 200
    content_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    write: Callable[[BaseHTTPRequestHandler], None] | None = None
    announce: bool = True


@dataclass
class Loopback:
    """Replies by path, with the host first; the one for the path with its query goes before the one without."""

    url: str
    replies: dict[str, Reply] = field(default_factory=dict)
    asked: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)

    def __setitem__(self, path: str, reply: Reply | bytes) -> None:
        self.replies[path] = Reply(reply) if isinstance(reply, bytes) else reply

    def reply_to(self, path: str) -> Reply:
        return self.replies.get(path) or self.replies.get(path.partition("?")[0]) or Reply(b"{}", 404)


@contextmanager
def serving() -> Iterator[Loopback]:
    loopback = Loopback("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            loopback.asked.append((self.path, dict(self.headers)))
            reply = loopback.reply_to(self.path)
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.content_type)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            if reply.announce and "Content-Length" not in reply.headers:
                self.send_header("Content-Length", str(len(reply.body)))
            self.send_header("Connection", "close")
            self.end_headers()
            self.close_connection = True
            try:
                self.wfile.write(reply.body)
                if reply.write:
                    reply.write(self)
            except OSError:
                pass  # the other side has heard enough

        def do_CONNECT(self) -> None:
            """What a proxy is asked for before anything encrypted goes through it; refused."""
            loopback.asked.append((f"CONNECT {self.path}", dict(self.headers)))
            self.send_error(403)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the library's
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    loopback.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield loopback
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
