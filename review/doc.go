// Package review serves local pages for one person: the runs of a folder, each
// question with its answer and its judge's lines, comparisons, trends, a
// search, and labels that people give answers. What it shows is drawn from the
// stored runs alone; no model is called.
//
// It answers only the hosts it was told, sends no page that fetches or runs
// anything from elsewhere, and changes nothing of a run but its labels.jsonl;
// beside the runs it keeps the history's index up to date. It does not protect
// against other users of a machine unless it asks for a token.
//
// # Where what is
//
// Who may ask, and how an answer is made: server (Config, routes), guard, cookies,
// pages (the frame), problem (pages of errors), flash (what the next page tells),
// forms (what is posted), static, addresses, pager.
//
// Runs in memory: library (which there are), shelf (the place of one), openrun
// (one as last read), rows (what is kept of a question), listing (all with their
// figures), folders (names of paths on pages).
//
// Pages to read: runspage, runpage with rowview, filter, sorting and options;
// comparepage with compared; trendpage; searchpage with searching and excerpt;
// questionpage with questionpeople and questionwords.
//
// What deserves a look: signals (…_kinds, …_unstable) say why, queue and draw
// order, queuepage shows.
//
// What people say: standing (of whom, of which answer), sayings (of one person),
// blind (who must not see the judge yet); formview draws the form, labelform
// reads it, labelling saves, change says what there is to write, steps and undo
// take it back; labelspage, labelstable and importing carry labels in and out.
package review
