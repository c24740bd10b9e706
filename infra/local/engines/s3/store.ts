import { randomUUID } from 'node:crypto';
import { type ReadStream, createReadStream, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { instant } from '#shared/base/kernel/clock.ts';
import { AwsError } from '../http.ts';
import { digesting, type Digests } from './digests.ts';
import type { BucketLocks, Retention, StoredObject } from './stored-object.ts';
import { openVersions } from './versions.ts';

export interface PutOptions {
  headers: Record<string, string>;
  metadata: Record<string, string>;
  /** Digests to compute beside those that every object has (MD5 and CRC-32). */
  algorithms?: readonly (keyof Digests)[];
  /** Takes the digests after the last byte; throws when the caller has declared others. */
  check?: (actual: Digests) => void;
  /** Declared length of the payload. */
  length?: number;
  /** Throws when the current object (undefined: none) does not allow the write. */
  condition?: (current: StoredObject | undefined) => void;
  /** The lock that the caller asks for. */
  retention?: Retention | undefined;
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS buckets (name TEXT PRIMARY KEY) STRICT;
  CREATE TABLE IF NOT EXISTS objects (
    bucket TEXT NOT NULL, key TEXT NOT NULL, file TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL, crc32 TEXT NOT NULL,
    modifiedAt TEXT NOT NULL, headers TEXT NOT NULL, metadata TEXT NOT NULL,
    PRIMARY KEY (bucket, key)
  ) STRICT, WITHOUT ROWID;
`;

export type S3Store = ReturnType<typeof openS3Store>;

/**
 * Objects on disk: a folder per bucket with a file per object, and an index in SQLite that says which file is which key. Keys
 * never become paths, so any UTF-8 is a key. A new file is written and synced first; the index entry then changes in one
 * transaction, so that a reader, or a restart after a crash, finds the old object or the new one and never a part.
 */
export function openS3Store(dataDir: string, locks: BucketLocks = {}) {
  const root = join(dataDir, 's3');
  mkdirSync(root, { recursive: true });
  const db = new DatabaseSync(join(root, 'index.db'));
  db.exec(SCHEMA);
  const versions = openVersions(db, locks);
  const sql = {
    bucket: db.prepare('SELECT name FROM buckets WHERE name = ?'),
    buckets: db.prepare('SELECT name FROM buckets ORDER BY name'),
    addBucket: db.prepare('INSERT OR IGNORE INTO buckets (name) VALUES (?)'),
    head: db.prepare('SELECT * FROM objects WHERE bucket = ? AND key = ?'),
    put: db.prepare(
      'INSERT OR REPLACE INTO objects (bucket, key, file, size, etag, crc32, modifiedAt, headers, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    remove: db.prepare('DELETE FROM objects WHERE bucket = ? AND key = ?'),
    files: db.prepare('SELECT file FROM objects WHERE bucket = ?'),
    after: db.prepare('SELECT * FROM objects WHERE bucket = ? AND key > ? AND key >= ? ORDER BY key'),
  };
  const folderOf = (bucket: string) => join(root, 'buckets', bucket);
  const buckets = () => (sql.buckets.all() as { name: string }[]).map(({ name }) => name);

  for (const bucket of buckets()) sweep(bucket);

  /** Removes files without a key, which a crash during a write has left. */
  function sweep(bucket: string): void {
    const current = (sql.files.all(bucket) as { file: string }[]).map(({ file }) => file);
    const named = new Set([...current, ...versions.files(bucket)]);
    for (const file of readdirSync(folderOf(bucket))) if (!named.has(file)) rmSync(join(folderOf(bucket), file));
  }

  const fromRow = (row: object | undefined): StoredObject | undefined => {
    if (!row) return undefined;
    const stored = row as StoredObject & { headers: string; metadata: string };
    return {
      ...stored,
      headers: JSON.parse(stored.headers) as Record<string, string>,
      metadata: JSON.parse(stored.metadata) as Record<string, string>,
    };
  };
  const head = (bucket: string, key: string): StoredObject | undefined =>
    versions.isLocked(bucket) ? versions.current(bucket, key) : fromRow(sql.head.get(bucket, key));
  /** Objects in the order of their keys' UTF-8 bytes: those after `after` that begin with `prefix`. */
  function* list(bucket: string, prefix: string, after: string): Generator<StoredObject> {
    for (const row of sql.after.iterate(bucket, after, prefix)) {
      const object = fromRow(row);
      if (!object?.key.startsWith(prefix)) return;
      yield object;
    }
  }
  /** Objects that were stored before their bucket got its lock have the version id that S3 gives them. */
  function addVersions(bucket: string): void {
    for (const object of [...list(bucket, '', '')])
      if (!versions.current(bucket, object.key)) versions.add({ ...object, version: { versionId: 'null' } });
  }
  for (const bucket of buckets()) if (versions.isLocked(bucket)) addVersions(bucket);

  const discard = ({ bucket, file }: StoredObject): void => rmSync(join(folderOf(bucket), file), { force: true });
  const keep = ({ bucket, key, file, size, etag, crc32: crc, modifiedAt, headers, metadata }: StoredObject): void => {
    sql.put.run(bucket, key, file, size, etag, crc, modifiedAt, JSON.stringify(headers), JSON.stringify(metadata));
  };

  return {
    head,
    list,
    versions,
    hasBucket: (bucket: string): boolean => sql.bucket.get(bucket) !== undefined,

    addBucket(bucket: string): void {
      mkdirSync(folderOf(bucket), { recursive: true });
      sql.addBucket.run(bucket);
    },

    /** Writes an object atomically. */
    async put(bucket: string, key: string, body: AsyncIterable<Buffer>, options: PutOptions): Promise<StoredObject> {
      options.condition?.(head(bucket, key));
      const file = `${randomUUID()}${/^\.\w{1,8}$/.exec(extname(key))?.[0] ?? ''}`;
      const path = join(folderOf(bucket), file);
      try {
        const { size, md5, crc } = await write(path, body, options);
        const stored: StoredObject = {
          ...{ bucket, key, file, size, etag: `"${md5}"`, crc32: crc, modifiedAt: instant() },
          ...{ headers: options.headers, metadata: options.metadata, version: versions.next(bucket, options.retention) },
        };
        // Synchronous from here, so that no other write happens between the check and the change.
        const previous = head(bucket, key);
        options.condition?.(previous);
        db.exec('BEGIN');
        keep(stored);
        versions.add(stored);
        db.exec('COMMIT');
        if (previous && !stored.version) discard(previous);
        return stored;
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
    },

    /** The bytes from `start` to `end`, inclusive. Opens the file at once, so that a later delete does not affect the reader. */
    read(object: StoredObject, start = 0, end = object.size - 1): ReadStream {
      const fd = openSync(join(folderOf(object.bucket), object.file), 'r');
      return createReadStream('', { fd, start, end: Math.max(end, 0) });
    },

    /** Removes an object; in a bucket with Object Lock its versions stay. @returns the id of the delete marker there */
    remove(bucket: string, key: string): string | undefined {
      if (versions.isLocked(bucket)) {
        sql.remove.run(bucket, key);
        return versions.mark(bucket, key);
      }
      const object = head(bucket, key);
      if (!object) return undefined;
      sql.remove.run(bucket, key);
      discard(object);
      return undefined;
    },

    /** Removes a version permanently. @throws AwsError AccessDenied before the end of its retention */
    removeVersion(bucket: string, key: string, versionId: string, bypass: boolean): void {
      const { removed, current } = versions.remove(bucket, key, versionId, bypass);
      if (current) keep(current);
      else sql.remove.run(bucket, key);
      if (removed) discard(removed);
    },

    close: (): void => db.close(),
  };
}

async function write(path: string, body: AsyncIterable<Buffer>, { algorithms = [], check, length }: PutOptions) {
  const computing = [...new Set<keyof Digests>(['md5', 'crc32', ...algorithms])].map(
    algorithm => [algorithm, digesting(algorithm)] as const,
  );
  let size = 0;
  const file = await open(path, 'wx');
  try {
    for await (const chunk of body) {
      size += chunk.length;
      for (const [, digest] of computing) digest.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (length !== undefined && length !== size) {
    throw new AwsError('IncompleteBody', 400, `The body has ${size} bytes where ${length} were declared.`);
  }
  const actual: Digests = Object.fromEntries(
    computing.map(([algorithm, digest]) => [algorithm, digest.digest().toString('base64')]),
  );
  check?.(actual);
  return { size, md5: Buffer.from(actual.md5 ?? '', 'base64').toString('hex'), crc: actual.crc32 ?? '' };
}
