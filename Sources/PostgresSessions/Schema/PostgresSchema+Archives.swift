// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if PostgreSQL
/// Programs' archives: names that refer to files, like hard links.
///
/// A file to which no name refers is removed. Each function is one transaction.
extension PostgresSchema {
  /// The statements to prepare on the connection of a ``PostgresStore``.
  var archiveStatements: [PostgresStatement] {
    [
      PostgresStatement("load", "SELECT \(name).archive_load($1, $2, $3)"),
      PostgresStatement("put", "SELECT \(name).archive_put($1, $2, $3, $4)"),
      PostgresStatement("replace", "SELECT \(name).archive_replace($1, $2, $3)"),
      PostgresStatement("append", "SELECT \(name).archive_append($1, $2, $3, $4, $5)"),
      PostgresStatement("link", "SELECT \(name).archive_link($1, $2, $3, $4, $5)"),
      PostgresStatement("set_aside", "SELECT \(name).archive_set_aside($1, $2, $3, $4)"),
      PostgresStatement("remove", "SELECT \(name).archive_remove($1, $2, NULL)"),
      PostgresStatement("remove_one", "SELECT \(name).archive_remove($1, $2, $3)"),
      PostgresStatement("write_marker", "SELECT \(name).archive_write_marker($1, $2, $3, $4)"),
      PostgresStatement("claim", "SELECT \(name).archive_claim($1, $2, $3, $4)"),
      PostgresStatement(
        "unclaim", "SELECT pg_advisory_unlock(\(name).archive_lock($1, $2))"),
    ]
  }

