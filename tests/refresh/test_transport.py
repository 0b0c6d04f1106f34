"""Bad answers: each a coded error of its own, none of them more than the limits allow."""

import gzip
import socket
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler

import pytest
from tests.refresh.loopback import Loopback, Reply
from wizard import __version__
from wizard.domain.errors import CodedError
from wizard.refresh.documents import json_of, rows_of, xml_of
from wizard.refresh.transport import Answer, Limits, Transport

HOST = "prices.example.org"
URL = f"https://{HOST}/list"
SMALL = Limits(silence_s=0.3, total_s=1.0, most_bytes=100_000)


def get(loopback: Loopback, limits: Limits = SMALL) -> bytes:
    return Transport(loopback.url, limits).get(URL, [HOST]).data


def code(loopback: Loopback, reply: Reply) -> str:
    loopback[f"/{HOST}/list"] = reply
    with pytest.raises(CodedError) as caught:
        get(loopback)
    assert caught.value.place == HOST
    return caught.value.error.code


def test_a_good_answer_comes_back_whole(loopback: Loopback) -> None:
    loopback[f"/{HOST}/list"] = b'{"a": 1}'
    assert get(loopback) == b'{"a": 1}'


def test_the_request_names_the_program_and_nothing_else(loopback: Loopback) -> None:
    loopback[f"/{HOST}/list"] = b"{}"
    get(loopback)
    headers = loopback.asked[0][1]
    assert headers["User-Agent"] == f"rechenwerk/{__version__} (catalog refresh)"
    assert headers.keys() <= {"Host", "User-Agent", "Accept", "Accept-Encoding", "Connection"}


def test_a_packed_answer_is_unpacked_even_when_no_header_says_so(loopback: Loopback) -> None:
    loopback[f"/{HOST}/list"] = gzip.compress(b'{"a": 1}')
    assert get(loopback) == b'{"a": 1}'


@pytest.mark.parametrize("status", [204, 400, 403, 404, 429, 500, 503])
def test_any_other_status_is_no_answer(loopback: Loopback, status: int) -> None:
    assert code(loopback, Reply(b"{}" if status != 204 else b"", status)) == "C080"


def test_a_login_page_is_not_taken_for_data(loopback: Loopback) -> None:
    assert code(loopback, Reply(b"<html>sign in</html>", content_type="text/html; charset=utf-8")) == "C083"


def test_an_answer_announced_larger_than_the_limit_is_not_read(loopback: Loopback) -> None:
    assert code(loopback, Reply(b"", headers={"Content-Length": "70000000"})) == "C081"


def test_an_answer_that_grows_beyond_the_limit_is_dropped(loopback: Loopback) -> None:
    assert code(loopback, Reply(b"x" * 200_000, announce=False)) == "C081"


def test_a_packed_bomb_stops_at_the_limit(loopback: Loopback) -> None:
    bomb = gzip.compress(b"0" * 50_000_000)
    assert len(bomb) < SMALL.most_bytes
    assert code(loopback, Reply(bomb)) == "C081"


def test_an_answer_cut_short_is_told(loopback: Loopback) -> None:
    assert code(loopback, Reply(b'{"a"', headers={"Content-Length": "100"})) == "C083"


def test_a_packed_answer_cut_short_is_told(loopback: Loopback) -> None:
    assert code(loopback, Reply(gzip.compress(b'{"a": 1}' * 100)[:-9])) == "C083"


def test_packed_rubbish_is_told(loopback: Loopback) -> None:
    assert code(loopback, Reply(b"\x1f\x8b" + b"rubbish" * 10)) == "C083"


def drip(handler: BaseHTTPRequestHandler) -> None:
    while True:  # until the other side hangs up
        handler.wfile.write(b"x")
        handler.wfile.flush()
        handler.connection.settimeout(0.05)
        try:
            if handler.connection.recv(1) == b"":
                return
        except TimeoutError:
            pass


def silence(handler: BaseHTTPRequestHandler) -> None:
    handler.connection.settimeout(5)
    handler.connection.recv(1)  # returns when the other side hangs up


