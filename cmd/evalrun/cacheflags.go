package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// cacheOptions are the flags that say which stored judge calls may be used.
type cacheOptions struct {
	dir    string
	off    bool
	maxAge age
}

// A week: providers replace what a model's name stands for within months, and
// a nightly run should notice within days.
const defaultMaxAge = age(7 * 24 * time.Hour)

func (o *cacheOptions) register(cmd *cobra.Command) {
	o.maxAge = defaultMaxAge
	flags := cmd.Flags()
	o.registerDir(cmd)
	flags.BoolVar(&o.off, "no-cache", false, "ask the judge every time, and store nothing")
	flags.Var(&o.maxAge, "cache-max-age", "use stored judge calls up to this `AGE`, such as 12h or 7d")
}

func (o *cacheOptions) registerDir(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.dir, "cache", "", "`DIR` of stored judge calls (default: evalrun in the user's cache folder)")
}

func (o cacheOptions) check() error {
	if o.off && o.dir != "" {
		return errors.New("--no-cache and --cache exclude each other")
	}
	return nil
}

// askedAge is the age that was asked for, 0 where it is the usual one.
func (o cacheOptions) askedAge() time.Duration {
	if o.maxAge == defaultMaxAge {
		return 0
	}
	return time.Duration(o.maxAge)
}

// folder is where judge calls are stored.
func (o cacheOptions) folder(getenv func(string) string) (string, error) {
	if o.dir != "" {
		return o.dir, nil
	}
	dir, err := userCacheDir(runtime.GOOS, getenv)
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "evalrun"), nil
}

// userCacheDir is os.UserCacheDir on an environment that is handed in.
func userCacheDir(system string, getenv func(string) string) (string, error) {
	below := func(name string, parts ...string) (string, error) {
		dir := getenv(name)
		if dir == "" {
			return "", fmt.Errorf("%s is not set", name)
		}
		return filepath.Join(append([]string{dir}, parts...)...), nil
	}
	switch system {
	case "windows":
		return below("LocalAppData")
	case "darwin", "ios":
		return below("HOME", "Library", "Caches")
	case "plan9":
		return below("home", "lib", "cache")
	}
	switch dir := getenv("XDG_CACHE_HOME"); {
	case dir == "":
		return below("HOME", ".cache")
	case !filepath.IsAbs(dir):
		return "", errors.New("XDG_CACHE_HOME is a relative path")
	default:
		return dir, nil
	}
}

// age is a duration that may be given in days.
type age time.Duration

func (a *age) Set(text string) error {
	d, err := time.ParseDuration(text)
	if days, ok := strings.CutSuffix(text, "d"); ok {
		var n float64
		n, err = strconv.ParseFloat(days, 64)
		d = time.Duration(n * 24 * float64(time.Hour))
	}
	if err != nil || d <= 0 {
		return errors.New("want a time above 0 such as 90m, 12h or 7d")
	}
	*a = age(d)
	return nil
}

func (a *age) String() string {
	const day = 24 * time.Hour
	if d := time.Duration(*a); d%day != 0 {
		return d.String()
	}
	return strconv.Itoa(int(time.Duration(*a)/day)) + "d"
}

func (a *age) Type() string { return "age" }
