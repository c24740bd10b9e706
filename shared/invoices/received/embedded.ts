import { putFile } from '../../aws/put-file.ts';
import { createChild } from '../../documents/items.ts';
import { SYSTEM } from '../../documents/timeline.ts';
import type { SupportingDocument } from '../../einvoice/ubl/read/model.ts';
import { instant } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Attachment } from '../../model/attachment.ts';
import type { CompanyId } from '../../store/table.ts';
import type { Write } from '../../store/transact.ts';
import { cleanFileName } from '../attachments/file-name.ts';
import { ATTACHMENTS } from '../attachments/model.ts';
import { acceptedType } from '../attachments/sniff.ts';

/** Files inside the XML of a received document (BG-24): they become its attachments. */

/** Files of one document that become attachments, as one transaction stores them; others stay in the XML alone. */
const MOST_FILES = 40;

const MOST_DESCRIPTION = 1000;

/** What is known of a file before the document has an id. */
type EmbeddedFile = Omit<Attachment, 'invoiceId'>;

/**
 * Stores the bytes of the files, before anything names them; the same keys at every try. What a file is, its content says: of a type
 * that is not accepted as an attachment it can be downloaded, as bytes of no known type.
 *
 * @param folder key of the bucket, where they are stored
 */
export async function storeEmbedded(documents: readonly SupportingDocument[], folder: string): Promise<EmbeddedFile[]> {
  const files = documents
    .flatMap(({ id, description, attachment }) => (attachment ? [{ id, description, ...attachment }] : []))
    .filter(({ content }) => content.length > 0)
    .slice(0, MOST_FILES);
  return Promise.all(
    files.map(async ({ id, description, fileName, content }, place) => {
      const mimeType = (await acceptedType(content)) ?? 'application/octet-stream';
      const storageKey = `${folder}/${place + 1}`;
      await putFile(storageKey, content, mimeType);
      return {
        id: newId(),
        filename: cleanFileName(fileName) ?? `document-${place + 1}`,
        mimeType,
        size: content.length,
        description: [id, description].filter(Boolean).join(': ').slice(0, MOST_DESCRIPTION),
        storageKey,
        uploadedAt: instant(),
        uploadedBy: SYSTEM,
        isEmbedded: true as const,
      };
    }),
  );
}

/** The writes of the files of a document. They do not count against the plan: the supplier's XML holds them. */
export const embeddedWrites = (company: CompanyId, invoiceId: string, files: readonly EmbeddedFile[]): Write[] =>
  files.map(file => createChild(ATTACHMENTS, company, invoiceId, { ...file, invoiceId }));
