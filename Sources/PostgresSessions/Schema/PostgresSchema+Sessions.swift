// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
import Crypto

/// The ownership of sessions, enforced in the database.
///
/// Each function is one transaction. A function that answers from what it has read also writes.
/// Its commit then waits for the standby, and so for everything that it has read: a row visible
/// on this primary may not have reached any standby yet. Rows are locked in a fixed order: a
/// session's before a node's.
extension PostgresSchema {
  /// The statements to prepare on each connection of a ``PostgresSessionStore``.
  var sessionStatements: [PostgresStatement] {
    [
      PostgresStatement("renew", "SELECT \(name).renew($1, $2, $3)"),
      PostgresStatement("take", "SELECT * FROM \(name).take($1, $2, $3, $4)"),
      PostgresStatement("settle", "SELECT \(name).settle($1, $2)"),
      PostgresStatement("write", "SELECT \(name).write($1, $2, $3, $4, $5, $6)"),
      PostgresStatement("release", "SELECT \(name).release($1, $2, $3)"),
      PostgresStatement("remove", "SELECT \(name).remove($1, $2, $3)"),
      PostgresStatement("is_stored", "SELECT \(name).is_stored($1)"),
      PostgresStatement("move", "SELECT \(name).move($1, $2, $3, $4, $5)"),
      PostgresStatement("look", "SELECT \(name).look($1)"),
      PostgresStatement("remove_unused", "SELECT * FROM \(name).remove_unused($1, $2)"),
      PostgresStatement("leave", "SELECT \(name).leave($1)"),
      PostgresStatement("has_standby", Self.hasStandby()),
    ]
  }

  /// A query for whether the standbys are there that commits wait for.
  ///
  /// It writes nothing, and so waits for none. The answer is null when commits wait for none, or
  /// when the account may not see the server's standbys.
  ///
  /// - Parameter names: An expression for the value of `synchronous_standby_names`.
  /// - Returns: The query.
  static func hasStandby(names: String = "current_setting('synchronous_standby_names')") -> String {
    """
    SELECT CASE
      WHEN needed IS NULL THEN NULL
      WHEN count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) >= needed THEN true
      WHEN count(*) FILTER (WHERE pid IS NOT NULL AND sync_state IS NULL) > 0 THEN NULL
      ELSE false END
    FROM (SELECT CASE WHEN names <> '' THEN
        coalesce((regexp_match(
          names, '^[[:space:]]*(?:(?:any|first)[[:space:]]+)?([0-9]+)[[:space:]]*[(]', 'i'))[1]::int, 1)
        END AS needed
      FROM (SELECT \(names) AS names) AS setting) AS standbys
    LEFT JOIN pg_stat_replication ON true
    GROUP BY needed
    """
  }

  /// Returns the channel to which a node listens.
  ///
  /// The name is short enough and needs no quotes, whatever the node's name.
  func channel(of node: String) -> String {
    let digits = SHA256.hash(data: Array(node.utf8)).prefix(6).flatMap {
      [String($0 >> 4, radix: 16), String($0 & 15, radix: 16)]
    }
    return "\(name)_\(digits.joined())"
  }

