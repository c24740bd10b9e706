import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Json, JsonObject } from './definition.ts';

export type Status = 'RUNNING' | 'SUCCEEDED' | 'FAILED';

/** An execution as it is stored; JSON texts are as Step Functions shows them. Instants are milliseconds since the epoch. */
export interface ExecutionRow {
  id: number;
  arn: string;
  machine: string;
  name: string;
  /** Key of the text of the machine that it began with: a deployment does not change what is already running. */
  definition: string;
  status: Status;
  input: string;
  output: string | null;
  error: string | null;
  cause: string | null;
  startedAt: number;
  stoppedAt: number | null;
}

/**
 * Where an execution stands. Phases: `run` (the state is to be run), `wait` (a Wait state sleeps), `retry` (sleeps before a
 * retry).
 */
export interface Position {
  state: string;
  phase: 'run' | 'wait' | 'retry';
  wakeAt: number | null;
  input: Json;
  variables: JsonObject;
  /** Retries made in this visit of the state: by each retrier, and together. */
  attempts: number[];
  retryCount: number;
  /** How often the execution was redriven. */
  redriveCount?: number;
  enteredAt: number;
  enteredEvent: number;
}

export interface HistoryRow {
  id: number;
  at: number;
  type: string;
  details: JsonObject;
}

