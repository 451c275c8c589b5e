# SPDX-License-Identifier: Apache-2.0
"""Reads the declarations of the public headers from Doxygen's XML, and finds those without a comment.

Comments in kubexx do not repeat the code, so not every declaration has one. A public declaration is documented if
  - it has a comment; or
  - it is not a type, and follows a documented declaration of its kind and scope without a blank line in between: the
    comment of a block of functions, constants or aliases applies to all of them; or
  - another declaration of its name in its scope has a comment (an overload, the template that it specializes), or, of
    `name` and `async_name`, the other one; or
  - it is a member of a type, and its name and its type are sufficient: constructors, destructors, operators, overriding
    functions, const functions without parameters, data members, aliases, and from_json and write_json.
Everything else is a gap, which `make site` reports: types, enumerations, concepts, macros, functions that are no
members, and member functions that take something or change their object.
"""
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

# The comments of the generated kinds are the sentences of Kubernetes, which has none for some types.
GENERATED = 'kubexx/types/'
TYPES = {'class', 'struct', 'union', 'enum', 'concept'}


@dataclass(eq=False)
class Declaration:
    kind: str
    scope: str
    name: str
    url: str
    arguments: str
    file: str
    line: int
    end: int
    comment: bool
    is_public: bool
    overrides: bool = False
    constructor: bool = False
    head: 'Declaration | None' = field(default=None, repr=False)

    @property
    def full_name(self):
        return f'{self.scope}::{self.name}' if self.scope else self.name


def _text(element, tag):
    found = element.find(tag)
    return '' if found is None else ''.join(found.itertext()).strip()


def _plain(name):
    """A name without the arguments of templates."""
    return name if 'operator' in name else re.sub(r'\s*<.*>', '', name)


def _has_comment(element):
    return bool(_text(element, 'briefdescription') or _text(element, 'detaileddescription'))


def _place(element, origins):
    location = element.find('location')
    if location is None or location.get('file') not in origins:
        return None
    file = location.get('file')
    origin = origins[file]

    def line(name, fallback):
        number = int(location.get(name) or 0)
        return origin[number - 1] if 0 < number <= len(origin) else fallback

    first = line('line', 1)
    # Doxygen gives the file of the declaration, and the body only if it is there too.
    end = line('bodyend', first) if location.get('bodyfile') == file else first
    return file, first, max(first, end)


def _of_compound(element, origins):
    place = _place(element, origins)
    name = element.findtext('compoundname')
    if place is None or '<' in name and name.startswith('std::'):
        return None
    scope, _, last = _plain(name).rpartition('::')
    return Declaration(element.get('kind'), scope, last, element.get('id') + '.html', '', *place, _has_comment(element),
                       element.get('prot') in (None, 'public'))


def _of_member(member, scope, origins):
    place = _place(member, origins)
    if place is None:
        return None
    page, _, anchor = member.get('id').rpartition('_1')
    arguments = member.findtext('argsstring') or ''
    overrides = member.find('reimplements') is not None or ' override' in arguments
    kind = 'function' if member.get('kind') == 'friend' else member.get('kind')
    return Declaration(kind, scope, _plain(member.findtext('name')), f'{page}.html#{anchor}', arguments, *place,
                       _has_comment(member), member.get('prot') in (None, 'public'), overrides,
                       kind == 'function' and _text(member, 'type') in ('', 'constexpr', 'explicit'))


def read(folder, origins):
    """The declarations of the public headers, in the order of the source."""
    found = {}
    for path in sorted(Path(folder).glob('*.xml')):
        if path.name in ('index.xml', 'Doxyfile.xml'):
            continue
        for compound in ElementTree.parse(path).getroot().iter('compounddef'):
            kind = compound.get('kind')
            scope = _plain(compound.findtext('compoundname')) if kind in (*TYPES, 'namespace') else ''
            if kind in TYPES and (declaration := _of_compound(compound, origins)):
                found[compound.get('id')] = declaration
            if compound.get('prot') not in (None, 'public') or kind not in (*TYPES, 'namespace', 'file'):
                continue
            for member in compound.iter('memberdef'):
                if kind != 'file' or member.get('kind') == 'define':
                    if declaration := _of_member(member, scope, origins):
                        found.setdefault(member.get('id'), declaration)
    public = [one for one in found.values() if one.is_public and 'detail' not in one.scope.split('::')]
    return sorted(public, key=lambda one: (one.file, one.line))


def _says_all(one, types):
    if one.constructor or one.name.startswith(('~', 'operator')) or one.overrides:
        return True
    if one.kind in ('variable', 'typedef'):
        return one.scope in types
    if one.kind == 'function' and one.scope in types:
        return one.name in ('from_json', 'write_json') or one.arguments.startswith('() const')
    return False


def find_gaps(declarations, sources):
    """Sets the head of each declaration that another one documents, and returns those that lack a comment."""
    types = {one.full_name for one in declarations if one.kind in TYPES}
    gaps, before = [], {}
    documented = {(one.scope, one.name): one for one in reversed(declarations) if one.comment}
    for one in declarations:
        last = before.get((one.file, one.scope))
        text = sources[one.file]
        if not one.comment:
            other = one.name.removeprefix('async_') if one.name.startswith('async_') else 'async_' + one.name
            twin = documented.get((one.scope, one.name)) or documented.get((one.scope, other))
            if last and not TYPES & {last.kind, one.kind} and (last.comment or last.head) and all(line.strip() for line in text[last.end:one.line - 1]):
                one.head = last.head or last
            if twin:
                one.head = twin
            if not one.head and not _says_all(one, types) and not one.file.startswith(GENERATED):
                gaps.append(one)
        before[one.file, one.scope] = one
    return gaps


def header_pages(folder):
    """The address of the page of each header."""
    index = ElementTree.parse(Path(folder, 'index.xml')).getroot()
    pages = {}
    for compound in index.iter('compound'):
        if compound.get('kind') == 'file':
            location = ElementTree.parse(Path(folder, compound.get('refid') + '.xml')).getroot().find('.//compounddef/location')
            pages[location.get('file')] = compound.get('refid') + '.html'
    return pages
