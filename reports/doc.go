// Package reports writes a run down for people and machines: the terminal,
// Markdown, JSON and JUnit. A writer takes a verdict that is already reached
// and a stream of records; it decides nothing, calls no model, reads no clock
// and no environment, so the same run gives the same bytes.
//
// What it promises: model text cannot change the structure of a report
// (tables, headings, links, XML, terminal control), a figure that does not
// exist is named as missing and never printed as a number, no figure is
// rounded across the floor it is held to, and every write error is returned.
// What it does not promise: that a report shows everything. Long lists and
// long texts are cut at stated lengths and the rest is counted; report.json
// holds every question.
package reports