@pytest.mark.parametrize("endless", [drip, silence])
def test_a_stream_without_end_is_given_up(
    loopback: Loopback, endless: Callable[[BaseHTTPRequestHandler], None]
) -> None:
    assert code(loopback, Reply(b"", write=endless, announce=False)) == "C080"


def test_a_refused_connection_is_no_answer() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening
        closed = Transport(f"http://127.0.0.1:{taken.getsockname()[1]}", SMALL)
        with pytest.raises(CodedError, match="C080"):
            closed.get(URL, [HOST])


def moved(target: str, status: int = 302) -> Reply:
    return Reply(b"", status, headers={"Location": target})


@pytest.mark.parametrize("target", ["/elsewhere", f"https://{HOST}/elsewhere", "https://www.example.org/elsewhere"])
def test_a_redirect_inside_the_domain_of_the_source_is_followed(loopback: Loopback, target: str) -> None:
    loopback[f"/{HOST}/list"] = moved(target, 301)
    loopback[f"/{HOST}/elsewhere"] = loopback["/www.example.org/elsewhere"] = b"[]"
    assert get(loopback) == b"[]"


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/list",
        "https://prices.example.org.evil.example/list",
        "https://notexample.org/list",
        f"http://{HOST}/list",
        "http://127.0.0.1/list",
        f"https://{HOST}:8443/list",
        f"https://somebody:secret@{HOST}/list",
        "file:///etc/passwd",
        "ftp://prices.example.org/list",
        "data:application/json,[]",
        "//evil.example/list",
    ],
)
def test_a_redirect_out_of_the_source_or_to_something_unencrypted_is_not_followed(
    loopback: Loopback, target: str
) -> None:
    assert code(loopback, moved(target)) == "C082"
    assert len(loopback.asked) == 1


def test_redirects_in_a_circle_are_given_up(loopback: Loopback) -> None:
    assert code(loopback, moved("/list")) == "C082"


def test_a_redirect_to_nowhere_is_given_up(loopback: Loopback) -> None:
    assert code(loopback, Reply(b"", 302)) == "C082"


@pytest.mark.parametrize(
    "base", ["http://192.0.2.1:80", "https://127.0.0.1", "http://evil.example", "http://127.0.0.1/x", "ftp://localhost"]
)
def test_only_a_server_on_this_machine_may_stand_in(base: str) -> None:
    with pytest.raises(ValueError, match="this machine"):
        Transport(base)


def test_without_a_stand_in_an_unencrypted_address_is_refused() -> None:
    with pytest.raises(CodedError, match="C082"):
        Transport().get("http://prices.example.org/list", [HOST])


def test_a_proxy_of_the_environment_is_used(loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", loopback.url)
    monkeypatch.delenv("no_proxy", raising=False)
    with pytest.raises(CodedError, match=r"C080.*403"):
        Transport().get(URL, [HOST])
    assert [path for path, _headers in loopback.asked] == [f"CONNECT {HOST}:443"]


def answer(data: bytes) -> Answer:
    return Answer(URL, data)


@pytest.mark.parametrize(
    "data",
    [b'{"a": ', b"", b"\xff\xfe{}", b'{"a": NaN}', b"[" * 100_000, b"9" * 5_000 + b"x", b"<html></html>", b"\x1b[31m"],
)
def test_what_is_no_json_is_told(data: bytes) -> None:
    with pytest.raises(CodedError, match="C083"):
        json_of(answer(data))


@pytest.mark.parametrize(
    "data",
    [
        b"<a>",
        b"",
        b"\xff\xfe\x00",
        b'<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>',
        b'<?xml version="1.0" encoding="unheard-of"?><a/>',
    ],
)
def test_what_is_no_plain_xml_is_told(data: bytes) -> None:
    with pytest.raises(CodedError, match="C083"):
        xml_of(answer(data))


@pytest.mark.parametrize("data", [b"", b"A,B\n1,2\n", b'Price\n"1', b"Price\n\xff\n", b"Price\n" + b"x" * 200_000])
def test_what_is_no_csv_with_the_column_is_told(data: bytes) -> None:
    with pytest.raises(CodedError, match="C083"):
        list(rows_of(answer(data), "Price"))
