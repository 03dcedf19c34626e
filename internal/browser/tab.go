package browser

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// stepLimit bounds one step: a page of 10,000 questions on a loaded machine.
const stepLimit = 60 * time.Second

// Tab is one page of a browser. A tab of Browser.Tab shares no cookies with
// others.
type Tab struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu       sync.Mutex
	troubles []Trouble
	dialogs  sync.WaitGroup
}

// Keys that write nothing, for Press.
const (
	Enter  = kb.Enter
	Escape = kb.Escape
	Next   = kb.Tab
)

// Tab opens a tab.
func (b *Browser) Tab() (*Tab, error) {
	return newTab(b.ctx, chromedp.WithNewBrowserContext())
}

// Beside opens a tab that shares its cookies with this one.
func (tab *Tab) Beside() (*Tab, error) { return newTab(tab.ctx) }

func newTab(parent context.Context, options ...chromedp.ContextOption) (*Tab, error) {
	tab := &Tab{}
	tab.ctx, tab.cancel = chromedp.NewContext(parent, append(options, chromedp.WithListener(tab.listen))...)
	late := time.AfterFunc(startLimit, tab.cancel)
	defer late.Stop()
	// Of several tabs each behaves as the one that a person looks at.
	focused := emulation.SetFocusEmulationEnabledParams{Enabled: true}
	if err := chromedp.Do(tab.ctx, command(emulation.SetFocusEmulationEnabled, focused)); err != nil {
		tab.cancel()
		return nil, fmt.Errorf("open a tab: %w", err)
	}
	return tab, nil
}

// Close closes the tab. Tabs that were opened beside it are closed before.
func (tab *Tab) Close() {
	tab.cancel()
	tab.dialogs.Wait()
}

// Go opens an address and waits until the page is loaded.
func (tab *Tab) Go(address string) error {
	return tab.do(chromedp.Navigate(address))
}

// Press presses keys one after the other; see the constants for those that
// write nothing.
func (tab *Tab) Press(keys string) error {
	for _, key := range keys {
		events := kb.Encode(key)
		down, up := *events[0], *events[len(events)-1]
		if len(events) > 2 {
			// One event for the key and what it writes: of two, the second
			// would be written even where the page kept the first for itself.
			down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
		}
		for _, event := range []input.DispatchKeyEventParams{down, up} {
			if err := tab.do(command(input.DispatchKeyEvent, event)); err != nil {
				return fmt.Errorf("press %q: %w", key, err)
			}
		}
	}
	return nil
}

// Upload gives files to an input for files.
func (tab *Tab) Upload(selector string, paths ...string) error {
	return tab.do(chromedp.SetUploadFiles(chromedp.CSS(selector), paths))
}

// View is how a page is looked at.
type View struct {
	Width, Height int64 // CSS pixels
	Dark          bool
}

// Look sets the view of this and all later pages of the tab.
func (tab *Tab) Look(v View) error {
	scheme := "light"
	if v.Dark {
		scheme = "dark"
	}
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}}
	return tab.do(chromedp.EmulateViewport(v.Width, v.Height), command(emulation.SetEmulatedMedia, media))
}

// WithoutScript keeps this and all later pages of the tab from running scripts
// of their own.
func (tab *Tab) WithoutScript() error {
	return tab.do(command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
}

// Picture is the PNG of what the view shows.
func (tab *Tab) Picture() ([]byte, error) {
	return run(tab, chromedp.CaptureScreenshot())
}

// Evaluate runs an expression in a page, waits for what it promises and
// returns its value. The page's policy does not bind it.
func Evaluate[T any](tab *Tab, expression string) (T, error) {
	return run(tab, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}