  var archives: String {
    """
    CREATE TABLE \(name).archive_file (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      size bigint NOT NULL DEFAULT 0,
      -- Its last bytes, 64 at most.
      tail bytea NOT NULL DEFAULT '');

    CREATE TABLE \(name).archive_part (
      file bigint NOT NULL REFERENCES \(name).archive_file ON DELETE CASCADE,
      place bigint NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (file, place));
    ALTER TABLE \(name).archive_part ALTER COLUMN bytes SET STORAGE EXTERNAL;

    CREATE TABLE \(name).archive_name (
      application text NOT NULL,
      slot text NOT NULL,
      name text NOT NULL,
      file bigint NOT NULL REFERENCES \(name).archive_file,
      PRIMARY KEY (application, slot, name));
    CREATE INDEX ON \(name).archive_name (file);

    -- The process that has taken each slot last, by a number that it drew.
    CREATE TABLE \(name).archive_slot (
      application text NOT NULL,
      slot text NOT NULL,
      process bigint NOT NULL,
      PRIMARY KEY (application, slot));

    CREATE FUNCTION \(name).archive_lock(_application text, _slot text) RETURNS bigint
    LANGUAGE sql IMMUTABLE AS $$
      SELECT hashtextextended('\(name)/' || _application || '/' || _slot, 0);
    $$;

    -- Takes a slot for this connection. Returns false if another connection holds the slot, or when
    -- it is taken again, if another process has had it meanwhile.
    CREATE FUNCTION \(name).archive_claim(
      _application text, _slot text, _process bigint, _again boolean)
    RETURNS boolean LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT pg_try_advisory_lock(\(name).archive_lock(_application, _slot)) THEN
        RETURN false;
      END IF;
      INSERT INTO \(name).archive_slot AS s VALUES (_application, _slot, _process)
      ON CONFLICT (application, slot) DO UPDATE SET process = _process
      WHERE NOT _again OR s.process = _process;
      IF NOT FOUND THEN
        PERFORM pg_advisory_unlock(\(name).archive_lock(_application, _slot));
        RETURN false;
      END IF;
      RETURN true;
    END $$;

    CREATE FUNCTION \(name).archive_load(_application text, _slot text, _name text) RETURNS bytea
    LANGUAGE sql STABLE AS $$
      SELECT coalesce(string_agg(p.bytes, '' ORDER BY p.place), '')
      FROM \(name).archive_name AS n LEFT JOIN \(name).archive_part AS p ON p.file = n.file
      WHERE n.application = _application AND n.slot = _slot AND n.name = _name
      GROUP BY n.file;
    $$;

    CREATE FUNCTION \(name).archive_file(_application text, _slot text, _name text) RETURNS bigint
    LANGUAGE sql AS $$
      SELECT file FROM \(name).archive_name
      WHERE application = _application AND slot = _slot AND name = _name;
    $$;

    CREATE FUNCTION \(name).archive_remove(_application text, _slot text, _name text) RETURNS void
    LANGUAGE plpgsql AS $$
    DECLARE
      _files bigint[];
    BEGIN
      WITH gone AS (
        DELETE FROM \(name).archive_name
        WHERE application = _application AND slot = _slot AND name = coalesce(_name, name)
        RETURNING file)
      SELECT array_agg(file) INTO _files FROM gone;
      DELETE FROM \(name).archive_file AS f
      WHERE f.id = ANY (_files)
        AND NOT EXISTS (SELECT FROM \(name).archive_name AS n WHERE n.file = f.id);
    END $$;

    -- Lets a name refer to a file, or to none.
    CREATE FUNCTION \(name).archive_refer(
      _application text, _slot text, _name text, _file bigint)
    RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      IF _file IS NOT DISTINCT FROM \(name).archive_file(_application, _slot, _name) THEN
        RETURN;
      END IF;
      PERFORM \(name).archive_remove(_application, _slot, _name);
      IF _file IS NOT NULL THEN
        INSERT INTO \(name).archive_name VALUES (_application, _slot, _name, _file);
      END IF;
    END $$;

    CREATE FUNCTION \(name).archive_put(
      _application text, _slot text, _name text, _bytes bytea)
    RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      _file bigint;
    BEGIN
      INSERT INTO \(name).archive_file (size, tail)
      VALUES (length(_bytes), substring(_bytes FROM greatest(1, length(_bytes) - 63)))
      RETURNING id INTO _file;
      INSERT INTO \(name).archive_part VALUES (_file, 0, _bytes);
      PERFORM \(name).archive_refer(_application, _slot, _name, _file);
    END $$;

    CREATE FUNCTION \(name).archive_replace(_application text, _slot text, _bytes bytea)
    RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      _old bigint := \(name).archive_file(_application, _slot, 'current');
    BEGIN
      IF _old IS NOT NULL THEN
        PERFORM \(name).archive_refer(_application, _slot, 'previous', _old);
      END IF;
      PERFORM \(name).archive_put(_application, _slot, 'current', _bytes);
    END $$;

    CREATE FUNCTION \(name).archive_append(
      _application text, _slot text, _bytes bytea, _size bigint, _tag bytea)
    RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      _file bigint := \(name).archive_file(_application, _slot, 'current');
    BEGIN
      IF \(name).archive_file(_application, _slot, 'previous') IS NULL
        OR (SELECT count(*) FROM \(name).archive_name WHERE file = _file) > 1
      THEN RETURN false; END IF;
      UPDATE \(name).archive_file
      SET size = size + length(_bytes),
        tail = substring(tail || _bytes FROM greatest(1, length(tail || _bytes) - 63))
      WHERE id = _file AND size = _size
        AND substring(tail FROM greatest(1, length(tail) - length(_tag) + 1)) = _tag;
      IF NOT FOUND THEN RETURN false; END IF;
      INSERT INTO \(name).archive_part VALUES (_file, _size, _bytes);
      RETURN true;
    END $$;

    -- Lets one name refer to what another one does, which goes if it is moved.
    CREATE FUNCTION \(name).archive_link(
      _application text, _slot text, _from text, _to text, _moves boolean)
    RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      _file bigint := \(name).archive_file(_application, _slot, _from);
    BEGIN
      IF _moves AND _file IS NULL THEN RETURN; END IF;
      PERFORM \(name).archive_refer(_application, _slot, _to, _file);
      IF _moves THEN PERFORM \(name).archive_remove(_application, _slot, _from); END IF;
    END $$;

    -- Keeps a damaged archive, of which there are three, the newest first.
    CREATE FUNCTION \(name).archive_set_aside(
      _application text, _slot text, _name text, _moves boolean)
    RETURNS boolean LANGUAGE plpgsql AS $$
    DECLARE
      _file bigint := \(name).archive_file(_application, _slot, _name);
    BEGIN
      IF _file IS NULL THEN RETURN false; END IF;
      IF _file IS DISTINCT FROM \(name).archive_file(_application, _slot, 'damaged-1') THEN
        PERFORM \(name).archive_link(_application, _slot, 'damaged-2', 'damaged-3', true);
        PERFORM \(name).archive_link(_application, _slot, 'damaged-1', 'damaged-2', true);
        PERFORM \(name).archive_refer(_application, _slot, 'damaged-1', _file);
      END IF;
      IF _moves THEN PERFORM \(name).archive_remove(_application, _slot, _name); END IF;
      RETURN true;
    END $$;

    CREATE FUNCTION \(name).archive_write_marker(
      _application text, _slot text, _bytes bytea, _place bigint)
    RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      _old bytea := coalesce(\(name).archive_load(_application, _slot, 'launch'), '');
    BEGIN
      PERFORM \(name).archive_put(_application, _slot, 'launch',
        substring(_old FOR _place::int) || _bytes
          || substring(_old FROM (_place + length(_bytes) + 1)::int));
    END $$;
    """
  }
}
#endif
