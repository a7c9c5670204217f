#!/usr/bin/env bash
# Fails with one line when the certificate in $TLS is not one that browsers take for $SITE_HOST. Changes nothing.
set -euo pipefail
: "${TLS:?} ${SITE_HOST:?}"
certificate=$TLS/fullchain.pem
key=$TLS/privkey.pem
refuse() {
  echo "error: $1" >&2
  exit 1
}
for file in "$certificate" "$key"; do
  [ -s "$file" ] || refuse "$file is missing or empty. Put the certificate with its chain, and its key, into $TLS"
done
openssl x509 -in "$certificate" -noout 2> /dev/null || refuse "$certificate is no certificate in PEM"
of_key=$(openssl pkey -in "$key" -pubout -passin pass: 2> /dev/null) || refuse "$key is no private key in PEM without a password"
[ "$of_key" = "$(openssl x509 -in "$certificate" -noout -pubkey)" ] || refuse "$key is not the key of $certificate"
names=$(openssl x509 -in "$certificate" -noout -ext subjectAltName 2> /dev/null | grep -o 'DNS:[^,]*' | paste -sd,) || true
# openssl would take the CN in their place, as browsers do not.
[ -n "$names" ] || refuse "$certificate names no host in its subjectAltName. Get one with DNS:$SITE_HOST there"
openssl x509 -in "$certificate" -noout -checkhost "$SITE_HOST" | grep -q 'does match' ||
  refuse "$certificate is for $names, not for $SITE_HOST"
openssl x509 -in "$certificate" -noout -checkend 0 > /dev/null ||
  refuse "$certificate has ended on $(openssl x509 -in "$certificate" -noout -enddate | cut -d = -f 2)"
