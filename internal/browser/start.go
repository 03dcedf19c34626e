package browser

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"time"

	"github.com/chromedp/chromedp"
)

// ErrNone: none of the browsers that are looked for is there.
var ErrNone = errors.New("none of chromium, chromium-browser and google-chrome is in PATH")

// Browser is a running browser.
type Browser struct {
	ctx    context.Context
	cancel context.CancelFunc
}

// A start on a loaded machine, and the end of all its processes, take seconds.
const (
	startLimit = 60 * time.Second
	closeLimit = 10 * time.Second
)

// Start starts a browser with an empty profile. Close ends it.
func Start() (*Browser, error) {
	program, err := find()
	if err != nil {
		return nil, err
	}
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(program), chromedp.WindowSize(1200, 900)}
	for name, value := range flags() {
		options = append(options, chromedp.Flag(name, value))
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancelBrowser := chromedp.NewContext(ctx)
	b := &Browser{ctx: ctx, cancel: func() { cancelBrowser(); cancel() }}
	// The browser lives as long as the context of its first call, so the
	// limit is a timer beside it.
	late := time.AfterFunc(startLimit, b.cancel)
	defer late.Stop()
	if err := chromedp.Do(ctx); err != nil {
		b.cancel()
		return nil, fmt.Errorf("start %s: %w", program, err)
	}
	return b, nil
}

// Close ends the browser and removes its profile.
func (b *Browser) Close() error {
	defer b.cancel()
	ctx, cancel := context.WithTimeout(b.ctx, closeLimit)
	defer cancel()
	if err := chromedp.Cancel(ctx); err != nil {
		return fmt.Errorf("close the browser: %w", err)
	}
	return nil
}

func find() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNone
}

// flags keep the browser from doing anything of its own accord. No name but
// those of this machine has an address, whatever a page or the browser asks.
func flags() map[string]any {
	return map[string]any{
		"headless":                      "new",
		"no-sandbox":                    true,
		"disable-gpu":                   true,
		"no-first-run":                  true,
		"no-default-browser-check":      true,
		"disable-background-networking": true,
		"disable-component-update":      true,
		"disable-sync":                  true,
		"disable-default-apps":          true,
		"disable-extensions":            true,
		"disable-dev-shm-usage":         true,
		"disable-features":              "Translate,OptimizationHints,MediaRouter",
		"hide-scrollbars":               true,
		"force-color-profile":           "srgb",
		"password-store":                "basic",
		"host-resolver-rules":           "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
	}
}
