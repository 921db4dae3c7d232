"""The rules of a game from Markdown to HTML."""

from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup

from harness.site import marks

# HTML inside the Markdown stays text.
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def html(markdown: str) -> Markup:
    """Rules in Markdown as HTML with its cards drawn; headings stand one level lower, below the page's own."""
    tokens = _MARKDOWN.parse(markdown)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{int(token.tag[1]) + 1}"
        for child in token.children or ():
            if child.type == "text":
                child.type, child.content = "html_inline", marks.drawn(child.content)
    renderer = _MARKDOWN.renderer
    assert isinstance(renderer, RendererHTML)
    return Markup(renderer.render(_boxed(tokens), _MARKDOWN.options, {}))


def _boxed(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with every table inside a box that scrolls on a narrow screen."""
    boxed: list[Token] = []
    for token in tokens:
        if token.type == "table_open":
            boxed.append(_raw('<div class="scroll" tabindex="0" role="group" aria-label="Table">'))
        boxed.append(token)
        if token.type == "table_close":
            boxed.append(_raw("</div>"))
    return boxed


def _raw(markup: str) -> Token:
    return Token("html_block", "", 0, content=markup)
