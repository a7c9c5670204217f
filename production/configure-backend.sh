#!/usr/bin/env bash
# Writes the configuration of the backend's programs from the settings and from the secrets in $KEYS. Run it after every
# change of either. The same settings and secrets give the same files.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/lib.sh"
need KEYS ETC SITE_URL WEB_ADDRESSES BACKEND_ADDRESS GATEWAY_PORT REST_PORT FUNCTION_PORTS PGPORT SMTP_HOST SMTP_PORT SMTP_USER \
  JOBS_GROUP REST_GROUP GATEWAY_GROUP GATEWAY_DIR
umask 077
root=$(id -gn)
jwt_secret=$(current "$KEYS/session-jwt-secret")
secret_key=$(current "$KEYS/secret-key")
pepper=$(current "$KEYS/sales-id-pepper")
edge_secret=$(current "$KEYS/edge-secret")
api_password=$(current "$KEYS/database-api-password")
current "$KEYS/publishable-key" > /dev/null
backend=http://$BACKEND_ADDRESS:$GATEWAY_PORT
# from_service NAME: the current value of a secret that another service made. It goes between quotes, so that systemd takes
# it as it is.
from_service() {
  local value
  value=$(current "$KEYS/$1") || return 1
  case $value in *\'*)
    echo "error: $KEYS/$1 has a single quote, which a unit cannot read. Let its service make another one." >&2
    return 1
    ;;
  esac
  printf %s "$value"
}
# Mail goes through Resend as soon as its key is there.
if [ -e "$KEYS/resend-api-key" ]; then
  resend_key=$(from_service resend-api-key)
  mail="MAIL_TRANSPORT=resend
RESEND_API_KEY='$resend_key'"
else
  smtp_password=$(from_service smtp-password)
  mail="MAIL_TRANSPORT=smtp
SMTP_HOST=$SMTP_HOST
SMTP_PORT=$SMTP_PORT
SMTP_USER=$SMTP_USER
SMTP_PASSWORD='$smtp_password'"
fi
# Sessions are signed with a key as soon as there is one. The secret stays: the gateway's own token needs it.
sessions=SESSION_JWT_SECRET=$jwt_secret
public_keys=
if [ -e "$KEYS/session-jwt-key" ]; then
  session_key=$(current "$KEYS/session-jwt-key")
  sessions+=$'\n'"SESSION_JWT_KEY='$session_key'"
  public_keys=$(node "$here/session-key.mjs" public < "$KEYS/session-jwt-key")
fi
functions_environment=$(
  cat << END
SUPABASE_URL=$backend
SUPABASE_SERVICE_ROLE_KEY=$secret_key
$sessions
SALES_ID_PEPPER=$pepper
EDGE_SECRET=$edge_secret
SITE_URL=$SITE_URL
TRUSTED_PROXY_HOPS=1
$mail
END
)
# Before anything is written: with a weak secret no function would start again.
node "$here/check-environment.mjs" <<< "$functions_environment"

# An earlier version had a process for each function, and may use the same ports.
if [ -d "$ETC/function-ports" ]; then
  for file in "$ETC"/function-ports/*.env; do
    systemctl disable --now "corvane-function@$(basename "$file" .env).service"
  done
  rm -r "$ETC/function-ports"
fi
mkdir -p "$ETC"
chmod 755 "$ETC"
# nginx writes in run/ alone, and root never does.
folder 750 "$(id -un)" "$GATEWAY_GROUP" "$GATEWAY_DIR"
folder 770 "$(id -un)" "$GATEWAY_GROUP" "$GATEWAY_DIR/run"

# The doctor judges these secrets, so the jobs' group may read them.
write 640 "$JOBS_GROUP" "$ETC/functions.env" <<< "$functions_environment"

write 600 "$root" "$ETC/operator.env" << END
SUPABASE_URL=$backend
SUPABASE_SECRET_KEY=$secret_key
SITE_URL=$SITE_URL
WEB_ADDRESSES='$WEB_ADDRESSES'
DOCTOR_OPTIONS='--functions-env /etc/corvane/functions.env --disk /var/lib/postgresql --disk /srv'
END

# Each secret and key that tokens may be signed with: the newest, and those that are being replaced.
secrets=$(while read -r secret; do
  printf '{"kty":"oct","k":"%s"}\n' "$(printf %s "$secret" | openssl base64 -A | tr '+/' '-_' | tr -d '=')"
done < "$KEYS/session-jwt-secret")
keys=$(printf '%s\n' "$secrets" ${public_keys:+"$public_keys"} | paste -sd,)
write 640 "$REST_GROUP" "$ETC/rest-keys.json" << END
{"keys":[$keys]}
END
write 640 "$REST_GROUP" "$ETC/rest.conf" << END
db-uri = "postgres://authenticator:$api_password@127.0.0.1:$PGPORT/corvane"
db-schemas = "public"
db-anon-role = "anon"
db-max-rows = 1000
jwt-secret = "@$ETC/rest-keys.json"
openapi-mode = "disabled"
server-host = "127.0.0.1"
server-port = $REST_PORT
END

accepted() { while read -r key; do printf '    "%s" %s;\n' "$key" "$2"; done < "$KEYS/$1"; }
write 640 "$GATEWAY_GROUP" "$GATEWAY_DIR/settings.conf" << END
upstream functions {
$(printf '    server 127.0.0.1:%s max_fails=0;\n' $FUNCTION_PORTS)
    keepalive 16;
}
map \$http_apikey \$key_role {
    default "";
$(accepted publishable-key anon)
$(accepted secret-key service_role)
}
map \$key_role \$service_token {
    default "";
    service_role "Bearer $(printf %s "$jwt_secret" | node "$here/service-token.mjs")";
}
upstream rest {
    server 127.0.0.1:$REST_PORT;
    keepalive 32;
}
END
write 640 "$GATEWAY_GROUP" "$GATEWAY_DIR/listen.conf" <<< "listen $BACKEND_ADDRESS:$GATEWAY_PORT;"
install -T -m 644 "$here/gateway/nginx.conf" "$GATEWAY_DIR/nginx.conf"
