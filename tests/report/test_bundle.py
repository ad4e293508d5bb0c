"""A bundle is written whole or not at all, says what is in it, and touches nothing of others."""

import errno
import hashlib
import json
import os
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from exact.errors import UsageError
from exact.report import bundle
from exact.report.document import Column, Document, Figure, Heading, Table
from exact.report.plots import ByDecks, Panel

PLOT = ByDecks("RTP, per cent", (1, 2), (Panel("bet", (Fraction(1, 2), Fraction(1, 3)), Fraction(1, 4)),),
              percent=True)
TABLE = Table("A table", (Column("event"), Column("chance", "probability")), (("wins", Fraction(1, 3)),), key="chances")


def document(*tables: Table) -> Document:
    return Document("A report", "exact-test/1", (Heading("Part"), *tables, Figure("A curve", "It falls.", PLOT)),
                    {"key": "value"}, {"version": "1", "command": "exact report"})


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return bundle.bundle_files(document(TABLE), 6)


def present(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_is_in_a_bundle(files: dict[str, bytes]) -> None:
    assert list(files) == ["report.html", "report.md", "report.tex", "report.json", "tables/chances.csv",
                           "figures/a-curve.svg", "figures/a-curve.pdf", "manifest.json"]
    manifest = json.loads(files["manifest.json"])
    assert manifest["schema"] == "exact-bundle/1"
    assert manifest["command"] == "exact report"
    assert manifest["sha256"] == {path: hashlib.sha256(data).hexdigest() for path, data in files.items()
                                  if path != "manifest.json"}
    assert b"figures/a-curve.svg" in files["report.md"]
    assert b"figures/a-curve.pdf" in files["report.tex"]
    assert b"<svg" in files["report.html"]


def test_a_page_names_what_lies_beside_it(files: dict[str, bytes]) -> None:
    for page, link in (("report.html", '<a href="{0}">{0}</a>'), ("report.md", "[{0}]({0})")):
        text = files[page].decode()
        for path in ("report.html", "report.md", "report.tex", "report.json", "manifest.json", "tables/chances.csv"):
            assert (link.format(path) in text) == (path != page)
    alone = replace(document(TABLE), index="../index.html")
    page = bundle.bundle_files(alone, 6, {"given/my game.toml": b"x"})["report.html"].decode()
    assert '<a href="../index.html">All reports</a>' in page
    assert '<a href="given/my%20game.toml">given/my game.toml</a>' in page
    assert "run them in this folder" in page
    assert "index.html" not in files["report.html"].decode()


def test_same_document_same_bytes(files: dict[str, bytes]) -> None:
    assert bundle.bundle_files(document(TABLE), 6) == files


def test_new_folder(files: dict[str, bytes], tmp_path: Path) -> None:
    bundle.write_bundle(tmp_path / "new", files)
    assert present(tmp_path / "new") == files
    assert os.listdir(tmp_path) == ["new"]
    assert bundle.differences(tmp_path / "new", files) == ()


def test_a_later_bundle_takes_the_place_of_an_earlier_one(files: dict[str, bytes], tmp_path: Path) -> None:
    bundle.write_bundle(tmp_path, files)
    later = {path: data for path, data in files.items() if not path.startswith("figures/")}
    bundle.write_bundle(tmp_path, later)
    assert present(tmp_path) == later
    assert not (tmp_path / "figures").exists()


def test_foreign_files_are_refused_and_with_force_left_alone(files: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "mine.png").write_bytes(b"mine")
    with pytest.raises(UsageError, match=r"holds 'figures/mine\.png', which no bundle put there.*`force`"):
        bundle.write_bundle(tmp_path, files)
    assert present(tmp_path) == {"figures/mine.png": b"mine"}
    bundle.write_bundle(tmp_path, files, force=True)
    assert present(tmp_path) == {**files, "figures/mine.png": b"mine"}
    bundle.write_bundle(tmp_path, {path: data for path, data in files.items() if "figures" not in path}, force=True)
    assert (tmp_path / "figures" / "mine.png").read_bytes() == b"mine"


@pytest.mark.parametrize("force", [False, True])
def test_a_file_that_is_not_as_a_bundle_left_it_is_never_overwritten(files: dict[str, bytes], tmp_path: Path,
                                                                     force: bool) -> None:
    bundle.write_bundle(tmp_path, files)
    (tmp_path / "report.md").write_bytes(b"my own notes")
    with pytest.raises(UsageError, match=r"'report\.md' there is not as a bundle left it"):
        bundle.write_bundle(tmp_path, files, force)
    assert (tmp_path / "report.md").read_bytes() == b"my own notes"


def test_a_link_out_of_the_folder_is_not_followed(files: dict[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "tables").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match=r"'tables' there is not as a bundle left it"):
        bundle.write_bundle(tmp_path / "here", files, force=True)
    assert os.listdir(tmp_path / "elsewhere") == []


@pytest.mark.parametrize("there", [False, True])
def test_on_a_full_disk_all_is_as_before(files: dict[str, bytes], tmp_path: Path, there: bool,
                                         monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "folder"
    earlier = {**files, "report.md": b"earlier"}
    earlier["manifest.json"] = bundle._manifest(document(), {p: d for p, d in earlier.items() if p != "manifest.json"})
    if there:
        bundle.write_bundle(folder, earlier)
    written: list[int] = []
    write = Path.write_bytes

    def fills_up(path: Path, data: bytes) -> int:
        written.append(len(data))
        if len(written) > 5:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", fills_up)
    with pytest.raises(UsageError, match="No space left on device"):
        bundle.write_bundle(folder, files)
    assert os.listdir(tmp_path) == (["folder"] if there else [])
    assert not there or present(folder) == earlier


@pytest.mark.parametrize(("place", "fault"), [("none/x", "No such file"), ("file", "is a file, and a bundle")])
def test_where_no_bundle_can_be(files: dict[str, bytes], tmp_path: Path, place: str, fault: str) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UsageError, match=fault):
        bundle.write_bundle(tmp_path / place, files)
    assert os.listdir(tmp_path) == ["file"]


def test_differences_name_the_file_and_the_place(files: dict[str, bytes], tmp_path: Path) -> None:
    bundle.write_bundle(tmp_path, files)
    (tmp_path / "report.md").write_bytes(files["report.md"].replace(b"0.333333", b"0.333334"))
    (tmp_path / "tables" / "chances.csv").unlink()
    found = {item.path: item.what for item in bundle.differences(tmp_path, files)}
    assert set(found) == {"report.md", "tables/chances.csv"}
    assert found["report.md"].startswith("differs from byte ")
    assert found["tables/chances.csv"].startswith("cannot be read")


def test_files_of_others_are_named(files: dict[str, bytes], tmp_path: Path) -> None:
    bundle.write_bundle(tmp_path, files)
    (tmp_path / "tables" / "foo.csv").write_bytes(b"x")
    (tmp_path / "note.txt").write_bytes(b"x")
    assert bundle.differences(tmp_path, files) == tuple(
        bundle.Difference(path, "is not of the bundle") for path in ("note.txt", "tables/foo.csv"))


def test_one_of_a_kind_is_said_so() -> None:
    assert bundle.words_of(["report.html", "tables/a.csv", "given/a.toml"]) == (
        "report.html, .md, .tex, .json, 1 table, 1 file of yours, manifest.json")
    assert "2 tables, 1 figure, 2 files of yours" in bundle.words_of(
        ["tables/a.csv", "tables/b.csv", "figures/a.svg", "figures/a.pdf", "given/a.toml", "given/b.toml"])


@pytest.mark.parametrize("manifest", [
    b"", b"[]", b"{", b'{"schema": "exact-bundle/1"}',
    b'{"schema": "other/1", "command": "exact report", "sha256": {}}',
    b'{"schema": "exact-bundle/1", "command": "exact report", "sha256": {"../x": "0"}}',
    b'{"schema": "exact-bundle/1", "command": "exact report", "sha256": {"/etc/passwd": "0"}}'])
def test_what_is_no_manifest(manifest: bytes, tmp_path: Path, files: dict[str, bytes]) -> None:
    (tmp_path / "manifest.json").write_bytes(manifest)
    with pytest.raises(UsageError, match="not the manifest of a bundle"):
        bundle.read_manifest(tmp_path)
    with pytest.raises(UsageError):
        bundle.write_bundle(tmp_path, files)
    assert present(tmp_path) == {"manifest.json": manifest}


@pytest.mark.parametrize("command", ["rm -rf x", "exact", "exact 'report"])
def test_only_commands_of_exact_are_made_again(command: str) -> None:
    with pytest.raises(UsageError, match="is not one of exact"):
        bundle.recorded_words({"command": command})
