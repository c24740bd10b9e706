import { DatabaseSync } from 'node:sqlite';

/** How long another connection's write is waited for. */
const BUSY_MS = 5_000;

/**
 * Gives dynoxide's table of stream records an index. Without one it looks through all records for each changed item, to number its
 * record, and at each read of the stream: every write costs more than the one before, 5 ms after 5,000 transactions.
 *
 * @param database dynoxide's SQLite file, which may be in use; a file of a version without that table is left as it is
 */
export function indexStreamRecords(database: string): void {
  const db = new DatabaseSync(database, { timeout: BUSY_MS });
  try {
    const found = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_stream_records'").get();
    if (!found) return;
    // The expression as the queries of dynoxide have it: SQLite uses an index of no other one.
    db.exec(
      'CREATE INDEX IF NOT EXISTS _stream_records_by_sequence ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    );
  } finally {
    db.close();
  }
}
