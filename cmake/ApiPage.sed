# Prepares docs/api.md for doxygen: links to other pages become text, and names in the tables' first cells become links.
s/\[\([^]]*\)\]([a-z]*\.md)/\1/g
:macro
s/^\(|[^|]*\)`\(SPOROS_[A-Z_]*\)`/\1\\ref \2 "\2"/
t macro
:name
s/^\(|[^|]*\)`\([A-Za-z0-9_]*\)`/\1\\ref sporos::\2 "\2"/
t name
