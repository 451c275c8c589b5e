# SPDX-License-Identifier: Apache-2.0
"""Finds the declaration of a name in backticks, so that pages and comments link to the reference."""
import re


class Names:
    """The names of namespace kubexx, with as many of their scopes as the text has.

    A single word in lower case, such as `get`, is a link only if it has an underscore or `()`.
    """

    def __init__(self, declarations, headers):
        self.by_name, self.headers = {}, headers
        for one in declarations:
            if one.constructor or one.name.startswith(('operator', '~')):
                continue
            name = one.full_name.removeprefix('kubexx::')
            # The first of several is the template itself, or the first overload.
            self.by_name.setdefault(name, one)
        # The pages write these with a using-directive.
        for name, one in list(self.by_name.items()):
            scope, _, last = name.rpartition('::')
            if scope in ('testing', 'schema') and one.kind != 'variable':
                self.by_name.setdefault(last, one)

    def find(self, text):
        call = text.endswith('()')
        text = text.removesuffix('()').removeprefix('kubexx::')
        found = self.by_name.get(text)
        if not found or not re.search(r'[A-Z:_]', text) and not call:
            return None
        if found.kind == 'variable' and '::' not in text:
            return None
        return found

    def reference(self, text):
        """What @ref takes, or None."""
        found = self.find(text)
        return found and found.full_name

    def url(self, text):
        """The address of a name, or of a public header by its path or the end of it; or None."""
        if text.endswith('.hpp'):
            found = [page for path, page in self.headers.items() if path == text or path.endswith('/' + text)]
            return found[0] if len(found) == 1 else None
        found = self.find(text)
        return found and found.url
