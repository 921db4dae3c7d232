#!/bin/sh
# A running container engine: taken as it is, or installed from Debian and started where that is possible.
#   checks/engine.sh             leaves it running; says nothing and fails if there is none to be had
#   checks/engine.sh COMMAND...  runs the command, engine or no engine, and stops the engine if it was started here
log=/tmp/harness-engine.log
started=

bring() {
    docker info >/dev/null 2>&1 && return 0
    [ "$(id -u)" = 0 ] || return 1
    command -v dockerd >/dev/null 2>&1 && command -v docker >/dev/null 2>&1 || install || return 1
    # No bridge and no firewall rules: the harness gives containers no network.
    setsid dockerd --storage-driver=overlay2 --bridge=none --iptables=false >>$log 2>&1 </dev/null &
    started=$!
    for _ in $(seq 100); do
        docker info >/dev/null 2>&1 && return 0
        kill -0 $started 2>/dev/null || return 1
        sleep 0.2
    done
    return 1
}

install() {
    command -v apt-get >/dev/null 2>&1 || return 1
    {
        apt-get update -qq
        export DEBIAN_FRONTEND=noninteractive
        # Newer Debians have the client in a package of its own.
        apt-get install -y -qq --no-install-recommends docker.io docker-cli ||
            apt-get install -y -qq --no-install-recommends docker.io
    } >$log 2>&1
}

bring
status=$?
[ $# = 0 ] && exit $status
"$@"
status=$?
[ -n "$started" ] && kill "$started" 2>/dev/null && wait "$started"
exit $status
