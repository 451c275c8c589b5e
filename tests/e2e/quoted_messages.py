#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""quoted_messages.py MESSAGES_FOLDER: which Status messages tests/apiserver quotes that no recorded answer has.

The e2e.Topic/Recordings tests write what the real server has said into build/release/tests/e2e/messages. Names, numbers
and what stands in quotes may differ: a quote is recorded when three quarters of its words stand in one message. KNOWN names
those that cannot be recorded. Fails when others are missing.
"""
import json
import pathlib
import re
import sys

LITERAL = re.compile(r'R"\w*\((?P<raw>.*?)\)\w*"|"(?P<text>(?:[^"\\\n]|\\.)*)"', re.S)
SAYS = re.compile(
    r"must|nvalid|Required|orbidden|not found|cannot|may not|should|nknown|Unsupported|already exists|nable|expected"
    r"|Too |uplicate|denied|rror|too |does not|deprecated|immutable"
)
# Files of recordings/ that have no requests.
NOT_TOPICS = {"differences", "kubernetes-1.36"}
# What a test quotes, by a part of it, and why no recording has it.
KNOWN = {
    "limit is 3145728": "the limit of a body is the listener's, and recordings reach our server without one",
    "431 Request Header Fields": "it is the listener's",
    "Unsupported transfer encoding": "it is the listener's",
    "maximum operations in a JSON patch": "a patch of 10 001 operations is no file to read",
    "no webhook at": "what the test's own caller of webhooks says",
    "fieldsType": "a real server ignores such an entry, as recorded; the text is of the function below",
    "choose one of: [one two]": "logs of a pod need a kubelet; kubectl_lines/nodes.yaml has it",
    "operation must be `Apply`": "as well",
    "unknown Update": "the test's own list of managers",
    "Deployment enables": "no message",
    "unexpected EOF (6b387300ff)": "a protobuf body is no text",
    "must either both be set": "a real server gives a Pod podIPs when it has podIP; what stored it before 1.16 may differ",
    "too old resource version: ": "a real server forgets versions after five minutes; client_restart_test.cpp waits for it",
    "annotations: Too long": "256 KiB of annotations are no file to read",
    "does not exist in namespace": "it is the message of an Event that the garbage collector records, not of a Status",
    "must be at least 10 minutes": "it is said of a certificate that begins now, which no file has",
}


def quotes(source):
    """The string literals of a C++ file with the line of each; adjacent ones are one."""
    source = re.sub(r"(?m)^\s*//.*$", "", source)
    end, text, line = -1, "", 0
    for match in LITERAL.finditer(source):
        part = match["raw"] if match["raw"] is not None else match["text"].encode().decode("unicode_escape")
        if end < 0 or source[end : match.start()].strip():
            if text:
                yield line, text
            text, line = "", source.count("\n", 0, match.start()) + 1
        text += part
        end = match.end()
    if text:
        yield line, text


def words_of(text):
    if text.startswith('299 - "'):
        text = text[len('299 - "') :].rstrip('"').replace('\\"', '"')
    text = re.sub(r"expression '.*' resulted", "expression resulted", text)
    text = re.sub(r"rule: .*", "rule:", text)
    text = re.sub(r"(?s)(<input>):\d+:\d+: (.*?)\n \|.*", r"\1 \2", text)
    text = re.sub(r"\\*\"[^\"]*\"|(?<![A-Za-z])'[^']*'", " ", text)
    text = re.sub(r"[\w-]*(\[[^\]]*\])?(\.[\w-]+(\[[^\]]*\])?)+", " ", text)
    return set(re.findall(r"[A-Za-z]{2,}", text))


def main():
    topics = [file.stem for file in (pathlib.Path(__file__).parent / "recordings").glob("*.yaml")]
    files = [pathlib.Path(sys.argv[1]) / f"{topic}.json" for topic in topics if topic not in NOT_TOPICS]
    if absent := [file.stem for file in files if not file.exists()]:
        sys.exit(f"no messages of {', '.join(absent)}: run e2e.Topic/Recordings first")
    said = {frozenset(words_of(message)) for file in files for message in json.loads(file.read_text())}
    found, missing = 0, 0
    for file in sorted((pathlib.Path(__file__).parent.parent / "apiserver").glob("*_test.cpp")):
        for line, text in quotes(file.read_text()):
            if len(text) <= 20 or " " not in text or not SAYS.search(text) or text.lstrip()[:1] in "{[":
                continue
            words = words_of(text)
            if any(len(words & message) >= 0.75 * len(words) for message in said):
                found += 1
            elif not any(part in text for part in KNOWN):
                missing += 1
                print(f"{file.name}:{line}: {text}")
    print(f"{found} quoted messages are recorded, {missing} are not")
    return 1 if missing or not found else 0


if __name__ == "__main__":
    sys.exit(main())