export type Store = ReturnType<typeof openStore>;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS definitions (id TEXT PRIMARY KEY, text TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS executions (
    id INTEGER PRIMARY KEY, arn TEXT NOT NULL UNIQUE, machine TEXT NOT NULL, name TEXT NOT NULL, definition TEXT NOT NULL,
    status TEXT NOT NULL, input TEXT NOT NULL, output TEXT, error TEXT, cause TEXT, started_at INTEGER NOT NULL, stopped_at INTEGER);
  CREATE INDEX IF NOT EXISTS executions_by_machine ON executions (machine, id);
  CREATE INDEX IF NOT EXISTS executions_running ON executions (id) WHERE status = 'RUNNING';
  CREATE TABLE IF NOT EXISTS positions (execution INTEGER PRIMARY KEY, body TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS events (
    execution INTEGER NOT NULL, id INTEGER NOT NULL, at INTEGER NOT NULL, type TEXT NOT NULL, details TEXT NOT NULL,
    PRIMARY KEY (execution, id)) WITHOUT ROWID;
`;

const EXECUTION_COLUMNS = `id, arn, machine, name, definition, status, input, output, error, cause,
  started_at AS startedAt, stopped_at AS stoppedAt`;

/**
 * The executions in `dataDir/stepfunctions.sqlite`. Writes are gathered and committed together, once per turn of the
 * event loop; `settled()` resolves when what was written so far is on disk (synchronous=FULL: a power cut loses none of it).
 */
export function openStore(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, 'stepfunctions.sqlite'));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000;');
  db.exec(SCHEMA);
  const sql = {
    addDefinition: db.prepare('INSERT OR IGNORE INTO definitions (id, text) VALUES (?, ?)'),
    definition: db.prepare('SELECT text FROM definitions WHERE id = ?'),
    addExecution: db.prepare(
      `INSERT INTO executions (id, arn, machine, name, definition, status, input, started_at) VALUES (?, ?, ?, ?, ?, 'RUNNING', ?, ?)`,
    ),
    endExecution: db.prepare('UPDATE executions SET status = ?, output = ?, error = ?, cause = ?, stopped_at = ? WHERE id = ?'),
    byArn: db.prepare(`SELECT ${EXECUTION_COLUMNS} FROM executions WHERE arn = ?`),
    running: db.prepare(`SELECT ${EXECUTION_COLUMNS} FROM executions WHERE status = 'RUNNING' ORDER BY id`),
    list: db.prepare(`SELECT ${EXECUTION_COLUMNS} FROM executions WHERE machine = ? AND id < ? ORDER BY id DESC LIMIT ?`),
    savePosition: db.prepare('INSERT OR REPLACE INTO positions (execution, body) VALUES (?, ?)'),
    dropPosition: db.prepare('DELETE FROM positions WHERE execution = ?'),
    position: db.prepare('SELECT body FROM positions WHERE execution = ?'),
    addEvent: db.prepare('INSERT INTO events (execution, id, at, type, details) VALUES (?, ?, ?, ?, ?)'),
    history: db.prepare('SELECT id, at, type, details FROM events WHERE execution = ? AND id > ? ORDER BY id LIMIT ?'),
    historyBack: db.prepare('SELECT id, at, type, details FROM events WHERE execution = ? AND id < ? ORDER BY id DESC LIMIT ?'),
    lastEvent: db.prepare('SELECT max(id) AS last FROM events WHERE execution = ?'),
    lastExecution: db.prepare('SELECT max(id) AS last FROM executions'),
  };

  let pending: (() => unknown)[] = [];
  let commit: Promise<void> | undefined;

  const commitNow = (): void => {
    const work = pending;
    pending = [];
    commit = undefined;
    // Closing has committed already.
    if (work.length === 0) return;
    db.exec('BEGIN IMMEDIATE');
    try {
      for (const write of work) write();
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  };

  const enqueue = (write: () => unknown): void => {
    pending.push(write);
    if (commit) return;
    commit = new Promise((resolve, reject) => {
      setImmediate(() => {
        try {
          commitNow();
          resolve();
        } catch (error) {
          reject(error as Error);
        }
      });
    });
    // A caller that needs the commit awaits settled(); a failure nobody awaits must not end the process from here.
    commit.catch(() => undefined);
  };

  let lastExecution = (sql.lastExecution.get() as { last: number | null }).last ?? 0;

  return {
    nextExecutionId: (): number => ++lastExecution,
    /** Resolves once everything written before this call is committed. */
    settled: (): Promise<void> => commit ?? Promise.resolve(),
    addDefinition: (id: string, text: string): void => enqueue(() => sql.addDefinition.run(id, text)),
    addExecution: ({ id, arn, machine, name, definition, input, startedAt }: ExecutionRow): void =>
      enqueue(() => sql.addExecution.run(id, arn, machine, name, definition, input, startedAt)),
    endExecution: (row: ExecutionRow): void => {
      const { status, output, error, cause, stoppedAt, id } = row;
      enqueue(() => {
        sql.endExecution.run(status, output, error, cause, stoppedAt, id);
        // One that failed can be redriven from where it stands.
        if (status === 'SUCCEEDED') sql.dropPosition.run(id);
      });
    },
    restartExecution: ({ id }: ExecutionRow): void => enqueue(() => sql.endExecution.run('RUNNING', null, null, null, null, id)),
    savePosition: (execution: number, position: Position): void => {
      const body = JSON.stringify(position);
      enqueue(() => sql.savePosition.run(execution, body));
    },
    addEvent: (execution: number, event: HistoryRow): void =>
      enqueue(() => sql.addEvent.run(execution, event.id, event.at, event.type, JSON.stringify(event.details))),
    // The reads below see committed rows: await settled() first. SQLite returns no types: the columns are those of the statements above.
    execution: (arn: string): ExecutionRow | undefined => sql.byArn.get(arn) as ExecutionRow | undefined,
    running: (): ExecutionRow[] => sql.running.all() as unknown as ExecutionRow[],
    list: (machine: string, before: number, limit: number): ExecutionRow[] =>
      sql.list.all(machine, before, limit) as unknown as ExecutionRow[],
    definition: (id: string): string | undefined => (sql.definition.get(id) as { text: string } | undefined)?.text,
    position: (execution: number): Position => {
      const row = sql.position.get(execution) as { body: string } | undefined;
      if (!row) throw new Error('The store does not have where it stands.');
      return JSON.parse(row.body) as Position;
    },
    lastEvent: (execution: number): number => (sql.lastEvent.get(execution) as { last: number | null }).last ?? 0,
    /** Events after `from` in order, or before it in reverse order. */
    history: (execution: number, from: number, limit: number, reverse: boolean): HistoryRow[] =>
      (reverse ? sql.historyBack : sql.history).all(execution, from, limit).map(row => {
        const { details, ...event } = row as unknown as Omit<HistoryRow, 'details'> & { details: string };
        return { ...event, details: JSON.parse(details) as JsonObject };
      }),
    close: (): void => {
      commitNow();
      db.close();
    },
  };
}

/** The key of a definition: its SHA-256. */
export const definitionKey = (text: string): string => createHash('sha256').update(text).digest('hex');
