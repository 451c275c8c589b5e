# SPDX-License-Identifier: Apache-2.0
"""Converts the Markdown pages to pages of Doxygen. cmark-gfm parses them as GitHub does. Headings become sections; the
rest is the HTML of cmark-gfm."""
import html
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from listing import listing

REPOSITORY = 'https://github.com/kubexx/kubexx'
OTHER_PAGES = ['README.md', 'docs/README.md', 'samples/README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
BLOCK = re.compile(r'<h([1-6])>(.*?)</h\1>\n|<pre><code(?: class="language-(\w+)")?>(.*?)</code></pre>\n', re.S)
# Headings of columns whose names are those of other projects.
OTHERS = re.compile(r'client-go|controller-runtime|kube-rs|kubernetes-client|libcurl|controller-gen')
SECTIONS = {2: 'section', 3: 'subsection', 4: 'subsubsection'}


@dataclass(frozen=True)
class Page:
    path: str
    top: Path

    @property
    def id(self):
        """README.md: index; docs/guides/client.md: guides-client; samples/README.md: samples."""
        name = self.path.removesuffix('.md').removesuffix('/README').removeprefix('docs/').replace('/', '-').lower()
        return {'readme': 'index', 'docs': 'documentation'}.get(name, name)

    @property
    def text(self):
        return Path(self.top, self.path).read_text()

    @property
    def title(self):
        return re.search(r'^# (.*)', self.text, re.M)[1].replace('`', '')


def all_pages(top):
    guides = sorted(path.relative_to(top).as_posix() for path in Path(top, 'docs').rglob('*.md'))
    return {path: Page(path, top) for path in dict.fromkeys(OTHER_PAGES + guides)}


def slug(title, used):
    """The anchor that GitHub gives a heading."""
    text = re.sub(r'[^\w\- ]', '', html.unescape(re.sub(r'<[^>]+>', '', title)).lower()).replace(' ', '-')
    count = used.get(text, 0)
    used[text] = count + 1
    return f'{text}-{count}' if count else text


def mark_others(table):
    """Marks the code in the columns of other projects, so that e.g. their Reflector does not link to ours."""
    rows = re.findall(r'<tr>.*?</tr>', table[0], re.S)
    heads = re.findall(r'<th[^>]*>(.*?)</th>', rows[0], re.S)
    others = {at for at, head in enumerate(heads) if OTHERS.search(head)}
    for row in rows[1:]:
        cells = re.findall(r'<td[^>]*>.*?</td>', row, re.S)
        marked = [cell.replace('<code>', '<code class="other">') if at in others else cell for at, cell in enumerate(cells)]
        rows[rows.index(row)] = '<tr>\n' + '\n'.join(marked) + '\n</tr>'
    return '<table>\n' + '\n'.join(rows) + '\n</table>'


class Writer:
    def __init__(self, top, pages, names):
        self.top, self.pages, self.names = top, pages, names
        self.images, self.errors, self.headings = set(), [], {}

    def _link(self, page, target):
        """The address on the site for a link of a page."""
        if re.match(r'(https?|mailto):', target):
            return target
        path, _, anchor = target.partition('#')
        path = os.path.normpath(os.path.join(os.path.dirname(page.path), path)) if path else page.path
        if path in self.pages:
            to = self.pages[path].id
            return f'{to}.html' + (f'#{to}--{anchor}' if anchor else '')
        header = re.sub(r'^\w+/include/', '', path)
        if header in self.names.headers:
            return self.names.headers[header]
        if not Path(self.top, path).exists():
            self.errors.append(f'{page.path}: no file {path}')
        kind = 'tree' if Path(self.top, path).is_dir() else 'blob'
        return f'{REPOSITORY}/{kind}/main/{path}' + (f'#{anchor}' if anchor else '')

    def _image(self, page, target, attributes):
        path = os.path.normpath(os.path.join(os.path.dirname(page.path), target))
        self.images.add(path)
        name = os.path.basename(path)
        return f'<a class="picture" href="{name}"><img src="{name}"{attributes}></a>'

    def _prose(self, page, text):
        text = re.sub(r'(<a href=")([^"]*)"', lambda match: match[1] + self._link(page, match[2]) + '"', text)
        text = re.sub(r'<img src="([^"]*)"([^>]*)>', lambda match: self._image(page, match[1], match[2]), text)
        text = re.sub(r'</?t(head|body)>\n?', '', text)
        text = re.sub(r'<table>.*?</table>', mark_others, text, flags=re.S)
        text = text.replace('<table>', '<table class="markdownTable">')
        parts = re.split(r'(<a .*?</a>)', text, flags=re.S)
        return ''.join(part if part.startswith('<a ') else re.sub(r'<code>([^<]*)</code>', self._code, part)
                       for part in parts)

    def _code(self, match):
        url = self.names.url(html.unescape(match[1]))
        return f'<a class="el" href="{url}">{match[0]}</a>' if url else match[0]

    def write(self, page):
        """The page as the text of a .dox file."""
        made = subprocess.run(['cmark-gfm', '-e', 'table', '-e', 'strikethrough'], input=page.text,
                              capture_output=True, text=True, check=True).stdout
        made = re.sub(r'<!-- raw HTML omitted -->', '', made)
        lines, used, at, title = [], {}, 0, None
        raw, listings = [], []
        headings = self.headings.setdefault(page, [])

        def flush():
            text = self._prose(page, ''.join(raw)).strip('\n')
            text = re.sub(r'<!--(\d+)-->', lambda match: listings[int(match[1])], text)
            raw.clear()
            if text:
                lines.extend(['@htmlonly[block]', *text.split('\n'), '@endhtmlonly', ''])

        for block in BLOCK.finditer(made):
            raw.append(made[at:block.start()])
            at = block.end()
            if block[1] == '1' and not title:
                title = page.title
                slug(block[2], used)
            elif block[1] and page.id == 'index':
                # No section: the navigation would list it among the groups of pages.
                anchor = f'index--{slug(block[2], used)}'
                raw.append(f'<h2 id="{anchor}">{block[2]}</h2>\n')
                headings.append((anchor, re.sub(r'<[^>]+>', '', html.unescape(block[2]))))
            elif block[1]:
                flush()
                anchor = f'{page.id}--{slug(block[2], used)}'
                plain = html.unescape(re.sub(r'<[^>]+>', '', block[2]))
                headings.append((anchor, plain))
                plain = re.sub(r'([\\@#$%_*])', r'\\\1', plain).replace('<', '&lt;').replace('>', '&gt;')
                lines += ['', f'@{SECTIONS[int(block[1])]} {anchor} {plain}', '']
            else:
                code = html.unescape(block[4]).rstrip('\n')
                raw.append(f'<!--{len(listings)}-->')
                listings.append(listing(code, block[3], self.names))
        raw.append(made[at:])
        flush()
        title = re.sub(r'^(\d+)\. ', '\\1.\u00a0', title)  # with another blank it would be a list
        head = f'@mainpage {title}' if page.id == 'index' else f'@page {page.id} {title}'
        contents = ['@tableofcontents{HTML:2}', ''] if made.count('<h2>') > 2 and page.id != 'index' else []
        return '/** ' + '\n'.join([head, '', *contents, *lines]).replace('*/', '*&#47;') + '*/\n'
