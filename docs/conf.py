"""How the documentation is built: `make docs`."""

import logging
from importlib.metadata import version as installed

project = "Sandtable"
author = "The Sandtable authors"
project_copyright = author
version = release = installed("sandtable")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"

html_theme = "furo"
html_title = "Sandtable"

# A drawer picks up its pages by itself and may still be empty; Sphinx warns of that and has no setting for it.
logging.getLogger("sphinx.sphinx.directives.other").addFilter(
    lambda record: "glob pattern" not in str(record.msg)
)
