# SPDX-License-Identifier: Apache-2.0
"""Copies the public headers in a form that Doxygen parses correctly.

Doxygen 1.9.4 parses `<T>` in a comment as HTML, a quote inside backticks as the end of the code, an attribute as part
of the type, and a macro call without a semicolon as a function. The copies contain none of these.
"""
import itertools
import re
import textwrap
from pathlib import Path

DESCRIPTIONS = re.compile(r'^[ \t]*(?:BOOST_DESCRIBE_\w+|KUBEXX_(?:COMPILED|DESCRIBE\w*|SCHEMA))\(', re.M)
DEPRECATED = re.compile(r'\[\[deprecated\(((?:\s*"(?:[^"\\]|\\.)*")+)\)\]\][ \t]*')
OTHER_ATTRIBUTES = re.compile(r'\[\[(?:nodiscard|unlikely|gnu::)[^\]]*\]\][ \t]*')
CODE = '   '  # three blanks after the slashes begin a listing
CODE_SPAN = re.compile(r'(`+)(.+?)\1(?!`)', re.S)
# An address, which Doxygen takes as it is; with quotes around it, the quotes too.
ADDRESS = re.compile(r'("[^"\s]*://[^"\s]*"|\bhttps?://[^\s,;)\]<>"]*[^\s,;.)\]<>:\'"])')
ABBREVIATION = re.compile(r'\b((?:[Ee]\.g|[Ii]\.e|[Ee]tc|[Vv]s|[Ee]x|cf|approx)\.)\s(?!\s*(?:\n|[-*] ))')
# An address with placeholders: Doxygen would show the escapes of its angle brackets.
TEMPLATE_ADDRESS = re.compile(r'(?<![`"\w])https?://<[^\s`]*[^\s`.,;:)]')
# A lone word that is also the name of a class; at the start of a sentence and beside another such word it is a word.
WORD = re.compile(r'(?P<before>^|[.:;!?] |[.:;!?]\n *|\n *[-*] |\n\n *|[A-Z][a-z]+[ \n])?\b(?P<word>[A-Z][a-z]+)\b(?!::|\()(?=(?P<after> [A-Z][a-z])?)')
SEVERAL = re.compile(r'\s*[\w:<>]+ (?:\w+(?: = \{\})?, )+\w+(?: = \{\})?;\s*')
NAME = re.compile(r'^[A-Za-z_]\w*(?:::~?\w+)*(?:\(\))?$')


def public_headers(top):
    """The public headers of a source folder, each with the path by which it is included."""
    found = {}
    for folder in sorted(top.glob('*/include')):
        for path in sorted(folder.rglob('*.hpp')):
            if 'detail' not in path.parts:
                found[path.relative_to(folder).as_posix()] = path
    return found


def _blank(text, begin, end):
    return text[:begin] + '\n' * text.count('\n', begin, end) + text[end:]


def _without_descriptions(text):
    """Removes the calls of macros such as BOOST_DESCRIBE_STRUCT, but not their definitions."""
    while match := DESCRIPTIONS.search(text):
        depth, at = 1, match.end()
        while depth:
            depth += {'(': 1, ')': -1}.get(text[at], 0)
            at += 1
        if text[at:at + 1] == ';':
            at += 1
        text = _blank(text, match.start(), at)
    return text


def _prose(text, names=None):
    """Plain text of a comment: nothing in it is a command or a tag."""
    text = re.sub(r'\[([^\]]+)\]\((https?://[^)\s]+)\)', r'\1 (\2)', text)
    return ''.join(part if at % 2 else _words(part, names) for at, part in enumerate(ADDRESS.split(text)))


def _words(text, names):
    text = re.sub(r'&(?!\w+;)', '&amp;', text)
    text = re.sub(r'([\\@#$])', r'\\\1', text)
    text = re.sub(r'%(?=\w)', r'\%', text)
    text = re.sub(r'(?<![*\n])(?<!\A)\*(?!\*)|(?<=\n)\*(?![* ])', r'\*', text)
    # Doxygen takes quoted text without blanks literally, and two hyphens for a dash. The dot of e.g. ends the first
    # sentence unless a backslash and a blank follow.
    text = text.replace('<', '&lt;').replace('>', '&gt;').replace('"', '&quot;').replace('--', r'\--')
    text = ABBREVIATION.sub(r'\1\\ ', text)
    return WORD.sub(lambda match: _word(match, names), text) if names else text


class Links:
    """The links in the comments of one header. find: see `names` in convert()."""

    def __init__(self, find, path):
        self.find, self.path = find, path

    def __call__(self, name):
        return self.find(name)

    def is_of_kubernetes(self, word):
        """Whether a lone word means something else than our class: a queue's Lease is not the one of an election, and the
        comments of the built-in kinds are the sentences of Kubernetes."""
        return self.path.startswith('kubexx/types/') or word == 'Lease' and not self.path.startswith('kubexx/workqueue/')


def _word(match, names):
    plain = names(match['word']) and (
        match['before'] is not None or match['after'] or names.is_of_kubernetes(match['word']))
    before = match['before'] or ''
    return ('%' if names(before.strip()) else '') + before + ('%' if plain else '') + match['word']


def _code(span, names, following):
    text = span.strip('`')
    if following.isalnum():
        return '<tt>' + _prose(text) + '</tt>'
    if NAME.match(text) and names:
        target = names(text.removesuffix('()'))
        if target:
            return f'<tt>@ref {target} "{text}"</tt>'
    return '``' + text + '``' if '`' not in text else span


