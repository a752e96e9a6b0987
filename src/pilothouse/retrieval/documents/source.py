"""Opening a file that may be anything: a device, a link, a pipe, something that vanishes."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from pilothouse.retrieval.documents.limits import Account, Refusal

_PART = 1 << 20


def load(path: Path, account: Account) -> bytes:
    """The bytes of a regular file. Raises ``Refusal``: missing, denied, empty, too_large, unsupported (not a file).

    A link is not followed: what lies outside the folder that somebody chose to index is not his to publish.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    limit = account.limits.file_bytes
    try:
        if path.is_symlink():
            raise Refusal("denied", "是符号链接，请给出原文件。", "is a symbolic link; give the file itself.")
        before = os.lstat(path)
        if not stat.S_ISREG(before.st_mode):  # before opening: opening a device or a tape can have effects
            raise Refusal(
                "unsupported", "不是普通文件（目录、设备或管道）。", "is no regular file (folder, device, pipe)."
            )
        descriptor = os.open(path, flags)
        with open(descriptor, "rb", buffering=0) as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise Refusal("unsupported", "不是普通文件（目录、设备或管道）。", "is no regular file.")
            if status.st_size > limit:
                raise _too_large(limit)
            parts: list[bytes] = []
            size = 0
            while part := file.read(_PART):
                parts.append(part)
                size += len(part)
                if size > limit:  # it grew while we read
                    raise _too_large(limit)
                account.check()
    except OSError as error:
        raise _refusal(error) from error
    except ValueError as error:  # a null byte in the name
        raise Refusal("missing", "文件名无效。", "has a name that no file can have.") from error
    data = b"".join(parts)
    if not data or not data.strip(b" \t\r\n\0\xef\xbb\xbf\xfe\xff"):
        raise Refusal("empty", "是空文件，请补上内容或删除它。", "is empty; fill it or remove it.")
    return data


def _refusal(error: OSError) -> Refusal:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Refusal("missing", "文件不存在或刚被删除。", "does not exist, or was removed meanwhile.")
    if isinstance(error, PermissionError):
        return Refusal("denied", "没有读取权限，请修改文件权限。", "may not be read; change its permissions.")
    if error.errno == errno.ELOOP:
        return Refusal("denied", "是符号链接，请给出原文件。", "is a symbolic link; give the file itself.")
    detail = error.strerror or type(error).__name__
    return Refusal("broken", f"读取失败（{detail}），请检查磁盘。", f"can't be read ({detail}); check the disk.")


def _too_large(limit: int) -> Refusal:
    mib = limit / (1 << 20)
    return Refusal(
        "too_large",
        f"超过 {mib:g} MiB，请拆成几个较小的文件。",
        f"is larger than {mib:g} MiB; split it into smaller files.",
    )
