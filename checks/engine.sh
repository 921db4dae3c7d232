#!/bin/sh
# A running container engine: taken as it is, or installed from Debian and started where that is possible.
# Says nothing and fails if there is none to be had.
docker info >/dev/null 2>&1 && exit 0
[ "$(id -u)" = 0 ] || exit 1
if ! command -v dockerd >/dev/null 2>&1; then
    command -v apt-get >/dev/null 2>&1 || exit 1
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends docker.io; } \
        >/tmp/harness-engine.log 2>&1 || exit 1
fi
# No bridge and no firewall rules: the harness gives containers no network.
setsid dockerd --storage-driver=overlay2 --bridge=none --iptables=false >>/tmp/harness-engine.log 2>&1 </dev/null &
for _ in $(seq 100); do
    docker info >/dev/null 2>&1 && exit 0
    sleep 0.2
done
exit 1
