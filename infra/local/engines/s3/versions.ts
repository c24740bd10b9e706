import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { AwsError } from '../http.ts';
import type { BucketLocks, Retention, StoredObject, Version } from './stored-object.ts';

/** An entry of a key's history, newest first: an object, or the mark that it was deleted. */
export interface HistoryEntry {
  key: string;
  versionId: string;
  modifiedAt: string;
  isLatest: boolean;
  /** Undefined: a delete marker. */
  object: StoredObject | undefined;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS versions (
    place INTEGER PRIMARY KEY AUTOINCREMENT, bucket TEXT NOT NULL, key TEXT NOT NULL, versionId TEXT NOT NULL,
    modifiedAt TEXT NOT NULL, file TEXT, object TEXT, UNIQUE (bucket, key, versionId)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS versionsByKey ON versions (bucket, key, place DESC);
`;

interface Row {
  place: number;
  key: string;
  versionId: string;
  modifiedAt: string;
  object: string | null;
}

/** The versions of buckets with Object Lock: a deleted or replaced object stays, and is not removed before its date. */
export function openVersions(db: DatabaseSync, locks: BucketLocks) {
  db.exec(SCHEMA);
  const sql = {
    add: db.prepare('INSERT INTO versions (bucket, key, versionId, modifiedAt, file, object) VALUES (?, ?, ?, ?, ?, ?)'),
    one: db.prepare('SELECT * FROM versions WHERE bucket = ? AND key = ? AND versionId = ?'),
    newest: db.prepare('SELECT * FROM versions WHERE bucket = ? AND key = ? ORDER BY place DESC LIMIT 1'),
    all: db.prepare('SELECT * FROM versions WHERE bucket = ? AND key >= ? ORDER BY key, place DESC'),
    remove: db.prepare('DELETE FROM versions WHERE bucket = ? AND key = ? AND versionId = ?'),
    files: db.prepare('SELECT file FROM versions WHERE bucket = ? AND file IS NOT NULL'),
  };
  const newId = (): string => randomBytes(24).toString('base64url');
  const objectOf = (row: Row): StoredObject | undefined =>
    row.object === null ? undefined : (JSON.parse(row.object) as StoredObject);

  const find = (bucket: string, key: string, versionId: string): StoredObject | 'marker' => {
    const row = sql.one.get(bucket, key, versionId) as Row | undefined;
    if (!row)
      throw new AwsError('NoSuchVersion', 404, 'The specified version does not exist.', { Key: key, VersionId: versionId });
    return objectOf(row) ?? 'marker';
  };

  /** The current object; undefined after its deletion. */
  const current = (bucket: string, key: string): StoredObject | undefined => {
    const row = sql.newest.get(bucket, key) as Row | undefined;
    return row && objectOf(row);
  };

  return {
    find,
    current,
    isLocked: (bucket: string): boolean => locks[bucket] !== undefined,
    hasDefault: (bucket: string): boolean => Boolean(locks[bucket]),

    /** The version that a new object becomes; undefined in a bucket without versions. @param asked replaces the bucket's default */
    next(bucket: string, asked?: Retention): Version | undefined {
      const lock = locks[bucket];
      if (lock === undefined) return undefined;
      const byDefault = lock && { mode: lock.mode, retainUntil: instantIn(lock.days * 86_400) };
      return { versionId: newId(), ...(asked ?? byDefault) };
    },

    add(object: StoredObject): void {
      const { bucket, key, version, file, modifiedAt } = object;
      if (version) sql.add.run(bucket, key, version.versionId, modifiedAt, file, JSON.stringify(object));
    },

    /** @returns the id of the delete marker */
    mark(bucket: string, key: string): string {
      const versionId = newId();
      sql.add.run(bucket, key, versionId, instant(), null, null);
      return versionId;
    },

    /**
     * Removes a version; one that is not there is left at that, as S3 does.
     *
     * @param bypass the caller may remove versions in governance mode
     * @returns the removed object, and the one that is current now; undefined for delete markers and none
     * @throws AwsError AccessDenied before the end of its retention
     */
    remove(
      bucket: string,
      key: string,
      versionId: string,
      bypass: boolean,
    ): Record<'removed' | 'current', StoredObject | undefined> {
      const row = sql.one.get(bucket, key, versionId) as Row | undefined;
      const object = row && objectOf(row);
      const { mode, retainUntil = '' } = object?.version ?? {};
      if (retainUntil > instant() && !(mode === 'GOVERNANCE' && bypass)) {
        throw new AwsError('AccessDenied', 403, 'Access Denied because object protected by object lock.');
      }
      sql.remove.run(bucket, key, versionId);
      return { removed: object, current: current(bucket, key) };
    },

    /** Names of all files of a bucket's versions. */
    files: (bucket: string): string[] => (sql.files.all(bucket) as { file: string }[]).map(({ file }) => file),

    /** The versions below a prefix: keys in the order of their bytes, of each the newest first. */
    *history(bucket: string, prefix: string): Generator<HistoryEntry> {
      let last: string | undefined;
      for (const row of sql.all.iterate(bucket, prefix) as Iterable<unknown> as Iterable<Row>) {
        if (!row.key.startsWith(prefix)) return;
        const { key, versionId, modifiedAt } = row;
        yield { key, versionId, modifiedAt, isLatest: key !== last, object: objectOf(row) };
        last = key;
      }
    },
  };
}
