import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import { type DeclarationStore, openDeclarations } from './transport/store.ts';

/**
 * The simulator's memory, one SQLite file, so that uploads, messages, tokens, settings and the seal survive a restart.
 * Times are ISO 8601 UTC of the local clock. Upload indexes and download ids look like the authority's: two sequences.
 */
export interface StoredUpload {
  index: number;
  downloadId: number;
  at: string;
  cif: string;
  standard: string;
  number: string | null;
  sha256: string;
  verdict: 'ok' | 'nok';
  errors: string[];
  xml: Uint8Array;
  /** Status checks that will still answer "in process". */
  checksLeft: number;
  /** The response with the index was dropped: the upload is in the message list at once. */
  lost: boolean;
  /** `received`: an invoice of a supplier in the inbox of `cif`. */
  direction: 'sent' | 'received';
  sellerCif: string;
  buyerCif: string;
  /** Came to `uploadb2c`. */
  b2c: boolean;
  /** With `extern=DA`. */
  extern: boolean;
  /** With `autofactura=DA`. */
  autofactura: boolean;
  /** For the other party's copy: the index of the upload, by which both parties identify the document. */
  origin: number | null;
}

export type NewUpload = Omit<StoredUpload, 'index' | 'downloadId'>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS uploads (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, cif TEXT NOT NULL, standard TEXT NOT NULL, number TEXT,
    sha256 TEXT NOT NULL, verdict TEXT NOT NULL, errors TEXT NOT NULL, xml BLOB NOT NULL, checksLeft INTEGER NOT NULL,
    lost INTEGER NOT NULL, direction TEXT NOT NULL, sellerCif TEXT NOT NULL, buyerCif TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS uploads_by_document ON uploads (cif, number);
  CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS grants (
    hash TEXT PRIMARY KEY, kind TEXT NOT NULL, cifs TEXT NOT NULL, expiresAt INTEGER NOT NULL, redirectUri TEXT
  ) STRICT;`;

/** Stored as 0 or 1. */
const FLAGS = ['lost', 'b2c', 'extern', 'autofactura'] as const;

/** Adds missing columns to an older file. */
function addMissingColumns(db: DatabaseSync): void {
  const known = db
    .prepare('PRAGMA table_info(uploads)')
    .all()
    .map(column => column['name']);
  for (const flag of FLAGS) {
    if (!known.includes(flag)) db.exec(`ALTER TABLE uploads ADD COLUMN ${flag} INTEGER NOT NULL DEFAULT 0`);
  }
  if (!known.includes('origin')) db.exec('ALTER TABLE uploads ADD COLUMN origin INTEGER');
}

const FIRST_INDEX = 5_000_000_000;
const FIRST_DOWNLOAD_ID = 3_000_000_000;

/** `code`, `access` and `refresh` are OAuth's three secrets, kept by hash. `cifs` null: every tax id. */
export interface Grant {
  kind: 'code' | 'access' | 'refresh';
  cifs: string[] | null;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  redirectUri: string | null;
}

export interface Store {
  addUpload(upload: NewUpload): StoredUpload;
  upload(index: number): StoredUpload | null;
  uploadByDownloadId(downloadId: number): StoredUpload | null;
  /** The accepted upload of the same issuer, kind and number, or null. */
  accepted(document: { cif: string; standard: string; number: string }): StoredUpload | null;
  /** All uploads and inbox entries of a tax id between two instants (inclusive), newest first. */
  uploadsOf(cif: string, from: string, to: string): StoredUpload[];
  /** What was uploaded, oldest first; inbox entries are not uploads. */
  sent(): StoredUpload[];
  /** The inbox entries of all tax ids, oldest first. */
  inbox(): StoredUpload[];
  countStatusCheck(index: number): void;
  markLost(index: number): void;
  keep(name: string, value: string): void;
  kept(name: string): string | null;
  addGrant(hash: string, grant: Grant): void;
  grant(hash: string): Grant | null;
  removeGrant(hash: string): void;
  /** Messages about transports. */
  declarations: DeclarationStore;
  close(): void;
}

/** Opens or creates the store. One process at a time. */
export function openStore(file: string): Store {
  const db = new DatabaseSync(file);
  // With a write-ahead log, NORMAL loses nothing when the process is killed, and spares a disk flush per upload.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;' + SCHEMA);
  addMissingColumns(db);
  const rows = (sql: string, ...values: SQLInputValue[]): StoredUpload[] =>
    db
      .prepare(sql)
      .all(...values)
      .map(toUpload);
  const one = (sql: string, ...values: SQLInputValue[]): StoredUpload | null => rows(`${sql} LIMIT 1`, ...values)[0] ?? null;
  const upload = (index: number): StoredUpload | null => one('SELECT * FROM uploads WHERE id = ?', index - FIRST_INDEX);

  return {
    addUpload(added) {
      const { lost, b2c, extern, autofactura, errors, ...texts } = added;
      const flags = { lost: Number(lost), b2c: Number(b2c), extern: Number(extern), autofactura: Number(autofactura) };
      const values = { ...texts, ...flags, errors: JSON.stringify(errors) };
      const columns = Object.keys(values);
      const { lastInsertRowid } = db
        .prepare(`INSERT INTO uploads (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
        .run(...Object.values(values));
      return { ...added, ...idsOf(Number(lastInsertRowid)) };
    },
    upload,
    uploadByDownloadId: downloadId => upload(downloadId - FIRST_DOWNLOAD_ID + FIRST_INDEX),
    accepted: ({ cif, standard, number }) =>
      one(
        `SELECT * FROM uploads WHERE cif = ? AND standard = ? AND number = ? AND verdict = 'ok' AND direction = 'sent' ORDER BY id`,
        cif,
        standard,
        number,
      ),
    uploadsOf: (cif, from, to) =>
      rows('SELECT * FROM uploads WHERE cif = ? AND at >= ? AND at <= ? ORDER BY id DESC', cif, from, to),
    sent: () => rows(`SELECT * FROM uploads WHERE direction = 'sent' ORDER BY id`),
    inbox: () => rows(`SELECT * FROM uploads WHERE direction = 'received' ORDER BY id`),
    countStatusCheck(index) {
      db.prepare('UPDATE uploads SET checksLeft = checksLeft - 1 WHERE id = ? AND checksLeft > 0').run(index - FIRST_INDEX);
    },
    markLost(index) {
      db.prepare('UPDATE uploads SET lost = 1 WHERE id = ?').run(index - FIRST_INDEX);
    },
    keep(name, value) {
      db.prepare('INSERT INTO kept (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value').run(
        name,
        value,
      );
    },
    kept: name => (db.prepare('SELECT value FROM kept WHERE name = ?').get(name)?.['value'] as string | undefined) ?? null,
    addGrant(hash, { kind, cifs, expiresAt, redirectUri }) {
      const sql = 'INSERT INTO grants (hash, kind, cifs, expiresAt, redirectUri) VALUES (?, ?, ?, ?, ?)';
      db.prepare(sql).run(hash, kind, JSON.stringify(cifs), expiresAt, redirectUri);
    },
    grant(hash) {
      const row = db.prepare('SELECT kind, cifs, expiresAt, redirectUri FROM grants WHERE hash = ?').get(hash);
      return row ? ({ ...row, cifs: JSON.parse(row['cifs'] as string) } as Grant) : null;
    },
    removeGrant(hash) {
      db.prepare('DELETE FROM grants WHERE hash = ?').run(hash);
    },
    declarations: openDeclarations(db),
    close: () => db.close(),
  };
}

const idsOf = (row: number): Pick<StoredUpload, 'index' | 'downloadId'> => ({
  index: FIRST_INDEX + row,
  downloadId: FIRST_DOWNLOAD_ID + row,
});

function toUpload({ id, ...row }: Record<string, unknown>): StoredUpload {
  return {
    ...row,
    ...idsOf(Number(id)),
    errors: JSON.parse(row['errors'] as string),
    ...Object.fromEntries(FLAGS.map(flag => [flag, row[flag] === 1])),
  } as StoredUpload;
}
