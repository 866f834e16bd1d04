"""The grader, in the order of a submission's life: authoring, student, official, course, reports.

The shared modules (`script`, `notebook`, `assignment`, `statuses`, `labels`, ...) lie beside these
folders, with `checks` and `practice`, which notebooks import. Each folder imports only from those
that stand lower in the picture of CONTRIBUTING.md: the shared modules at the bottom, on them
`official`, which decides; then `authoring` and `student`; then `course`; and `reports` on top.
"""
