# SPDX-License-Identifier: Apache-2.0
"""Generates the navigation, llms.txt and a line for each header from docs/README.md and docs/reference/headers.md."""
import os
import re
import subprocess
from xml.sax.saxutils import quoteattr

from pages import REPOSITORY

ROW = re.compile(r'^\| \[([^\]]+)\]\(([^)]+)\) \| (.*) \|$')


def sections(pages):
    """The tables of docs/README.md: (section, [(title, page, purpose)]), files that are no page left out."""
    found, purpose = [], ''
    for line in pages['docs/README.md'].text.split('\n'):
        if line.startswith('## '):
            found.append((line[3:], []))
        elif line.startswith('| ') and ' | ' in line and not ROW.match(line):
            purpose = line.split(' | ')[1].removesuffix(' |')
        elif match := ROW.match(line):
            path = os.path.normpath(os.path.join('docs', match[2]))
            if path in pages:
                found[-1][1].append((match[1], pages[path], match[3]))
    return found


def layout(pages, deprecated):
    """Doxygen's layout with a navigation by the sections of docs/README.md, and the reference.

    deprecated: whether a declaration is deprecated. Doxygen has no page of them otherwise.
    """
    text = subprocess.run(['doxygen', '-l', '-'], capture_output=True, text=True, check=False).stdout
    tabs = ['<tab type="mainpage" visible="yes" title="kubexx"/>']
    for section, rows in sections(pages):
        tabs.append(f'<tab type="usergroup" visible="yes" url="[none]" title={quoteattr(section)}>')
        for title, page, purpose in rows:
            if title.isdigit():  # a design note, whose title has the number
                title = page.title
            tabs.append(f'<tab type="user" visible="yes" url="@ref {page.id}" title={quoteattr(title.replace("`", ""))}/>')
        tabs.append('</tab>')
    tabs.append('''<tab type="usergroup" visible="yes" url="[none]" title="API">
<tab type="classlist" visible="yes" title="Classes and structs" intro="Classes, structs and enumerations by namespace."/>
<tab type="namespacelist" visible="yes" title="Namespaces" intro="Namespaces with their functions."/>
<tab type="filelist" visible="yes" title="Headers" intro="The public headers, as they are included."/>
<tab type="classindex" visible="yes" title="Index of classes"/>
<tab type="namespacemembers" visible="yes" title="Index of functions" intro=""/>
<tab type="classmembers" visible="yes" title="Index of members" intro=""/>
<tab type="globals" visible="yes" title="Macros" intro=""/>''')
    if deprecated:
        tabs.append('<tab type="user" visible="yes" url="@ref deprecated" title="Deprecated"/>')
    tabs.append('</tab>')
    tabs.append(f'<tab type="user" visible="yes" url={quoteattr(REPOSITORY)} title="Source"/>')
    return re.sub(r'<navindex>.*</navindex>', lambda _: '<navindex>\n' + '\n'.join(tabs) + '\n</navindex>', text, flags=re.S)


def header_contents(pages, headers):
    """The description of each header: from docs/reference/headers.md, or derived from its path."""
    found = {}
    for name in headers:
        if match := re.fullmatch(r'kubexx/types/(\w+)/(\w+)\.hpp', name):
            found[name] = f'The built-in kinds of {match[1]}/{match[2]}.'
        elif match := re.fullmatch(r'(kubexx/types/(\w+)/(\w+))/\w+\.hpp', name):
            found[name] = f'Structs of the built-in kinds of {match[2]}/{match[3]}. `{match[1]}.hpp` includes all of them.'
    for name, text in re.findall(r'^\| `(kubexx/[\w/]+\.hpp)` \| (.*) \|$', pages['docs/reference/headers.md'].text, re.M):
        if re.fullmatch(r'`kubexx/[\w/]+\.hpp`', text):
            text = f'Deprecated: include {text}'
        found[name] = text[:1].upper() + text[1:] + ('' if text.endswith('.') else '.')
    return found


def namespaces(headers):
    """Comments for the namespaces of the built-in kinds."""
    groups = {}
    for name, path in headers.items():
        match = re.match(r'kubexx/types/(\w+)/(\w+)/', name)
        found = match and re.search(r'^namespace (kubexx::\w+)', path.read_text(), re.M)
        if found:
            groups[found[1]] = re.sub(r'kubexx::([a-z]+)(v\d.*)', r'\1/\2', found[1])
    texts = {name: f'The built-in kinds of {group} as structs.' for name, group in groups.items()}
    texts['kubexx::metav1'] = 'The structs of meta/v1 that only built-in kinds use.'
    return ''.join(f'/** @namespace {name}\n{text} */\n' for name, text in texts.items())


def write_llms(site, pages, names):
    """llms.txt, the index for language models, and llms-full.txt, the text of all its pages."""
    lines = ['# kubexx', '', '> A Kubernetes controller framework for C++20.', '',
             f'- [Overview](index.html): what kubexx is, what is different, a complete operator']
    order = [pages['README.md']]
    for section, rows in sections(pages):
        lines += ['', f'## {section}', '']
        for title, page, purpose in rows:
            lines.append(f'- [{page.title}]({page.id}.html): {purpose}')
            order.append(page)
    lines += ['', '## API', '', '- [Classes and structs](annotated.html): every public class by namespace',
              '- [Headers](files.html): every public header', '- [Namespace kubexx](namespacekubexx.html): its functions']
    for name in ('Context', 'ControllerBuilder', 'Manager', 'Client', 'Typed', 'SharedInformer', 'Webhooks',
                 'OperatorTest', 'Queue', 'TimerQueue', 'LeaderElector'):
        lines.append(f'- [{name}]({names.url(name)})')
    (site / 'llms.txt').write_text('\n'.join(lines) + '\n')
    (site / 'llms-full.txt').write_text('\n\n'.join(f'<!-- {page.path} -->\n\n{page.text}' for page in dict.fromkeys(order)))
