"""The explorer's page as one HTML file: its template, style sheet, script, words and data, under a policy that forbids
it to ask for anything or to send anything."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from html import escape
from importlib.resources import files
from typing import Any

HERE = files("exact.report.explorer")
SCRIPTS = ("numbers", "cards", "law", "position", "odds", "counts", "address", "charts", "words", "view", "app",
           "keypad", "log", "lists", "bets", "tools", "page")
"""The modules of the script, each after those that it imports: the page has them as one."""
LANGUAGES = ("en", "pl", "ru")
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./\w+\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const)\b)", re.MULTILINE)
_COMMENT = re.compile(r"^ *(?:/\*\*(?:[^*]|\*(?!/))*\*/|//[^\n]*)\n", re.MULTILINE)
_WORD = re.compile(r'(<(\w+)[^>]* data-word="(\w+)"[^>]*>)(?=</\2>)')


def _text(name: str) -> str:
    return HERE.joinpath(name).read_text(encoding="utf-8")


def words() -> dict[str, Any]:
    """Every word of the page, by language."""
    return {language: json.loads(_text(f"words/{language}.json")) for language in LANGUAGES}


def script() -> str:
    """The modules as one, without their comments and indents, which are for those who read them in the repository."""
    whole = "".join(_EXPORT.sub("", _IMPORT.sub("", _text(f"{name}.js"))) for name in SCRIPTS)
    return re.sub(r"^ +", "", _COMMENT.sub("", whole), flags=re.MULTILINE)


def write_page(data: Mapping[str, Any]) -> str:
    """The page with its data; the same data gives the same bytes."""
    spoken = words()
    style, code = _text("explorer.css"), script()
    policy = (f"default-src 'none'; script-src '{_hash(code)}'; style-src '{_hash(style)}'; base-uri 'none';"
              " form-action 'none'")
    english = spoken["en"]
    page = _WORD.sub(lambda match: match[1] + escape(english[match[3]]), _text("explorer.html"))
    whole = json.dumps({**data, "words": spoken}, ensure_ascii=False, separators=(",", ":"))
    parts = {"policy": policy, "style": style, "script": code, "data": whole.replace("<", "\\u003c")}
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], page)


def _hash(text: str) -> str:
    """How a policy names the one text that may run."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
