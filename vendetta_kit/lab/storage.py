"""Where results lie: a local folder, or any address that fsspec knows (``s3://``, ``gs://``, ``memory://``).

A file is written whole or not at all: locally by a new file that is renamed, in an object store by one request, which
does the same there, and elsewhere by a file that is moved. All functions raise ``OSError`` for what a store refuses.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import uuid
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from urllib.request import url2pathname

from vendetta_kit.argument_checks import PATH
from vendetta_kit.input_errors import cut, error_text, quoted
from vendetta_kit.safe_files import write_whole

if TYPE_CHECKING:
    import pyarrow as pa

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(/{0,2})")
_STORES: Final = frozenset(("s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "oss", "memory"))
"""Object stores: one request writes an object whole, and there are no folders."""


class LabError(RuntimeError):
    """Error: a simulation cannot go on, or its tables cannot be read. The message is one line."""


class CannotWrite(LabError):
    """Error: a part could not be written, for example on a full disk. Existing parts are unchanged."""


def is_address(path: str) -> bool:
    """Return whether a checked path is an address elsewhere, not a local folder."""
    return "://" in path


def in_this_process(path: str) -> bool:
    """Return whether what lies there can be seen by this process alone."""
    return path.startswith("memory://")


def address_of(out: str | os.PathLike[str]) -> str:
    """Return where results are to lie: a local path as it is given, or a checked address.

    Raises:
        LabError: it is neither; what is not understood never becomes a local folder.

    >>> address_of("results"), address_of("file:///tmp/results"), address_of("memory://results/")
    ('results', '/tmp/results', 'memory://results')
    >>> address_of("s4://bucket/results")
    Traceback (most recent call last):
        ...
    vendetta_kit.lab.storage.LabError: 's4://bucket/results': no storage is called s4; expected a folder, s3://, gs://...
    """
    text = os.fspath(out) if PATH.fits(out) else ""
    if not text or "\0" in text:
        raise LabError(f"found {quoted(out)}; expected a folder or an address")
    found = _SCHEME.match(text)
    if found is None:
        return text
    scheme, slashes = found[1].lower(), found[2]
    if "::" in text:
        raise LabError(f"found {quoted(text)}; expected one address, not a chain of them")
    if slashes == "//" and scheme in ("file", "local"):
        parts = urlsplit(text)
        if parts.netloc not in ("", "localhost") or not parts.path.strip("/"):
            raise LabError(f"found {quoted(text)}; expected file:/// and an absolute path")
        return url2pathname(parts.path)
    try:
        import fsspec
    except ModuleNotFoundError:
        raise LabError(f"{quoted(text)}: fsspec is missing; expected an installation with vendetta-kit[lab]") from None
    if slashes != "//":
        if not slashes and scheme not in fsspec.available_protocols():
            return text  # a local name with a colon in it
        raise LabError(f"found {quoted(text)}; expected {scheme}:// for an address, ./ before it for a local folder")
    address = f"{scheme}{text[len(scheme) :].rstrip('/')}"
    if address.endswith(":") or not address.partition("://")[2]:
        raise LabError(f"found {quoted(text)}; expected {scheme}:// and a name")
    filesystem(address)
    return address


_EXTRAS: Final = {"s3": "s3", "s3a": "s3", "gs": "gcs", "gcs": "gcs"}
"""What to install for the stores that the kit has an extra for, by the scheme of an address."""


def filesystem(path: str) -> Any:
    """Return fsspec's filesystem for an address. Raises :class:`LabError` if there is none for it here."""
    import fsspec

    scheme = path.partition("://")[0]
    try:
        return fsspec.core.url_to_fs(path)[0]
    except ImportError as fault:
        wanted = f"; expected an installation with vendetta-kit[{_EXTRAS[scheme]}]" if scheme in _EXTRAS else ""
        raise LabError(f"{quoted(path)}: a package is missing: {cut(str(fault), 200)}{wanted}") from None
    except ValueError:
        raise LabError(
            f"{quoted(path)}: no storage is called {scheme}; expected a folder, s3://, gs:// or another of fsspec's"
        ) from None
    except Exception as fault:  # whatever a store says of an account that it lacks
        raise LabError(f"{quoted(path)}: cannot be reached: {error_text(fault)}") from None


@contextlib.contextmanager
def _answers(path: str) -> Iterator[Any]:
    """Yield the filesystem of an address; whatever it raises is raised as ``OSError``."""
    try:
        yield filesystem(path)
    except (OSError, LabError):
        raise
    except Exception as fault:
        raise OSError(errno.EIO, error_text(fault), path) from None


def make_folder(path: str) -> None:
    """Make a folder and those above it; an object store needs none."""
    if not is_address(path):
        os.makedirs(path, exist_ok=True)
    elif path.partition("://")[0] not in _STORES:
        with _answers(path) as there:
            there.makedirs(path, exist_ok=True)


def write_file(path: str, content: bytes) -> None:
    """Write a file whole, or raise ``OSError`` and leave nothing."""
    if not is_address(path):
        write_whole(path, content)
        return
    with _answers(path) as there:
        if path.partition("://")[0] in _STORES:
            there.pipe_file(path, content)
            return
        folder, _, _ = path.rpartition("/")
        temporary = f"{folder}/.vendetta-{uuid.uuid4().hex}.tmp"
        try:
            there.pipe_file(temporary, content)
            there.mv(temporary, path)
        except BaseException:
            with contextlib.suppress(Exception):
                there.rm_file(temporary)
            raise


def read_file(path: str) -> bytes:
    """Return the content of a file. Raises ``FileNotFoundError`` if there is none."""
    if not is_address(path):
        with open(path, "rb") as file:
            return file.read()
    with _answers(path) as there:
        content: bytes = there.cat_file(path)
        return content


def file_size(path: str) -> int:
    """Return the size of a file in bytes."""
    if not is_address(path):
        return os.path.getsize(path)
    with _answers(path) as there:
        return int(there.size(path))


def file_names(folder: str) -> set[str]:
    """Return the names of the files in a folder; none if there is no such folder."""
    if not is_address(folder):
        return {entry.name for entry in os.scandir(folder)} if os.path.isdir(folder) else set()
    with _answers(folder) as there:
        there.invalidate_cache(folder)
        try:
            found = there.ls(folder, detail=False)
        except FileNotFoundError:
            return set()
        return {str(path).rstrip("/").rpartition("/")[2] for path in found}


def parquet_schema(path: str) -> pa.Schema:
    """Return the schema of a Parquet file; of a file elsewhere, only its end is read."""
    import pyarrow.parquet as pq

    if not is_address(path):
        return pq.read_schema(path)
    with _answers(path) as there, there.open(path, "rb", cache_type="readahead") as file:
        return pq.read_schema(file)


def parquet_source(path: str) -> Any:
    """Return what pyarrow reads a file from: the path, or the content of a file elsewhere."""
    return io.BytesIO(read_file(path)) if is_address(path) else path
