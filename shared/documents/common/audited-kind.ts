import type { DeliveryNote } from '#shared/model/convertible/delivery-note.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Kind, SeriesType } from '#shared/model/kinds.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { DocumentItems, DocumentParts } from './definition.ts';
import { assembled, readItems } from './store.ts';
import { placementProblems, verifyChain } from './verify.ts';

/** What is shown of an audited document: what all kinds have, and what some have. A receipt names its partner as a receiver without a record. */
export type AuditedHeader = Pick<
  DocumentHeader,
  'id' | 'number' | 'status' | 'issueDate' | 'issuedAt' | 'currency' | 'total' | 'cancelledAt' | 'cancellationReason'
> &
  Partial<Pick<Invoice, 'client' | 'receiverName' | 'receiverCif' | 'parentDocument' | 'taxauthStatus' | 'taxauthUploadIndex'>> &
  Partial<Pick<DeliveryNote, 'etransportStatus' | 'etransportUploadId' | 'etransportUit'>>;

/** A document as the audit of its series reads it. */
export interface AuditedDocument {
  document: AuditedHeader;
  /** Its timeline. A receipt stores none: its issue and its cancellation, from the receipt itself. */
  events: readonly DocumentEvent[];
  kind: Pick<Kind, 'numberGuard'>;
  /** Findings about the document, its lines and its timeline: one sentence each, empty when all hashes match. */
  problems: string[];
}

/** How the audit of series reads the documents of a kind. */
export interface AuditedKind {
  /** The types of series that number documents of this kind. */
  seriesTypes: readonly SeriesType[];
  /** Undefined when the company has no document with that id. */
  read(company: CompanyId, id: string): Promise<AuditedDocument | undefined>;
}

/** For kinds that store nothing besides header, lines and timeline. @param outside fields not hashed, see `contentHash` */
export const auditedKind = <D extends DocumentParts>(type: DocumentItems<D>, outside: readonly string[]): AuditedKind => ({
  seriesTypes: [type.kind.seriesType],
  read: async (company, id) => {
    const items = await readItems(type.kind, company, id);
    const stored = assembled(type, items);
    if (!stored) return undefined;
    const { document, events } = stored;
    const problems = [...placementProblems(type.kind, {}, items, id), ...verifyChain(document, events, outside)];
    return { document, events, kind: type.kind, problems };
  },
});