  var sessions: String {
    """
    CREATE SEQUENCE \(name).lease;
    CREATE SEQUENCE \(name).epoch;

    CREATE TABLE \(name).node (
      name text PRIMARY KEY,
      lease bigint NOT NULL,
      ends timestamptz NOT NULL);

    -- Of rows that change with each write, none has an index but its name, and each page has room:
    -- a write leaves no index entry behind.
    CREATE TABLE \(name).session (
      name bytea PRIMARY KEY,
      owner text,
      epoch bigint NOT NULL,
      version bigint NOT NULL DEFAULT 0,
      tag bytea NOT NULL DEFAULT '',
      -- The version of the program whose wake or call is under way; null when none is.
      marked text,
      -- The ends of nodes that are charged to it, the time of the last one, and the versions.
      charges bigint NOT NULL DEFAULT 0,
      charged timestamptz,
      charged_versions text[] NOT NULL DEFAULT '{}',
      -- The epoch of the owner that was charged last.
      charged_epoch bigint,
      used timestamptz NOT NULL,
      waiting text[] NOT NULL DEFAULT '{}'
    ) WITH (fillfactor = 70);

    -- A session's archive in its parts: what replaced all before, and what was appended since.
    CREATE TABLE \(name).part (
      session bytea NOT NULL,
      version bigint NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (session, version));
    -- Sealed bytes do not shrink.
    ALTER TABLE \(name).part ALTER COLUMN bytes SET STORAGE EXTERNAL;

    CREATE FUNCTION \(name).announce(_event text, _session bytea, _node text) RETURNS void
    LANGUAGE sql AS $$
      SELECT pg_notify(
        '\(name)_' || left(encode(sha256(convert_to(_node, 'UTF8')), 'hex'), 12),
        _event || encode(_session, 'hex'));
    $$;

    CREATE FUNCTION \(name).renew(_node text, _lease bigint, _microseconds bigint)
    RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE
      _length interval := _microseconds * interval '1 microsecond';
      _number bigint;
      _now timestamptz;
    BEGIN
      -- The clock is read when the row is locked: a session may have been taken until then.
      PERFORM FROM \(name).node WHERE name = _node FOR UPDATE;
      _now := clock_timestamp();
      UPDATE \(name).node SET ends = _now + _length
      WHERE name = _node AND lease = _lease AND ends > _now
      RETURNING lease INTO _number;
      IF FOUND THEN RETURN _number; END IF;
      INSERT INTO \(name).node VALUES (_node, nextval('\(name).lease'), _now + _length)
      ON CONFLICT (name) DO UPDATE SET lease = excluded.lease, ends = excluded.ends
      RETURNING lease INTO _number;
      -- Nodes that are gone for good.
      DELETE FROM \(name).node WHERE name IN (
        SELECT name FROM \(name).node WHERE ends < clock_timestamp() - interval '1 hour'
        FOR UPDATE SKIP LOCKED);
      RETURN _number;
    END $$;

    -- Marks a session that has fewer charges than the limit.
    CREATE FUNCTION \(name).take(
      _session bytea, _node text, _program text, _limit bigint,
      OUT epoch bigint, OUT version bigint, OUT charges bigint, OUT age bigint,
      OUT includes_version boolean, OUT archive bytea)
    LANGUAGE plpgsql AS $$
    DECLARE
      _found \(name).session;
      _ends timestamptz;
      _now timestamptz;
    BEGIN
      LOOP
        SELECT * INTO _found FROM \(name).session AS s WHERE s.name = _session FOR UPDATE;
        EXIT WHEN FOUND;
        INSERT INTO \(name).session (name, epoch, used)
        VALUES (_session, nextval('\(name).epoch'), clock_timestamp()) ON CONFLICT DO NOTHING;
      END LOOP;
      -- One reading: a lease that ended between two would be neither waited for nor respected.
      _now := clock_timestamp();
      IF _found.owner <> _node THEN
        SELECT n.ends INTO _ends FROM \(name).node AS n WHERE n.name = _found.owner;
        IF _ends <= _now THEN
          -- Waits for a renewal that is on its way: one that is committed counts.
          SELECT n.ends INTO _ends FROM \(name).node AS n WHERE n.name = _found.owner FOR SHARE;
        END IF;
        IF _ends > _now THEN
          IF NOT _node = ANY (_found.waiting) THEN
            UPDATE \(name).session AS s SET waiting = s.waiting || _node WHERE s.name = _session;
          END IF;
          -- Commits that announce something go one by one, so a node that asks again and again, until the
          -- owner's lease has ended, does not announce each time.
          IF NOT _node = ANY (_found.waiting) OR random() < 0.2 THEN
            PERFORM \(name).announce('w', _session, _found.owner);
          END IF;
          RETURN;
        END IF;
      END IF;
      -- The mark of another node: that one has ended in a wake or call.
      IF _found.marked IS NOT NULL AND _found.owner IS DISTINCT FROM _node THEN
        _found.charges := _found.charges + 1;
        _found.charged := _now;
        _found.charged_epoch := _found.epoch;
        IF NOT _found.marked = ANY (_found.charged_versions) THEN
          _found.charged_versions := _found.charged_versions[
            greatest(1, cardinality(_found.charged_versions) - 6):] || _found.marked;
        END IF;
      END IF;
      UPDATE \(name).session AS s
      SET owner = _node, epoch = nextval('\(name).epoch'),
        marked = CASE WHEN _found.charges < _limit THEN _program END,
        charges = _found.charges, charged = _found.charged,
        charged_versions = _found.charged_versions, charged_epoch = _found.charged_epoch,
        used = _now, waiting = array_remove(s.waiting, _node)
      WHERE s.name = _session
      RETURNING s.epoch, s.version INTO epoch, version;
      charges := _found.charges;
      age := greatest((extract(epoch FROM _now - _found.charged) * 1000000)::bigint, 0);
      includes_version := _program = ANY (_found.charged_versions);
      SELECT string_agg(p.bytes, '' ORDER BY p.version) INTO archive
      FROM \(name).part AS p WHERE p.session = _session;
    END $$;

    CREATE FUNCTION \(name).settle(_session bytea, _epoch bigint) RETURNS void
    LANGUAGE plpgsql AS $$
    BEGIN
      -- Marks and charges are no state: no call waits for a disk or a standby because of them.
      PERFORM set_config('synchronous_commit', 'off', true);
      UPDATE \(name).session
      SET marked = NULL, charges = 0, charged = NULL, charged_versions = '{}'
      WHERE name = _session AND epoch = _epoch AND owner IS NOT NULL;
    END $$;

    CREATE FUNCTION \(name).write(
      _session bytea, _epoch bigint, _version bigint, _bytes bytea, _replaces boolean,
      _releases boolean)
    RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      _tag bytea := substring(_bytes FROM greatest(1, length(_bytes) - 15));
      _waiting text[];
    BEGIN
      IF _releases THEN
        SELECT waiting INTO _waiting FROM \(name).session
        WHERE name = _session AND epoch = _epoch AND version = _version AND owner IS NOT NULL
        FOR UPDATE;
        PERFORM \(name).announce('r', _session, node) FROM unnest(_waiting) AS node;
      END IF;
      UPDATE \(name).session
      SET version = _version + 1, tag = _tag, used = clock_timestamp(),
        marked = NULL, charges = 0, charged = NULL, charged_versions = '{}',
        owner = CASE WHEN _releases THEN NULL ELSE owner END,
        waiting = CASE WHEN _releases THEN '{}' ELSE waiting END
      WHERE name = _session AND epoch = _epoch AND version = _version AND owner IS NOT NULL;
      IF FOUND THEN
        IF _replaces THEN DELETE FROM \(name).part WHERE session = _session; END IF;
        INSERT INTO \(name).part VALUES (_session, _version + 1, _bytes);
        RETURN true;
      END IF;
      -- This very write, repeated.
      UPDATE \(name).session SET used = clock_timestamp()
      WHERE name = _session AND epoch = _epoch AND version = _version + 1 AND tag = _tag;
      RETURN FOUND;
    END $$;

    CREATE FUNCTION \(name).release(_session bytea, _epoch bigint, _was_woken boolean) RETURNS void
    LANGUAGE plpgsql AS $$
    DECLARE
      _found \(name).session;
    BEGIN
      SELECT * INTO _found FROM \(name).session
      WHERE name = _session AND epoch = _epoch AND owner IS NOT NULL FOR UPDATE;
      IF NOT FOUND THEN
        -- It was charged with an end, but has not ended.
        UPDATE \(name).session
        SET charges = charges - 1, charged_epoch = NULL,
          charged_versions = CASE WHEN charges > 1 THEN charged_versions ELSE '{}' END
        WHERE name = _session AND charged_epoch = _epoch AND charges > 0;
        RETURN;
      END IF;
      PERFORM \(name).announce('r', _session, node) FROM unnest(_found.waiting) AS node;
      IF _was_woken THEN
        _found.charges := 0;
        _found.charged_versions := '{}';
      END IF;
      IF _found.version = 0 AND _found.charges = 0 THEN
        DELETE FROM \(name).session WHERE name = _session;
      ELSE
        UPDATE \(name).session
        SET owner = NULL, marked = NULL, charges = _found.charges,
          charged_versions = _found.charged_versions, used = clock_timestamp(), waiting = '{}'
        WHERE name = _session;
      END IF;
    END $$;

    CREATE FUNCTION \(name).remove(_session bytea, _node text, _epoch bigint) RETURNS boolean
    LANGUAGE plpgsql AS $$
    DECLARE
      _found \(name).session;
    BEGIN
      SELECT * INTO _found FROM \(name).session WHERE name = _session FOR UPDATE;
      IF FOUND THEN
        IF _found.epoch <> _epoch OR _found.owner IS NULL THEN RETURN false; END IF;
        PERFORM \(name).announce('r', _session, node) FROM unnest(_found.waiting) AS node;
        DELETE FROM \(name).session WHERE name = _session;
        DELETE FROM \(name).part WHERE session = _session;
      ELSE
        UPDATE \(name).node SET ends = ends WHERE name = _node;
      END IF;
      RETURN true;
    END $$;

    CREATE FUNCTION \(name).is_stored(_session bytea) RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE \(name).session SET used = clock_timestamp() WHERE name = _session AND version > 0;
      IF FOUND THEN RETURN true; END IF;
      -- Writes, too, although there is no row: a removal may not have reached any standby yet.
      PERFORM pg_logical_emit_message(true, 'restoration', '');
      RETURN false;
    END $$;

    CREATE FUNCTION \(name).move(
      _former bytea, _former_epoch bigint, _next bytea, _next_epoch bigint, _bytes bytea)
    RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      _tag bytea := substring(_bytes FROM greatest(1, length(_bytes) - 15));
      _source \(name).session;
      _target \(name).session;
    BEGIN
      -- In a fixed order, so that two moves never wait for each other.
      PERFORM FROM \(name).session WHERE name IN (_former, _next) ORDER BY name FOR UPDATE;
      SELECT * INTO _source FROM \(name).session WHERE name = _former;
      SELECT * INTO _target FROM \(name).session WHERE name = _next;
      IF _source.epoch = _former_epoch AND _source.owner IS NOT NULL
        AND _target.epoch = _next_epoch AND _target.owner IS NOT NULL AND _target.version = 0
      THEN
        PERFORM \(name).announce('r', _former, node) FROM unnest(_source.waiting) AS node;
        PERFORM \(name).announce('r', _next, node) FROM unnest(_target.waiting) AS node;
        DELETE FROM \(name).session WHERE name = _former;
        DELETE FROM \(name).part WHERE session = _former;
        UPDATE \(name).session
        SET version = 1, tag = _tag, owner = NULL, waiting = '{}', used = clock_timestamp(),
          marked = NULL, charges = _source.charges, charged = _source.charged,
          charged_versions = _source.charged_versions
        WHERE name = _next;
        INSERT INTO \(name).part VALUES (_next, 1, _bytes);
        RETURN true;
      END IF;
      -- This very move, repeated.
      UPDATE \(name).session SET used = clock_timestamp()
      WHERE name = _next AND epoch = _next_epoch AND version = 1 AND tag = _tag;
      RETURN FOUND;
    END $$;

    -- Looks at a thousand sessions, those that follow a name; null as the last one at the end.
    CREATE FUNCTION \(name).remove_unused(
      _microseconds bigint, _after bytea, OUT removed bigint, OUT last bytea)
    LANGUAGE plpgsql AS $$
    DECLARE
      _now timestamptz := clock_timestamp();
      _latest timestamptz := _now - _microseconds * interval '1 microsecond';
      _names bytea[];
    BEGIN
      SELECT s.name INTO last FROM (
        SELECT name FROM \(name).session WHERE name > _after ORDER BY name LIMIT 1000) AS s
      ORDER BY s.name DESC LIMIT 1;
      WITH gone AS (
        DELETE FROM \(name).session WHERE name IN (
          SELECT s.name FROM \(name).session AS s
          WHERE s.name > _after AND s.name <= last AND s.used <= _latest AND NOT EXISTS (
            -- A minute more, for a renewal that is on its way.
            SELECT FROM \(name).node AS n
            WHERE n.name = s.owner AND n.ends > _now - interval '1 minute')
          FOR UPDATE SKIP LOCKED)
        RETURNING name)
      SELECT array_agg(name) INTO _names FROM gone;
      -- A command of its own: it sees what was written until the sessions were locked.
      DELETE FROM \(name).part WHERE session = ANY (_names);
      removed := coalesce(cardinality(_names), 0);
    END $$;

    CREATE FUNCTION \(name).leave(_node text) RETURNS void LANGUAGE sql AS $$
      DELETE FROM \(name).node WHERE name = _node;
    $$;
    """
  }
}
#endif
