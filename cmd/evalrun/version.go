package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func versionCommand(h host) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  none,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(h.stdout, "%s %s/%s %s\n", toolVersion(), runtime.GOOS, runtime.GOARCH, runtime.Version())
			return err
		},
	}
}

// toolVersion names the tool and this build.
func toolVersion() string { return "evalrun " + buildVersion() }

// buildVersion is what the Go tool stamped into this build: a module version,
// else the revision it was built from.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown build)"
	}
	if version := info.Main.Version; version != "" && version != "(devel)" {
		return version
	}
	return "devel" + revision(info)
}

func revision(info *debug.BuildInfo) string {
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "-" + s.Value[:12]
		}
	}
	return ""
}
