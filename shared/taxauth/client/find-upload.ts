import { now } from '../../kernel/clock.ts';
import type { AnswerArchive } from './archive.ts';
import type { TaxauthClient } from './client.ts';

/** An upload found again. Only accepted documents can be found: the error list of a refused one does not name the document. */
export interface FoundUpload {
  uploadIndex: string;
  downloadId: string;
}

/** The authority lists messages of the last 60 days. */
const MAX_LOOKBACK_MS = 60 * 24 * 3_600_000;
// The authority works in whole minutes and its clock may differ from ours: start a little before the upload was sent.
const MARGIN_MS = 120_000;

export interface Search {
  cif: string;
  since: Date;
  isSame: (document: string) => boolean;
  /** The archive of a message: downloaded, or kept from an earlier download. */
  archiveOf: (messageId: string) => Promise<AnswerArchive>;
}

/**
 * Looks for an upload whose answer was lost: reads the messages about sent invoices (filter `T`) since `since` and opens each
 * until `isSame` says that the document is the one. Null when it is not there (yet): then sending it again is safe, because
 * the authority refuses a second one of the same number and names the first (`AnswerArchive.duplicateOf`).
 */
export async function findUpload(client: TaxauthClient, { cif, since, isSame, archiveOf }: Search): Promise<FoundUpload | null> {
  const endTime = now();
  const startTime = new Date(Math.max(since.getTime() - MARGIN_MS, endTime.getTime() - MAX_LOOKBACK_MS + MARGIN_MS));
  let pages = 1;
  for (let page = 1; page <= pages; page++) {
    const { messages, totalPages } = await client.listMessagePage({ cif, startTime, endTime, page, filter: 'T' });
    pages = totalPages;
    for (const { id, uploadIndex } of messages) {
      if (!id) continue;
      const { document } = await archiveOf(id);
      if (document !== undefined && isSame(document)) return { uploadIndex, downloadId: id };
    }
  }
  return null;
}
