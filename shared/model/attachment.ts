import type { PersonRef } from './document.ts';

/**
 * A file that a user has added to a document (OUT-23 to OUT-33). The item is a child record of the document and read with
 * it; the bytes are in the bucket. Removing an attachment leaves a tombstone under another key: requests for it are answered with
 * 410, and the outbox deletes the bytes (invoices/attachments/outbox-route.ts).
 */
export interface Attachment {
  id: string;
  invoiceId: string;
  /** The file name for downloads, without unsafe characters. */
  filename: string;
  /** Detected from the content (invoices/attachments/sniff.ts), never taken from the caller. */
  mimeType: string;
  /** In bytes. */
  size: number;
  description: string | null;
  storageKey: string;
  uploadedAt: string;
  uploadedBy: PersonRef;
  /** It was embedded in the XML of a received document: it cannot be removed and does not count against the plan. */
  isEmbedded?: true;
}
