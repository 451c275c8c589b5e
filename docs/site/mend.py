# SPDX-License-Identifier: Apache-2.0
"""Corrects errors in the output of Doxygen."""
import re

from listing import CLASS_OF

KEYWORD = re.compile(rf'<a class="el" href="[^"]*">({"|".join(CLASS_OF)})</a>')
ELSEWHERE = re.compile(r'<a href="https?://(?!github\.com/kubexx/kubexx)[^"]*">(.*?)</a>')
CELL = re.compile(r'(<td class="memItemRight"[^>]*>)(.*?)(</td>)', re.S)
MORE = re.compile(r'( class="mdescRight">|<p>)((?:(?!</td>|<p>|</p>).)*?)\s*<a href="([^"#]*)#(\w+)">More\.\.\.</a>', re.S)
MEMBER = re.compile(r'<a id="(\w+)" name="\1"></a>\n<h2 class="memtitle">.*?<div class="memdoc">(.*?)(?=<a id="\w+" name|<!-- contents -->|<h2 class="groupheader")', re.S)
DETAILS = re.compile(r'(<a name="details" id="details"></a>)<h2 class="groupheader">Detailed Description</h2>\n'
                     r'<div class="textblock">(.*?)</div>(?=<h2 class="groupheader">|</div><!-- contents -->)', re.S)
PARAMETER = re.compile(r'(?<= )<a class="el" href="[^"]*">([a-z_]\w*)</a>(?=,|\)| *=)')


def _without_links_of_parameters(match):
    """Doxygen links the name of a parameter to a member that happens to have the same name."""
    name, parenthesis, arguments = match[2].partition('</a> (')
    return match[1] + name + parenthesis + PARAMETER.sub(r'\1', arguments) + match[3]


def _plain(text):
    return ' '.join(re.sub(r'<[^>]+>', '', text).replace('&#160;', ' ').split())


def _details(site):
    """What the links `More...` lead to, as plain text, by page and anchor."""
    found = {}
    for page in site.glob('*.html'):
        text = page.read_text()
        if match := DETAILS.search(text):
            found[page.name, 'details'] = _plain(match[2])
        for anchor, description in MEMBER.findall(text):
            found[page.name, anchor] = _plain(description)
    return found


def _without_repetitions(name, text, details):
    """Doxygen has a link `More...` and a section of details also if both only repeat the brief description."""
    repeated = set()

    def link(match):
        target = (match[3] or name, match[4])
        if details.get(target) != _plain(match[2]):
            return match[0]
        repeated.add(target)
        return match[1] + match[2]

    changed = MORE.sub(link, text)
    return DETAILS.sub(r'\1', changed) if (name, 'details') in repeated else changed


def pages(site, headers):
    """headers: the page of each header."""
    path_of = {page: path for path, page in headers.items()}
    details = _details(site)
    for page in site.glob('*.html'):
        text = page.read_text()
        # Doxygen 1.9.8 links some keywords to enumerators.
        changed = CELL.sub(_without_links_of_parameters, KEYWORD.sub(r'\1', text))
        changed = _without_repetitions(page.name, changed, details)
        if re.match('(class|struct|namespace)|.*_8hpp|annotated|deprecated', page.name):
            # Addresses in comments are text: the links that leave the site lead to the sources of kubexx.
            changed = ELSEWHERE.sub(r'\1', changed)
        # Doxygen announces nested classes also where all of them are private.
        if 'href="#nested-classes"' in text and 'name="nested-classes"' not in text:
            changed = re.sub(r'<a href="#nested-classes">.*?</a>(?: &#124;\n)?', '', changed)
        if page.name in path_of:  # there are many v1.hpp
            title = path_of[page.name]
            changed = re.sub(r'(<title>.*?)[^:<>]* File Reference</title>', rf'\1{title}</title>', changed, count=1)
            title = re.sub(r'(?<=[/_])', '<wbr>', title)  # where a narrow screen breaks it
            changed = re.sub(r'<div class="title">.*? File Reference', f'<div class="title">{title}', changed, count=1)
        # A narrow screen breaks a long name between its scopes.
        changed = re.sub(r'(?<=<div class="title">)[^<]*', lambda match: match[0].replace('::', '::<wbr>'), changed)
        if changed != text:
            page.write_text(changed)


def navigation(site):
    """The navigation leads from a header to members of namespaces, whose anchors are on the page of the namespace."""
    home = {}
    for page in site.glob('namespace*.html'):
        for anchor in re.findall(r'id="(a[0-9a-f]{32,})"', page.read_text()):
            home.setdefault(anchor, page.name)
    for data in site.glob('*_8hpp.js'):
        text = data.read_text()
        changed = re.sub(r'"[\w.-]+_8hpp\.html#(a[0-9a-f]{32,})"',
                         lambda match: f'"{home[match[1]]}#{match[1]}"' if match[1] in home else match[0], text)
        if changed != text:
            data.write_text(changed)
