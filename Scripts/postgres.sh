# SPDX-FileCopyrightText: The swift-state-restoration authors
# SPDX-License-Identifier: Apache-2.0
# Private PostgreSQL servers on loopback, each in its own folder; sourced after common.sh.

# PostgreSQL refuses root, so for root a server runs as Debian's user for it.
as_postgres() {
  if [ "$(id -u)" -eq 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi
}

# Makes a folder for servers, removed when the script ends. usage: make_postgres_folder; sets postgres_folder
make_postgres_folder() {
  postgres_bin=$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
  postgres_folder=$(mktemp -d)
  chmod 755 "$postgres_folder"
  if [ "$(id -u)" -eq 0 ]; then chown postgres "$postgres_folder"; fi
  on_exit 'rm -rf "$postgres_folder"'
}

# Prints a free port of loopback.
free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Makes a server and starts it. usage: start_postgres NAME PORT [SETTING...]
start_postgres() {
  local name=$1 port=$2
  as_postgres "$postgres_bin/initdb" -D "$postgres_folder/$name" -U test -A trust -N \
    --locale=C.UTF-8 -E UTF8 >/dev/null || fail "PostgreSQL could not make its folder"
  printf '%s\n' "listen_addresses = '127.0.0.1'" "unix_socket_directories = ''" "port = $port" \
    "wal_sender_timeout = 3s" "wal_receiver_timeout = 3s" "${@:3}" \
    | as_postgres tee -a "$postgres_folder/$name/postgresql.conf" >/dev/null
  run_postgres "$name"
}

# Makes a copy of a server that follows it synchronously, and starts it.
# usage: start_standby NAME PORT PRIMARY PRIMARY-PORT
start_standby() {
  local name=$1 port=$2 primary=$3 primary_port=$4
  as_postgres "$postgres_bin/pg_basebackup" -D "$postgres_folder/$name" -R -c fast \
    -d "host=127.0.0.1 port=$primary_port user=test application_name=$name" \
    || fail "PostgreSQL could not make a standby"
  printf '%s\n' "port = $port" "synchronous_standby_names = ''" \
    | as_postgres tee -a "$postgres_folder/$name/postgresql.conf" >/dev/null
  run_postgres "$name"
  printf '%s\n' "synchronous_standby_names = '\"$name\"'" \
    | as_postgres tee -a "$postgres_folder/$primary/postgresql.conf" >/dev/null
  as_postgres "$postgres_bin/pg_ctl" -D "$postgres_folder/$primary" reload -s
  # Until then a commit waits for no standby.
  local deadline=$((SECONDS + 30)) state=
  until [ "$state" = sync ]; do
    [ $SECONDS -lt $deadline ] || fail "The standby does not follow the primary: $(tail "$postgres_folder/$name.log")"
    sleep 0.05
    state=$("$postgres_bin/psql" -h 127.0.0.1 -p "$primary_port" -U test -d postgres -Atc \
      "SELECT sync_state FROM pg_stat_replication WHERE application_name = '$name'")
  done
}

# Starts an existing server, and ends it when the script ends.
run_postgres() {
  as_postgres "$postgres_bin/pg_ctl" -D "$postgres_folder/$1" -w -t 60 -s -l "$postgres_folder/$1.log" start \
    || fail "PostgreSQL did not start: $(cat "$postgres_folder/$1.log")"
  on_exit "end_postgres '$1'"
}

# Ends all processes of a server at once, as a power cut would.
end_postgres() {
  local server
  server=$(head -n 1 "$postgres_folder/$1/postmaster.pid" 2>/dev/null) || return 0
  kill -KILL $(pgrep -P "$server") "$server" 2>/dev/null || true
  local deadline=$((SECONDS + 10))
  while kill -0 "$server" 2>/dev/null && [ $SECONDS -lt $deadline ]; do sleep 0.02; done
  rm -f "$postgres_folder/$1/postmaster.pid"
}

# Promotes a standby to primary.
promote_postgres() {
  local deadline=$((SECONDS + 60))
  until as_postgres "$postgres_bin/pg_ctl" -D "$postgres_folder/$1" -w -t 5 -s promote 2>/dev/null; do
    # A starting server refuses or forgets its promotion.
    [ $SECONDS -lt $deadline ] || fail "The standby was not promoted: $(tail "$postgres_folder/$1.log")"
    sleep 0.05
  done
}

# Starts PgBouncer before a server, and ends it when the script ends. usage: start_pool MODE PORT SERVER-PORT
start_pool() {
  local file=$postgres_folder/pool-$1
  printf '%s\n' '[databases]' "postgres = host=127.0.0.1 port=$3 user=test" '[pgbouncer]' \
    'listen_addr = 127.0.0.1' "listen_port = $2" 'unix_socket_dir =' 'auth_type = any' "pool_mode = $1" \
    'default_pool_size = 250' 'max_client_conn = 500' "logfile = $file.log" "pidfile = $file.pid" \
    | as_postgres tee "$file.ini" >/dev/null
  as_postgres /usr/sbin/pgbouncer -q -d "$file.ini" || fail "PgBouncer did not start: $(cat "$file.log")"
  on_exit "kill \$(cat '$file.pid')"
  evidence=$file.log await "PgBouncer does not answer" \
    "$postgres_bin/psql" -h 127.0.0.1 -p "$2" -U test -d postgres -qAtc "SELECT" >/dev/null 2>&1
}
