package browser

import (
	_ "embed"
	"fmt"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var (
	//go:embed testdata/axe.min.js
	axeCore string
	//go:embed js/axe.js
	axeRun string
	//go:embed js/wide.js
	wideCheck string
)

// accessibility asks axe-core about the page as it now looks. It works in a
// world of its own, so that the page's policy and its scripts are as ever.
func (tab *Tab) accessibility() ([]string, error) {
	tree, err := run(tab, call(page.GetFrameTree, struct{}{}))
	if err != nil {
		return nil, err
	}
	world, err := run(tab, call(page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{
		FrameID: tree.FrameTree.Frame.ID, WorldName: "axe",
	}))
	if err != nil {
		return nil, fmt.Errorf("make a world for axe-core: %w", err)
	}
	inWorld := func(p *runtime.EvaluateParams) { p.ContextID = world.ExecutionContextID }
	if err := tab.do(chromedp.Evaluate[chromedp.Void](axeCore, inWorld)); err != nil {
		return nil, fmt.Errorf("load axe-core: %w", err)
	}
	return run(tab, chromedp.Evaluate[[]string](axeRun, inWorld, chromedp.EvalAwaitPromise))
}

// Desktop and Phone are the views that every page is looked at in. What is
// drawn depends on the width and on the scheme, and on neither through the
// other, so that two of the four show everything.
func Desktop() View { return View{Width: 1200, Height: 900} }

// Phone is as narrow as telephones are, and dark.
func Phone() View { return View{Width: 360, Height: 740, Dark: true} }

// Unfold opens everything on the page that folds.
func (tab *Tab) Unfold() error {
	_, err := Evaluate[int](tab, `document.querySelectorAll('details').forEach((d) => { d.open = true }), 1`)
	return err
}

// Examine looks at the page in both views and returns what is wrong with it.
func (tab *Tab) Examine() ([]string, error) {
	var problems []string
	for _, look := range []struct {
		name string
		view View
	}{{"phone, dark", Phone()}, {"desktop, light", Desktop()}} {
		if err := tab.Look(look.view); err != nil {
			return nil, err
		}
		found, err := tab.accessibility()
		if err != nil {
			return nil, err
		}
		wide, err := Evaluate[[]string](tab, wideCheck)
		if err != nil {
			return nil, err
		}
		for _, p := range append(found, wide...) {
			problems = append(problems, look.name+": "+p)
		}
	}
	return problems, nil
}
