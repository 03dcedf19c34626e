package main

import (
	"errors"
	"net"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// isLoopback reports whether an address can be reached from this machine
// alone.
func isLoopback(address string) (bool, error) {
	name, port, err := net.SplitHostPort(address)
	if err != nil {
		return false, errors.New("want HOST:PORT, such as 127.0.0.1:8080")
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return false, errors.New("the port is a number up to 65535")
	}
	if strings.EqualFold(name, "localhost") {
		return true, nil
	}
	ip := net.ParseIP(name)
	return ip != nil && ip.IsLoopback(), nil
}

// answered are the hosts under which the pages answer: the names of this
// machine to itself, the address that was asked for, and those of --host.
func (o *reviewOptions) answered(at *net.TCPAddr) []string {
	names := append([]string{"127.0.0.1", "localhost", "::1"}, o.hosts...)
	if !at.IP.IsUnspecified() {
		names = append(names, at.IP.String())
	}
	if name, _, err := net.SplitHostPort(o.listen); err == nil && net.ParseIP(name) == nil && name != "" {
		names = append(names, name)
	}
	port := strconv.Itoa(at.Port)
	var out []string
	for _, name := range names {
		if _, _, err := net.SplitHostPort(name); err == nil {
			out = append(out, name) // behind a proxy with a port of its own
			continue
		}
		out = append(out, net.JoinHostPort(strings.Trim(name, "[]"), port))
		if at.Port == 80 || slices.Contains(o.hosts, name) {
			out = append(out, name) // a browser leaves out the port of its scheme
		}
	}
	return out
}

// address is what a person opens.
func (o *reviewOptions) address(at *net.TCPAddr) string {
	name := "127.0.0.1"
	switch {
	case len(o.hosts) > 0 && at.IP.IsUnspecified():
		name = o.hosts[0]
	case !at.IP.IsUnspecified():
		name = at.IP.String()
	}
	return "http://" + net.JoinHostPort(name, strconv.Itoa(at.Port)) + "/"
}

// openBrowser asks the desktop to open an address. Without one the address is
// there to be opened by hand.
func (h host) openBrowser(address string) {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		h.say("the browser could not be opened: %v", err)
		return
	}
	go func() {
		if err := cmd.Wait(); err != nil {
			h.say("the browser could not be opened: %s: %v", name, err)
		}
	}()
}
