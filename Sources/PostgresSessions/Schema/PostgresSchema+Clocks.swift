// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
/// A primary's clock that jumps, for example because another machine is the primary now.
extension PostgresSchema {
  var jumpingClocks: String {
    """
    -- The looks at the clock, and the time that had passed by then.
    CREATE TABLE \(name).look (
      seen timestamptz NOT NULL,
      passed interval NOT NULL);

    -- Looks at the clock. What passes between two looks counts as a day at most, so a jump makes no
    -- session old. A session that was last used by the returned time has the age; null when none can.
    CREATE FUNCTION \(name).look(_microseconds bigint) RETURNS timestamptz LANGUAGE plpgsql AS $$
    DECLARE
      _age interval := _microseconds * interval '1 microsecond';
      _most interval := least(_age / 4, interval '1 day');
      _now timestamptz := clock_timestamp();
      _last \(name).look;
      _passed interval;
      _latest timestamptz;
    BEGIN
      -- Those of a clock that was ahead.
      DELETE FROM \(name).look WHERE seen > _now;
      SELECT * INTO _last FROM \(name).look ORDER BY seen DESC LIMIT 1;
      _passed := coalesce(_last.passed + least(_now - _last.seen, _most), interval '0');
      IF _last.seen IS NULL OR _now - _last.seen > _most / 16 THEN
        INSERT INTO \(name).look VALUES (_now, _passed);
      END IF;
      SELECT max(seen) INTO _latest FROM \(name).look WHERE passed <= _passed - _age;
      DELETE FROM \(name).look WHERE seen < _latest;
      RETURN _latest;
    END $$;

    -- Looks at a thousand sessions, those that follow a name; null as the last one at the end.
    DROP FUNCTION \(name).remove_unused(bigint, bytea);
    CREATE FUNCTION \(name).remove_unused(
      _latest timestamptz, _after bytea, OUT removed bigint, OUT last bytea)
    LANGUAGE plpgsql AS $$
    DECLARE
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
            WHERE n.name = s.owner AND n.ends > clock_timestamp() - interval '1 minute')
          FOR UPDATE SKIP LOCKED)
        RETURNING name)
      SELECT array_agg(name) INTO _names FROM gone;
      -- A command of its own: it sees what was written until the sessions were locked.
      DELETE FROM \(name).part WHERE session = ANY (_names);
      removed := coalesce(cardinality(_names), 0);
    END $$;

    ALTER TABLE \(name).node ADD COLUMN length interval;

    CREATE OR REPLACE FUNCTION \(name).renew(_node text, _lease bigint, _microseconds bigint)
    RETURNS bigint LANGUAGE plpgsql AS $$
    DECLARE
      _length interval := _microseconds * interval '1 microsecond';
      _number bigint;
      _now timestamptz;
    BEGIN
      -- The clock is read when the row is locked: a session may have been taken until then.
      PERFORM FROM \(name).node WHERE name = _node FOR UPDATE;
      _now := clock_timestamp();
      -- No lease lasts longer than it was granted, even if the clock was ahead then. One that is
      -- being renewed needs no correction.
      UPDATE \(name).node SET ends = _now + length WHERE name IN (
        SELECT name FROM \(name).node WHERE ends > _now + length FOR UPDATE SKIP LOCKED);
      UPDATE \(name).node SET ends = _now + _length, length = _length
      WHERE name = _node AND lease = _lease AND ends > _now
      RETURNING lease INTO _number;
      IF FOUND THEN RETURN _number; END IF;
      INSERT INTO \(name).node
      VALUES (_node, nextval('\(name).lease'), _now + _length, _length)
      ON CONFLICT (name) DO UPDATE
      SET lease = excluded.lease, ends = excluded.ends, length = excluded.length
      RETURNING lease INTO _number;
      -- Nodes that are gone for good.
      DELETE FROM \(name).node WHERE name IN (
        SELECT name FROM \(name).node WHERE ends < clock_timestamp() - interval '1 hour'
        FOR UPDATE SKIP LOCKED);
      RETURN _number;
    END $$;
    """
  }
}
#endif
