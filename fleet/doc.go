// Package fleet has the questions of a run measured by workers on other
// machines, over NATS JetStream. It hands out tasks and brings back records;
// what a task is measured with, and what becomes of its record, is the
// runner's.
package fleet
