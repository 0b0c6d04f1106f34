"""The thread that reads what the PDF's own process says, when that process is ended under it."""

import os
import queue
import threading

from wizard.report import pdf


def test_a_stream_closed_while_it_is_read_ends_quietly(monkeypatch) -> None:
    """Ctrl+C closes the pipe from the other thread: no traceback may follow the message that it was cancelled."""
    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    reading, writing = os.pipe()
    stream, lines = os.fdopen(reading, encoding="utf-8"), queue.Queue()
    os.write(writing, b"one\n")
    os.close(writing)
    stream.close()
    thread = threading.Thread(target=pdf._pump, args=(stream, lines))
    thread.start()
    thread.join(5)
    assert failed == []
    assert lines.get(timeout=5) is None
