#!/usr/bin/env bash
# Writes what the jobs of the backend need for the bucket, from the settings: a credential that may remove old versions.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
need ETC RELEASE_DESTINATION S3_ENDPOINT AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY
umask 077
mkdir -p "$ETC"
chmod 755 "$ETC"
write 600 "$(id -gn)" "$ETC/bucket.env" << END
RELEASE_DESTINATION=$RELEASE_DESTINATION
S3_ENDPOINT=$S3_ENDPOINT
AWS_REGION=$AWS_REGION
AWS_ACCESS_KEY_ID=$AWS_ACCESS_KEY_ID
AWS_SECRET_ACCESS_KEY=$AWS_SECRET_ACCESS_KEY
END
