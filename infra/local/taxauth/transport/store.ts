import type { TakenMessage } from '#shared/authority/taxauth/simulator/transport-wire.ts';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** A message about a transport that was taken. Times are ISO 8601 UTC of the local clock. */
export interface StoredDeclaration extends TakenMessage {
  sha256: string;
  xml: Uint8Array;
  /** State checks that will still answer "in process". */
  checksLeft: number;
  /** The answer with the index was dropped: the message is in the list at once. */
  lost: boolean;
}

export type NewDeclaration = Omit<StoredDeclaration, 'index'>;

export interface DeclarationStore {
  add(declaration: NewDeclaration): StoredDeclaration;
  get(index: number): StoredDeclaration | null;
  /** All of a tax id since an instant, oldest first. */
  since(cif: string, from: string): StoredDeclaration[];
  /** All, oldest first. */
  all(): StoredDeclaration[];
  /** The last accepted message about an identifier of a tax id: its declaration or its deletion. */
  lastOf(cif: string, uit: string): StoredDeclaration | null;
  countStateCheck(index: number): void;
  markLost(index: number): void;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS declarations (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, cif TEXT NOT NULL, kind TEXT NOT NULL, uit TEXT NOT NULL,
    reference TEXT, sha256 TEXT NOT NULL, verdict TEXT NOT NULL, errors TEXT NOT NULL, xml BLOB NOT NULL,
    checksLeft INTEGER NOT NULL, lost INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS declarations_by_uit ON declarations (cif, uit);`;

/** The first index; far from those of e-invoices, so that the two services never use the same index. */
const FIRST_INDEX = 6_000_000_000;

/** The simulator's store of transport messages: a table in its SQLite file, created when it is missing. */
export function openDeclarations(db: DatabaseSync): DeclarationStore {
  db.exec(SCHEMA);
  const rows = (rest: string, ...values: SQLInputValue[]): StoredDeclaration[] =>
    db
      .prepare(`SELECT * FROM declarations ${rest}`)
      .all(...values)
      .map(toDeclaration);
  return {
    add(added) {
      const values = { ...added, errors: JSON.stringify(added.errors), lost: Number(added.lost) };
      const columns = Object.keys(values);
      const { lastInsertRowid } = db
        .prepare(`INSERT INTO declarations (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
        .run(...Object.values(values));
      return { ...added, index: FIRST_INDEX + Number(lastInsertRowid) };
    },
    get: index => rows('WHERE id = ?', index - FIRST_INDEX)[0] ?? null,
    since: (cif, from) => rows('WHERE cif = ? AND at >= ? ORDER BY id', cif, from),
    all: () => rows('ORDER BY id'),
    lastOf: (cif, uit) =>
      rows(`WHERE cif = ? AND uit = ? AND kind IN ('NOT', 'DEL') AND verdict = 'ok' ORDER BY id DESC LIMIT 1`, cif, uit)[0] ??
      null,
    countStateCheck(index) {
      const sql = 'UPDATE declarations SET checksLeft = checksLeft - 1 WHERE id = ? AND checksLeft > 0';
      db.prepare(sql).run(index - FIRST_INDEX);
    },
    markLost(index) {
      db.prepare('UPDATE declarations SET lost = 1 WHERE id = ?').run(index - FIRST_INDEX);
    },
  };
}

const toDeclaration = ({ id, ...row }: Record<string, unknown>): StoredDeclaration =>
  ({
    ...row,
    index: FIRST_INDEX + Number(id),
    errors: JSON.parse(row['errors'] as string),
    lost: row['lost'] === 1,
  }) as StoredDeclaration;
