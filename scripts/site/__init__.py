"""The docs as a site: laid out by `python -m scripts.site` for MkDocs, which reads `mkdocs.yml`.

laying.py    puts everything into one folder
pages.py     which pages of the repository are shown beside docs/, and under which names
links.py     links that lead out of docs/ lead to those, or to a copy
drawings.py  Mermaid is shown as the pictures that are kept, because nothing is fetched
colours.py   the palette, read from the stylesheet of the house
"""
