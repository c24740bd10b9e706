import type { PersonRef } from './document.ts';

/**
 * Files that people add to a document (completions-documents §1.9). They lie in the document's partition range, so that reading
 * a document reads them; their bytes lie in the bucket. One that was removed leaves its key behind elsewhere: reading it is
 * answered with 410, and the bytes are discarded (outbox/dispatch.ts).
 */
export interface Attachment {
  id: string;
  invoiceId: string;
  /** Cleaned (files/disposition.ts), as downloads are named. */
  filename: string;
  /** Found in the content (sniff.ts), never taken from the caller. */
  mimeType: string;
  /** Bytes. */
  size: number;
  description: string | null;
  storageKey: string;
  uploadedAt: string;
  uploadedBy: PersonRef;
  /** It came inside the XML of a received document: nobody removes it, and it does not count against the plan. */
  isEmbedded?: true;
}
