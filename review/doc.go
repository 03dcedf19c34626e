// Package review serves local pages for one person: the runs of a folder, each
// question with its answer and its judge's lines, comparisons, trends, a
// search, and labels that people give answers. What it shows is drawn from the
// stored runs alone; no model is called.
//
// It answers only the hosts it was told, sends no page that fetches or runs
// anything from elsewhere, and changes nothing but labels.jsonl of a run. It
// does not protect against other users of a machine unless it asks for a
// token.
package review
