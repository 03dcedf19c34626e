// Package browser opens pages in a real browser, for tests and for the rows of
// the benchmark that need one. It starts what Debian calls chromium, without a
// window and with a profile of its own, and ends it by the process it started.
//
// A page gets nothing that is not a file or on 127.0.0.1, and whatever it asks
// for elsewhere is noted, as are errors in its scripts, what its content
// security policy refused, dialogs and windows that it opened: see Trouble. A
// test fails on each of them.
//
// The package promises nothing about other browsers.
package browser
