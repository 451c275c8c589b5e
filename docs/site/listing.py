# SPDX-License-Identifier: Apache-2.0
"""Converts listings of the pages to the HTML of Doxygen, with coloured C++ and links to declarations of public headers.

Doxygen's own links are unreliable: it does not know that a listing is in namespace kubexx, and links local variables to
members.
"""
import html
import re

TOKEN = re.compile(r'''(?P<comment>//[^\n]*|/\*.*?\*/)
  |(?P<preprocessor>^[ ]*\#[^\n]*)
  |(?P<stringliteral>R"(?P<mark>\w*)\(.*?\)(?P=mark)"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  |(?P<number>\b\d[\w']*(?:\.\d+)?)
  |(?P<name>[A-Za-z_]\w*(?:::~?[A-Za-z_]\w*)*)''', re.S | re.M | re.X)
KEYWORDS = {
    'keyword': '''alignas auto class concept const consteval constexpr decltype delete enum explicit false final friend
        inline mutable namespace new noexcept nullptr operator override private protected public requires static
        static_assert static_cast struct template this true typename union using virtual volatile''',
    'keywordflow': 'break case catch co_await co_return co_yield continue default do else for if return switch throw try while',
    'keywordtype': 'bool char double float int long short signed unsigned void',
}
CLASS_OF = {word: kind for kind, words in KEYWORDS.items() for word in words.split()}


def _span(kind, text):
    # A span ends with its line, because each line is an element.
    return '\n'.join(f'<span class="{kind}">{html.escape(line, quote=False)}</span>' for line in text.split('\n'))


def _name(text, called, names):
    if text in CLASS_OF:
        return _span(CLASS_OF[text], text)
    parts = text.split('::')
    for count in range(len(parts), 0, -1):
        known = '::'.join(parts[:count])
        url = names.url(known + '()' if called and count == len(parts) > 1 else known)
        if url:
            return f'<a class="code" href="{url}">{known}</a>' + html.escape(text[len(known):], quote=False)
    return html.escape(text, quote=False)


def cpp(text, names):
    """The lines of a C++ listing as HTML."""
    parts, at = [], 0
    for token in TOKEN.finditer(text):
        parts.append(html.escape(text[at:token.start()], quote=False))
        at = token.end()
        kind = next(group for group in ('comment', 'preprocessor', 'stringliteral', 'number', 'name') if token[group])
        if kind == 'number':
            parts.append(token[0])
        elif include := kind == 'preprocessor' and re.match(r'( *#include <)(kubexx/[\w/]+\.hpp)>(.*)', token[0]):
            parts.append(f'<span class="preprocessor">{html.escape(include[1])}</span>'
                         f'<a class="code" href="{names.url(include[2]) or ""}">{include[2]}</a>'
                         f'<span class="preprocessor">&gt;{include[3]}</span>' if names.url(include[2])
                         else _span(kind, token[0]))
        elif kind == 'name':
            # A member of an object and a name of another namespace have no address here.
            before = text[:token.start()][-2:]
            member = before.endswith('.') or before in ('->', '::') or token[0].startswith('std::')
            parts.append(html.escape(token[0]) if member else _name(token[0], text[at:at + 1] == '(', names))
        else:
            parts.append(_span(kind, token[0]))
    return ''.join(parts) + html.escape(text[at:], quote=False)


def listing(text, language, names):
    lines = (cpp(text, names) if language == 'cpp' else html.escape(text, quote=False)).split('\n')
    return '<div class="fragment">' + '\n'.join(f'<div class="line">{line}</div>' for line in lines) + '</div>\n'
