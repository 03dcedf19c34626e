package browser

import (
	"context"
	"net/url"
	"strings"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// Kind is what sort of trouble a page made.
type Kind string

// The kinds.
const (
	Asked     Kind = "asked for" // something that is neither a file nor on this machine
	Threw     Kind = "threw"     // an exception that nothing caught
	Logged    Kind = "wrote to the console"
	Refused   Kind = "was refused"     // by its content security policy, or failed to load
	Dialog    Kind = "showed a dialog" // as alert does
	NewWindow Kind = "opened a window"
)

// Trouble is something that no page of ours does.
type Trouble struct {
	Kind Kind
	Text string
}

func (t Trouble) String() string { return "the page " + string(t.Kind) + ": " + t.Text }

// Troubles returns what the tab's pages did since it was last asked.
func (tab *Tab) Troubles() []Trouble {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	out := tab.troubles
	tab.troubles = nil
	return out
}

func (tab *Tab) note(kind Kind, text string) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.troubles = append(tab.troubles, Trouble{kind, text})
}

// listen is called for every event, in order, and must not wait.
func (tab *Tab) listen(event any) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if !ours(e.Request.URL) {
			tab.note(Asked, e.Request.URL)
		}
	case *runtime.EventExceptionThrown:
		tab.note(Threw, exceptionText(e.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			tab.note(Logged, argumentText(e.Args))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			tab.note(Refused, e.Entry.Text+" "+e.Entry.URL)
		}
	case *page.EventJavascriptDialogOpening:
		tab.note(Dialog, e.Message)
		tab.dialogs.Go(tab.dismiss)
	case *target.EventTargetCreated:
		if e.TargetInfo.OpenerID == chromedp.FromContext(tab.ctx).Target.TargetID {
			tab.note(NewWindow, e.TargetInfo.URL)
		}
	}
}

// dismiss closes a dialog: until then nothing else of the page goes on.
func (tab *Tab) dismiss() {
	ctx, cancel := context.WithTimeout(tab.ctx, 5*time.Second)
	defer cancel()
	_ = chromedp.Do(ctx, command(page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{}))
}

// ours tells a file, this machine, and what needs no request at all.
func ours(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	switch u.Scheme {
	case "file", "data", "about", "blob":
		return true
	}
	return u.Hostname() == "127.0.0.1" || u.Hostname() == "localhost"
}

func exceptionText(d *runtime.ExceptionDetails) string {
	if d.Exception != nil && d.Exception.Description != "" {
		return d.Text + " " + d.Exception.Description
	}
	return d.Text
}

func argumentText(args []*runtime.RemoteObject) string {
	var words []string
	for _, a := range args {
		if a.Description != "" {
			words = append(words, a.Description)
			continue
		}
		words = append(words, string(a.Value))
	}
	return strings.Join(words, " ")
}
