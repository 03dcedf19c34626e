package fleet

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/nats-io/nats.go"
)

// maxAddressFile bounds what is read of a file with certificates: all that a
// system trusts takes less.
const maxAddressFile = 4 << 20

// CheckCreds refuses a file that holds no user with a key. It shows nothing of
// what is in it.
func (a Address) CheckCreds() error {
	if a.Creds == "" {
		return nil
	}
	if _, err := readRegular(a.Creds); err != nil {
		return err
	}
	var opt nats.Options
	if err := nats.UserCredentials(a.Creds)(&opt); err != nil {
		return noCreds(a.Creds)
	}
	if _, err := opt.UserJWT(); err != nil {
		return noCreds(a.Creds)
	}
	if _, err := opt.SignatureCB([]byte("nonce")); err != nil {
		return noCreds(a.Creds)
	}
	return nil
}

func noCreds(file string) error {
	return fmt.Errorf("%s holds no credentials of a NATS user, which are a JWT and the seed of its key", file)
}

// CheckTLSCA refuses a file without a certificate.
func (a Address) CheckTLSCA() error {
	if a.TLSCA == "" {
		return nil
	}
	data, err := readRegular(a.TLSCA)
	if err != nil {
		return err
	}
	if !x509.NewCertPool().AppendCertsFromPEM(data) {
		return fmt.Errorf("%s holds no certificate in PEM", a.TLSCA)
	}
	return nil
}

// readRegular reads a file. To open a pipe would wait for who writes to it.
func readRegular(file string) ([]byte, error) {
	about, err := os.Stat(file)
	if err != nil {
		return nil, unopenable(file, err)
	}
	if !about.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, unopenable(file, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxAddressFile+1))
	if err == nil && len(data) > maxAddressFile {
		err = fmt.Errorf("%s is larger than %d MiB", file, maxAddressFile>>20)
	}
	return data, err
}

// unopenable says the same of a file that is looked at as of one that is
// opened.
func unopenable(file string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("open %s: %w", file, err)
}
