package main

import (
	"path/filepath"
	"testing"
	"time"
)

func TestTheUserCacheFolderIsThatOfTheSystem(t *testing.T) {
	for name, tt := range map[string]struct {
		system string
		env    map[string]string
		want   string // "" for an error
	}{
		"XDG before HOME":        {"linux", map[string]string{"XDG_CACHE_HOME": "/x", "HOME": "/h"}, "/x"},
		"HOME":                   {"linux", map[string]string{"HOME": "/h"}, "/h/.cache"},
		"a relative XDG":         {"linux", map[string]string{"XDG_CACHE_HOME": "x", "HOME": "/h"}, ""},
		"neither":                {"freebsd", nil, ""},
		"macOS":                  {"darwin", map[string]string{"XDG_CACHE_HOME": "/x", "HOME": "/h"}, "/h/Library/Caches"},
		"macOS without a home":   {"darwin", nil, ""},
		"Windows":                {"windows", map[string]string{"LocalAppData": "/l", "HOME": "/h"}, "/l"},
		"Windows without either": {"windows", map[string]string{"HOME": "/h"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := userCacheDir(tt.system, func(name string) string { return tt.env[name] })
			if (err != nil) != (tt.want == "") || err == nil && got != filepath.FromSlash(tt.want) {
				t.Errorf("%q, error %v, want %q", got, err, tt.want)
			}
		})
	}
}

func TestAge(t *testing.T) {
	for text, want := range map[string]struct {
		age   time.Duration // 0 for an error
		shown string
	}{
		"7d":    {168 * time.Hour, "7d"},
		"168h":  {168 * time.Hour, "7d"},
		"0.5d":  {12 * time.Hour, "12h0m0s"},
		"90m":   {90 * time.Minute, "1h30m0s"},
		"0":     {},
		"0d":    {},
		"-1d":   {},
		"d":     {},
		"7 d":   {},
		"week":  {},
		"NaNd":  {},
		"Infd":  {},
		"1e99d": {},
		"":      {},
	} {
		var a age
		err := a.Set(text)
		if (err != nil) != (want.age == 0) || time.Duration(a) != want.age {
			t.Errorf("%q is %v, error %v, want %v", text, time.Duration(a), err, want.age)
		}
		if err == nil && a.String() != want.shown {
			t.Errorf("%q is shown as %s, want %s", text, a.String(), want.shown)
		}
	}
}
