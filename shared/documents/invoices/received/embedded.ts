import { putFile } from '#shared/platform/aws/put-file.ts';
import { createChild } from '#shared/documents/common/items.ts';
import { SYSTEM } from '#shared/documents/common/timeline.ts';
import type { SupportingDocument } from '#shared/authority/einvoice/ubl/read/model.ts';
import { givenFileName } from '#shared/output/files/file-name.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Attachment } from '#shared/model/attachment.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { ATTACHMENTS } from '../attachments/model.ts';
import { acceptedType, namedAs, UNKNOWN_TYPE } from '../attachments/sniff.ts';

/** Files that are embedded in the XML of a received document (BG-24) become its attachments. */

/** The most files of one document that become attachments, because one transaction stores them; others remain only in the XML. */
const MOST_FILES = 40;

const MOST_DESCRIPTION = 1000;

/** An attachment without the id of its document, which is not created yet. */
type EmbeddedFile = Omit<Attachment, 'invoiceId'>;

/**
 * Stores the bytes of the files before records refer to them. A retry writes the same keys. The type is detected from the content;
 * a file of a type that is not accepted for attachments is stored as `application/octet-stream`. Its name ends with an extension of the
 * type: a script of a supplier is not offered under a name that runs it.
 *
 * @param folder prefix of the bucket keys, without trailing slash
 */
export async function storeEmbedded(documents: readonly SupportingDocument[], folder: string): Promise<EmbeddedFile[]> {
  const files = documents
    .flatMap(({ id, description, attachment }) => (attachment ? [{ id, description, ...attachment }] : []))
    .filter(({ content }) => content.length > 0)
    .slice(0, MOST_FILES);
  return Promise.all(
    files.map(async ({ id, description, fileName, content }, place) => {
      const mimeType = (await acceptedType(content)) ?? UNKNOWN_TYPE;
      const storageKey = `${folder}/${place + 1}`;
      await putFile(storageKey, content, mimeType);
      return {
        id: newId(),
        filename: namedAs(givenFileName(fileName) ?? `document-${place + 1}`, mimeType),
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

/**
 * The writes of the attachments. They do not count against the limits of the plan, because they came with the XML of the supplier.
 */
export const embeddedWrites = (company: CompanyId, invoiceId: string, files: readonly EmbeddedFile[]): Write[] =>
  files.map(file => createChild(ATTACHMENTS, company, invoiceId, { ...file, invoiceId }));
