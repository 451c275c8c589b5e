# SPDX-License-Identifier: Apache-2.0
"""Adds the headings of the pages to Doxygen's search, which has only the titles, and improves the style of results."""
import html
import re

STYLE = '''
/* docs/site/search.py */
.SRResult, .SRResult a, a.SRSymbol, a.SRScope, div.SRChildren a { font-size: 14px !important; line-height: 1.5 !important; }
.SRPage .SRStatus { font-size: 14px; }
'''
LITTLE_WORDS = set('a an and are as at by for from how if in into is it its not of on or that the their them to what when why with'.split())


def _key(text):
    return ''.join(char if char.isalnum() and char.isascii() else f'_{byte:02x}'
                   for char in text.lower() for byte in (char.encode()[:1] if char.isascii() else b'\x20'))


def _entries(pages):
    """(key, title, address, page) for each heading, under each of its words."""
    for page, headings in pages.items():
        for anchor, title in headings:
            words = re.findall(r'[\w.:/-]+', title)
            for at, word in enumerate(words):
                if at == 0 or word.lower() not in LITTLE_WORDS:
                    yield _key(' '.join(words[at:])), title, f'../{page.id}.html#{anchor}', page.title


def add_headings(site, pages):
    """pages: for each page its headings as (anchor, title)."""
    index = (site / 'search/searchdata.js').read_text()
    letters = re.search(r'^  0: "(.*)"', index, re.M)[1]
    by_letter = {}
    for number, (key, title, address, page) in enumerate(_entries(pages)):
        name, where = (html.escape(text).replace("'", "\\'").replace('&#x27;', "\\'") for text in (title, page))
        by_letter.setdefault(key[:1], []).append(f"  ['{key}_s{number}',['{name}',['{address}',1,'{where}']]]")
    for letter, lines in by_letter.items():
        if letter in letters:
            path = site / f'search/all_{letters.index(letter):x}.js'
            old = re.findall(r"^  \['.*\]\]\]", path.read_text(), re.M)
            path.write_text('var searchData=\n[\n' + ',\n'.join(sorted(old + lines)) + '\n];\n')
    with open(site / 'search/search.css', 'a', encoding='utf-8') as style:
        style.write(STYLE)
