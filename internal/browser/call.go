package browser

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

func (tab *Tab) do(steps ...chromedp.Action[chromedp.Void]) error {
	_, err := run(tab, chromedp.Steps(steps...))
	return err
}

func run[T any](tab *Tab, action chromedp.Action[T]) (T, error) {
	ctx, cancel := context.WithTimeout(tab.ctx, stepLimit)
	defer cancel()
	return chromedp.Run(ctx, action)
}

// command is a call of the browser's protocol of which nothing but its error
// is of interest.
func command[P, R any](call cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, call, params)
		return err
	})
}

// call is a call of the browser's protocol.
func call[P, R any](method cdp.Command[P, R], params P) chromedp.Action[R] {
	return func(ctx context.Context, t *chromedp.Target) (R, error) { return cdp.Call(ctx, t, method, params) }
}
