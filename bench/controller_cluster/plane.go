// SPDX-License-Identifier: Apache-2.0

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// The controller's requests alone. A watch is counted when it ends.
const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived, ResponseStarted]
rules:
  - level: Metadata
    users: [controller]
  - level: None
`

// A control plane of etcd and kube-apiserver, without a controller-manager.
type plane struct {
	folder, audit, controllerConfig string
	etcd, apiserver                 *process
	api                             *api
}

func freePort() int {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port
}

func pemFile(path, kind string, bytes []byte) {
	check(os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: bytes}), 0o600))
}

// ca.crt, server.crt and server.key in folder; what trusts them.
func certificates(folder string) *x509.CertPool {
	now := time.Now()
	authorityKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	authority := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "bench-ca"}, NotBefore: now.Add(-time.Hour),
		NotAfter: now.Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, authority, authority, &authorityKey.PublicKey, authorityKey)
	check(err)
	pemFile(filepath.Join(folder, "ca.crt"), "CERTIFICATE", der)
	parsed, err := x509.ParseCertificate(der)
	check(err)
	trusted := x509.NewCertPool()
	trusted.AddCert(parsed)

	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	check(err)
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "kube-apiserver"}, NotBefore: now.Add(-time.Hour),
		NotAfter: now.Add(24 * time.Hour), KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err = x509.CreateCertificate(rand.Reader, leaf, parsed, &key.PublicKey, authorityKey)
	check(err)
	pemFile(filepath.Join(folder, "server.crt"), "CERTIFICATE", der)
	der, err = x509.MarshalECPrivateKey(key)
	check(err)
	pemFile(filepath.Join(folder, "server.key"), "EC PRIVATE KEY", der)
	return trusted
}

func startPlane(assets, folder, crd string) *plane {
	folder, err := filepath.Abs(folder)
	check(err)
	check(os.RemoveAll(folder))
	check(os.MkdirAll(folder, 0o700))
	file := func(name string) string { return filepath.Join(folder, name) }
	trusted := certificates(folder)
	check(os.WriteFile(file("audit-policy.yaml"), []byte(auditPolicy), 0o600))
	// system:masters: no request waits for its turn.
	tokens := "loader-token,loader,1,\"system:masters\"\ncontroller-token,controller,2,\"system:masters\"\n"
	check(os.WriteFile(file("tokens.csv"), []byte(tokens), 0o600))

	p := &plane{folder: folder, audit: file("audit.log"), controllerConfig: file("kubeconfig")}
	etcd := fmt.Sprintf("http://127.0.0.1:%d", freePort())
	peer := fmt.Sprintf("http://127.0.0.1:%d", freePort())
	p.etcd = start(file("etcd.log"), nil, filepath.Join(assets, "etcd"), "--name=bench", "--data-dir="+file("etcd"),
		"--listen-client-urls="+etcd, "--advertise-client-urls="+etcd, "--listen-peer-urls="+peer,
		"--initial-advertise-peer-urls="+peer, "--initial-cluster=bench="+peer, "--unsafe-no-fsync", "--log-level=warn")
	port := freePort()
	p.apiserver = start(file("kube-apiserver.log"), nil, filepath.Join(assets, "kube-apiserver"), "--etcd-servers="+etcd,
		"--bind-address=127.0.0.1", fmt.Sprintf("--secure-port=%d", port), "--tls-cert-file="+file("server.crt"),
		"--tls-private-key-file="+file("server.key"), "--client-ca-file="+file("ca.crt"),
		"--token-auth-file="+file("tokens.csv"), "--service-account-key-file="+file("server.crt"),
		"--service-account-signing-key-file="+file("server.key"),
		"--service-account-issuer=https://kubernetes.default.svc", "--authorization-mode=RBAC",
		"--service-cluster-ip-range=10.0.0.0/24", "--disable-admission-plugins=ServiceAccount",
		"--audit-policy-file="+file("audit-policy.yaml"), "--audit-log-path="+p.audit)

	url := fmt.Sprintf("https://127.0.0.1:%d", port)
	kubeconfig := "apiVersion: v1\nkind: Config\ncurrent-context: bench\n" +
		"contexts: [{name: bench, context: {cluster: bench, user: bench}}]\n" +
		"users: [{name: bench, user: {token: controller-token}}]\n" +
		"clusters: [{name: bench, cluster: {server: '" + url + "', certificate-authority: '" + file("ca.crt") + "'}}]\n"
	check(os.WriteFile(p.controllerConfig, []byte(kubeconfig), 0o600))
	p.api = &api{url: url, client: &http.Client{Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: trusted}, MaxIdleConnsPerHost: 32, DisableCompression: true,
	}}}
	p.waitFor("/readyz")
	p.waitFor("/api/v1/namespaces/default")
	definition, err := os.ReadFile(crd)
	check(err)
	p.api.callAs("application/yaml", "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", string(definition))
	p.waitFor(fooPath)
	p.api.call("POST", "/api/v1/namespaces", `{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"bare"}}`)
	check(os.WriteFile(p.audit, nil, 0o600))
	return p
}

func (p *plane) waitFor(path string) {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if code, _ := p.api.try("application/json", "GET", path, ""); code == http.StatusOK {
			return
		}
	}
	log.Fatal("kube-apiserver does not answer ", path, "; its log is in ", p.folder)
}

func (p *plane) stop() {
	_ = p.apiserver.command.Process.Kill() // it would wait for its watches
	<-p.apiserver.ended
	p.etcd.stop()
	_ = os.RemoveAll(filepath.Join(p.folder, "etcd"))
}