def _with_whole_rows(lines):
    """Joins the rows of a table with those that continue them, which begin with more blanks."""
    result = []
    for line in lines:
        if re.match(r' *\|  ', line) and result and result[-1].lstrip().startswith('|'):
            cells = zip(result[-1].strip().strip('|').split('|'), line.strip().strip('|').split('|'))
            line = ' | ' + ' | '.join(f'{first.strip()} {second.strip()}'.strip() for first, second in cells) + ' |'
            result[-1] = line
        else:
            result.append(line)
    return result


def comment(lines, names=None):
    """The lines of one comment, without `///`, as Markdown for Doxygen."""
    lines = _with_whole_rows(lines)
    result, prose, in_list = [], [], False

    def flush():
        text, at, parts = TEMPLATE_ADDRESS.sub(r'`\g<0>`', '\n'.join(prose)), 0, []
        if text.startswith(' '):  # so that the first word is at the start of the text
            parts, at = [' '], 1
        for span in CODE_SPAN.finditer(text):
            parts += [_prose(text[at:span.start()], names), _code(span[0], names, text[span.end():span.end() + 1])]
            at = span.end()
        if prose:
            result.extend((''.join(parts) + _prose(text[at:], names)).split('\n'))
        prose.clear()

    at = 0
    while at < len(lines):
        line = lines[at]
        if not line.strip():
            in_list = False
        elif re.match(r' ?([-*+]|\d+\.) ', line):
            in_list = True
        if line.startswith(CODE) and not in_list:
            flush()
            end = at
            while end < len(lines) and (lines[end].startswith(CODE) or
                                        not lines[end].strip() and lines[end + 1:end + 2] and
                                        lines[end + 1].startswith(CODE)):
                end += 1
            code = textwrap.dedent('\n'.join(lines[at:end])).split('\n')
            language = '{.cpp}' if re.search(r'[;{]$|;\s+//|…$', '\n'.join(code), re.M) else '{.unparsed}'
            result += ['', ' ~~~' + language, *(' ' + text for text in code), ' ~~~']
            at = end
            continue
        prose.append(line)
        at += 1
    flush()
    return result


def convert(text, names=None, added=None, about=None):
    """Returns the copy and, for each of its lines, the number of the line in the header.

    names: maps a name in backticks to what @ref takes. added: comments for declarations that have none, by line.
    about: what the header has, as Markdown.
    """
    text = _without_descriptions(text)
    deprecated = {}
    while match := DEPRECATED.search(text):
        reason = ''.join(re.findall(r'"((?:[^"\\]|\\.)*)"', match[1])).replace('\\"', '"')
        before = text[text.rfind('\n', 0, match.start()) + 1:match.start()]
        if not re.search('[{,]', before):  # of a declaration, not of one enumerator among others
            deprecated[text.count('\n', 0, match.start()) + 1] = reason
        text = text[:match.start()] + '\n' * match[0].count('\n') + text[match.end():]
    source = [line if line.lstrip().startswith('//') else OTHER_ATTRIBUTES.sub('', line) for line in text.split('\n')]
    lines, origin = [], []

    def put(line, number):
        lines.append(line)
        origin.append(number)

    def comment_at(begin):
        """The lines of the comment that begins there, without `///`."""
        return [match[1] for match in itertools.takewhile(
            bool, (re.match(r'\s*///(?!<)(.*)', line) for line in source[begin:]))]

    # A comment before a namespace describes the header.
    first = next((number for number, line in enumerate(source) if line.startswith('///')), None)
    of_file = comment_at(first) if first is not None else []
    if not of_file or not source[first + len(of_file)].startswith('namespace '):
        first, of_file = None, []
    if about or of_file:
        put('/** @file', 1)
        for line in comment([' ' + about, ''] if about else [], names):
            put(line, 1)
        for offset, line in enumerate(comment(of_file, names)):
            put(line, first + 1 + min(offset, len(of_file) - 1))
        put('*/', 1)
    at = 0
    while at < len(source):
        number, line = at + 1, source[at]
        indent = line[:len(line) - len(line.lstrip())]
        for more in (added or {}).get(number, []):
            put(indent + '///' + more, number)
        if number in deprecated:
            reason = comment([' ' + deprecated[number][:1].upper() + deprecated[number][1:] + '.'], names)
            put(indent + '///', number)
            put(indent + '/// @deprecated' + reason[0], number)
        if re.match(r'\s*///(?!<)', line):
            block = comment_at(at)
            at += len(block)
            if number - 1 == first:
                continue
            for offset, more in enumerate(comment(block, names)):
                put(indent + '///' + more, min(number + offset, number + len(block) - 1))
            continue
        if (match := re.match(r'(.*?)///<(.*)', line)) and not line.lstrip().startswith('//'):
            block = [match[2]]
            while at + 1 < len(source) and (more := re.match(r'\s*///<(.*)', source[at + 1])):
                block.append(more[1])
                at += 1
            # The comment of several members in one declaration applies to each of them.
            for before in re.split(r'(?<=,) ', match[1]) if SEVERAL.fullmatch(match[1]) else [match[1]]:
                for more in comment(block, names):
                    put(before + ' ///<' + more, number)
                    before = ' ' * len(before)
        else:
            put(line, number)
        at += 1
    return lines, origin


def write_copies(headers, folder, names=None, added=None, about=None):
    """Writes the copies and returns the origins of their lines, by header."""
    origins = {}
    for name, path in headers.items():
        links = names and Links(names, name)
        lines, origins[name] = convert(path.read_text(), links, (added or {}).get(name), (about or {}).get(name))
        copy = Path(folder, name)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text('\n'.join(lines))
    return origins
