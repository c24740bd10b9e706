import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { now } from '#shared/base/kernel/clock.ts';

export interface QueueDefinition {
  name: string;
  visibilityTimeoutSeconds: number;
  /** Receives after which the next one moves the message to `dlq`. Ignored without `dlq`. */
  maxReceiveCount: number;
  /** Name of the dead-letter queue, itself one of the definitions; null for none. */
  dlq: string | null;
  /** Seconds for which messages without a delay of their own are delayed; 0 by default. */
  delaySeconds?: number | undefined;
  /** Seconds after which a message is deleted, counted from when it was first sent; undefined: never. */
  retentionSeconds?: number | undefined;
}

/** A queue at a glance: `GET /_local/queues`. */
export interface QueueDepth {
  name: string;
  visible: number;
  inFlight: number;
  delayed: number;
  dlq: string | null;
}

export interface StoredMessage {
  seq: number;
  id: string;
  queue: string;
  body: string;
  /** JSON of the message attributes, as they came. */
  attributes: string;
  sentAt: number;
  firstReceivedAt: number | null;
  receives: number;
  receipt: string | null;
  /** Queue that a message in a dead-letter queue came from. */
  source: string | null;
}

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL,
    queue TEXT NOT NULL,
    body TEXT NOT NULL,
    attributes TEXT NOT NULL,
    sentAt INTEGER NOT NULL,
    visibleAt INTEGER NOT NULL, -- 0: at once
    firstReceivedAt INTEGER,
    receives INTEGER NOT NULL DEFAULT 0,
    receipt TEXT,
    source TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS byQueue ON messages (queue, visibleAt, seq);
