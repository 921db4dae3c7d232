#!/bin/sh
# Chromium for the browser tests: taken as it is, or installed from Debian where that is possible.
command -v chromium >/dev/null 2>&1 && exit 0
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "installing chromium (once) ..."
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } \
        >/tmp/harness-chromium.log 2>&1 || echo "chromium could not be installed; see /tmp/harness-chromium.log" >&2
fi
exit 0
