import { DatabaseSync } from 'node:sqlite';

/** Milliseconds to wait for a write of another connection. */
const BUSY_MS = 5_000;

/**
 * Adds an index to dynoxide's table of stream records. Without it, dynoxide scans all records for each changed item, to number its
 * record, and for each read of the stream: every write costs more than the previous one, 5 ms after 5,000 transactions.
 *
 * @param database dynoxide's SQLite file, which may be in use; a file without that table is not changed
 */
export function indexStreamRecords(database: string): void {
  const db = new DatabaseSync(database, { timeout: BUSY_MS });
  try {
    const found = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_stream_records'").get();
    if (!found) return;
    // The expression must be the one in dynoxide's queries, else SQLite does not use the index.
    db.exec(
      'CREATE INDEX IF NOT EXISTS _stream_records_by_sequence ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    );
  } finally {
    db.close();
  }
}