`;

/** SQS's longest delay of a message. */
const MAX_DELAY_MS = 900_000;

/** Messages that were sent at this time or before are past the retention of their queue. */
const oldestKept = ({ retentionSeconds = Infinity }: QueueDefinition, at: number): number =>
  Math.max(Number.MIN_SAFE_INTEGER, at - retentionSeconds * 1000);

export type SqsStore = ReturnType<typeof openSqsStore>;

/**
 * The messages of all queues, in one SQLite file. Times are the local clock's, in milliseconds. Every change is one
 * transaction, so a process killed at any instant neither loses nor doubles a message.
 */
export function openSqsStore(dataDir: string, definitions: QueueDefinition[]) {
  const folder = join(dataDir, 'sqs');
  mkdirSync(folder, { recursive: true });
  const db = new DatabaseSync(join(folder, 'messages.db'));
  db.exec(SCHEMA);
  // A clock that is turned back takes the stored times with it: what was to appear in five minutes still does.
  let lastSeen = 0;
  const millis = (): number => {
    const seen = now().getTime();
    if (seen < lastSeen) {
      db.prepare('UPDATE messages SET visibleAt = max(1, visibleAt - ?) WHERE visibleAt > 0').run(lastSeen - seen);
    }
    return (lastSeen = seen);
  };
  const queues = new Map(definitions.map(definition => [definition.name, definition]));

  // The consumers of received messages ended with the previous process, so those messages are visible at once. A clock that was turned ahead
  // in that process must not leave a delay longer than SQS allows.
  db.prepare('UPDATE messages SET visibleAt = 0, receipt = NULL WHERE receipt IS NOT NULL').run();
  db.prepare('UPDATE messages SET visibleAt = min(visibleAt, ?)').run(millis() + MAX_DELAY_MS);

  const sql = {
    insert: db.prepare('INSERT INTO messages (id, queue, body, attributes, sentAt, visibleAt) VALUES (?, ?, ?, ?, ?, ?)'),
    next: db.prepare('SELECT * FROM messages WHERE queue = ? AND visibleAt <= ? ORDER BY visibleAt, seq LIMIT 1'),
    bury: db.prepare('UPDATE messages SET queue = ?, source = queue, visibleAt = 0, receipt = NULL WHERE seq = ?'),
    take: db.prepare(
      'UPDATE messages SET receives = receives + 1, firstReceivedAt = coalesce(firstReceivedAt, ?), receipt = ?, visibleAt = ? WHERE seq = ?',
    ),
    remove: db.prepare('DELETE FROM messages WHERE queue = ? AND receipt = ?'),
    hide: db.prepare('UPDATE messages SET visibleAt = ? WHERE queue = ? AND receipt = ? AND visibleAt > ?'),
    expire: db.prepare('DELETE FROM messages WHERE queue = ? AND sentAt <= ?'),
    due: db.prepare('SELECT 1 FROM messages WHERE queue = ? AND visibleAt <= ? LIMIT 1'),
    deadLetters: db.prepare('SELECT count(*) AS messages FROM messages WHERE source = ?'),
    oldest: db.prepare('SELECT min(sentAt) AS sentAt FROM messages WHERE queue = ?'),
    depth: db.prepare(`
      SELECT count(*) FILTER (WHERE visibleAt <= :now) AS visible,
        count(*) FILTER (WHERE visibleAt > :now AND receipt IS NOT NULL) AS inFlight,
        count(*) FILTER (WHERE visibleAt > :now AND receipt IS NULL) AS delayed
      FROM messages WHERE queue = :queue AND sentAt > :oldest`),
  };

  function transaction<T>(run: () => T): T {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = run();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  }

  return {
    /** For how many seconds the oldest message has been in the queue; 0 when it is empty. */
    secondsOfOldest(queue: string): number {
      const { sentAt } = sql.oldest.get(queue) as { sentAt: number | null };
      return sentAt === null ? 0 : Math.max(0, (millis() - sentAt) / 1000);
    },

    /** Keeps a message. @returns its id */
    send(queue: string, body: string, attributes: object, delaySeconds: number): string {
      const id = randomUUID();
      const at = millis();
      sql.insert.run(id, queue, body, JSON.stringify(attributes), at, delaySeconds > 0 ? at + delaySeconds * 1000 : 0);
      return id;
    },

    /**
     * Up to `count` messages, hidden for `visibilitySeconds`; those received too often move to the dead-letter queue, those older than
     * the queue keeps them are deleted.
     */
    receive(queue: QueueDefinition, count: number, visibilitySeconds: number): StoredMessage[] {
      return transaction(() => {
        const received: StoredMessage[] = [];
        const at = millis();
        if (queue.retentionSeconds !== undefined) sql.expire.run(queue.name, oldestKept(queue, at));
        while (received.length < count) {
          const message = sql.next.get(queue.name, at) as StoredMessage | undefined;
          if (!message) break;
          if (queue.dlq && message.receives >= queue.maxReceiveCount) {
            sql.bury.run(queue.dlq, message.seq);
            continue;
          }
          const receipt = randomUUID();
          // A hold of 0 s lasts 1 ms, so that one call does not return a message twice.
          sql.take.run(at, receipt, at + Math.max(1, visibilitySeconds * 1000), message.seq);
          const firstReceivedAt = message.firstReceivedAt ?? at;
          received.push({ ...message, receipt, firstReceivedAt, receives: message.receives + 1 });
        }
        return received;
      });
    },

    /** Deletes by the handle of the latest receive; an older handle deletes nothing, as in SQS. */
    remove: (queue: string, receipt: string): void => void sql.remove.run(queue, receipt),

    /** Sets the visibility timeout of a message in flight; 0 makes it visible at once. @returns false when no such message is in flight */
    hide(queue: string, receipt: string, seconds: number): boolean {
      const at = millis();
      return sql.hide.run(seconds > 0 ? at + seconds * 1000 : 0, queue, receipt, at).changes > 0;
    },

    hasVisible: (queue: string): boolean => sql.due.get(queue, millis()) !== undefined,

    depth(queue: QueueDefinition): QueueDepth {
      const at = millis();
      const counts = sql.depth.get({ now: at, queue: queue.name, oldest: oldestKept(queue, at) }) as Pick<
        QueueDepth,
        'visible' | 'inFlight' | 'delayed'
      >;
      return { name: queue.name, ...counts, dlq: queue.dlq };
    },

    /** Number of messages that went from a queue to its dead-letter queue, and are still there. */
    deadLetters: (queue: string): number => Number((sql.deadLetters.get(queue) as { messages: number }).messages),

    queue: (name: string): QueueDefinition | undefined => queues.get(name),
    queues: (): QueueDefinition[] => [...queues.values()],
    close: (): void => db.close(),
  };
}
