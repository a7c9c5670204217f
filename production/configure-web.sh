#!/usr/bin/env bash
# Writes the configuration of a web machine from the settings, and from what was carried here. The same settings give the
# same files. A web machine gets no key of the project: only the edge's own secret, and a credential that reads the bucket.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"
need ETC SRV CARRY TLS SITE_HOST HTTP_LISTEN HTTPS_LISTEN BACKEND_ADDRESS GATEWAY_PORT EDGE_GROUP RELEASE_DESTINATION \
  S3_ENDPOINT AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY
"$here/check-certificate.sh"
secret=$(current "$CARRY/web/edge-secret")
umask 077
mkdir -p "$ETC" "$SRV/site"
chmod 755 "$ETC" "$SRV" "$SRV/site"
edge=$SRV/edge
folder 750 "$(id -un)" "$EDGE_GROUP" "$edge"
folder 750 "$(id -un)" "$EDGE_GROUP" "$edge/nginx"
# nginx writes here alone, and root never does.
folder 770 "$(id -un)" "$EDGE_GROUP" "$edge/run"
repository=$(cd "$here/.." && pwd)
for file in "$repository"/nginx/*; do
  case $(basename "$file") in listen*.conf | upstream*.conf) ;; *) install -T -m 644 "$file" "$edge/nginx/$(basename "$file")" ;; esac
done
install -T -m 644 "$repository/nginx.conf" "$edge/nginx.conf"
sed -e "s/listen 443 /listen $HTTPS_LISTEN /" -e "s/listen 80\b/listen $HTTP_LISTEN/" \
  -e "s/corvane\.example/$SITE_HOST/" -e "s|/etc/ssl/corvane|$TLS|" "$repository/nginx/listen-tls.conf" |
  write 640 "$EDGE_GROUP" "$edge/nginx/listen.conf"
# Everybody on the machine can read the arguments of a program. So sed reads the secret from a file.
sed -e "s/server 127\.0\.0\.1:54321;/server $BACKEND_ADDRESS:$GATEWAY_PORT;/" \
  -f <(printf '/edge_secret/,/}/s/default "";/default "%s";/\n' "$secret") "$repository/nginx/upstream.conf" |
  write 640 "$EDGE_GROUP" "$edge/nginx/upstream.conf"
ln -sfnT "$SRV/site" "$edge/site"
write 600 "$(id -gn)" "$ETC/web.env" << END
RELEASE_DESTINATION=$RELEASE_DESTINATION
S3_ENDPOINT=$S3_ENDPOINT
AWS_REGION=$AWS_REGION
AWS_ACCESS_KEY_ID=$AWS_ACCESS_KEY_ID
AWS_SECRET_ACCESS_KEY=$AWS_SECRET_ACCESS_KEY
END
