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
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(h.stdout, "%s %s/%s %s\n", toolVersion(), runtime.GOOS, runtime.GOARCH, runtime.Version())
			return err
		},
	}
}

// toolVersion names this build from what the Go tool stamped into it: a
// module version, else the revision it was built from.
func toolVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "evalrun (unknown build)"
	}
	version := info.Main.Version
	if version == "" || version == "(devel)" {
		version = "devel" + revision(info)
	}
	return "evalrun " + version
}

func revision(info *debug.BuildInfo) string {
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "-" + s.Value[:12]
		}
	}
	return ""
}
