"""The grader, in the order of a submission's life; each wing imports from those above it only.

The common ground (`script`, `notebook`, `assignment`, `statuses`, `labels`, ...) comes first, with
`checks` and `practice`, which notebooks import. On it stands `official`, which decides; then
`authoring` and `student`; then `course`; and `reports` on top.
"""
