"""How the documentation is built: `make docs`."""

import logging
import sys
from pathlib import Path

from sandtable import __version__

sys.path.insert(0, str(Path(__file__).parent))

project = "Sandtable"
author = "The Sandtable authors"
project_copyright = author
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "python_reference"]
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
# A name in backticks is a link wherever the reference explains it, and code everywhere else.
default_role = "py:obj"
add_module_names = False
toc_object_entries_show_parents = "hide"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "Sandtable"

# A drawer picks up its pages by itself and may still be empty; Sphinx warns of that and has no setting for it.
logging.getLogger("sphinx.sphinx.directives.other").addFilter(
    lambda record: "glob pattern" not in str(record.msg)
)
