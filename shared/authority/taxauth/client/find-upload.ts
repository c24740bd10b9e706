import { now } from '#shared/base/kernel/clock.ts';
import type { AnswerArchive } from './archive.ts';
import type { TaxauthClient } from './client.ts';

/** The upload of a document. Only accepted documents can be found: the error list of a refused one does not name the document. */
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
  /** When the upload was sent. */
  since: Date;
  /** Whether the XML of a message's document is the one that was uploaded. */
  isSame: (document: string) => boolean;
  /** Returns the archive of a message, downloaded or stored. */
  archiveOf: (messageId: string) => Promise<AnswerArchive>;
}

/**
 * Looks for an upload whose answer was lost: lists the messages about sent invoices (filter `T`) since `since` and reads their
 * archives until `isSame` is true. Null when none matches (yet): then uploading again is safe, because the authority refuses
 * a second document with the same number and names the first upload (`AnswerArchive.duplicateOf`).
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
