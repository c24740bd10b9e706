import { CREDIT_NOTE_LINKS, linkedId, readLinkOf } from '#shared/documents/credit-notes/links.ts';
import type { AuditedKind } from '#shared/documents/common/audited-kind.ts';
import { assembled, readItems } from '#shared/documents/common/store.ts';
import { type BesideDocument, placementProblems } from '#shared/documents/common/verify.ts';
import { kindOf, KINDS } from '#shared/model/kinds.ts';
import { PAYMENTS } from '#shared/documents/payments/store.ts';
import { INVOICE_ITEMS } from '../read.ts';
import { verifyDocument, verifyLink } from './verify.ts';

/** The child items of invoices and credit notes. */
const BESIDE: BesideDocument = {
  [PAYMENTS.kind]: { what: 'payment', sortKey: PAYMENTS.sortKey },
  [CREDIT_NOTE_LINKS.kind]: { what: 'reference to the credit note', sortKey: CREDIT_NOTE_LINKS.sortKey },
};

/** How invoices and credit notes are audited: hash chain of the timeline, payments, credited amounts and links. */
export const auditedInvoices: AuditedKind = {
  seriesTypes: [KINDS.invoice.seriesType, KINDS.credit_note.seriesType],
  read: async (company, id) => {
    const items = await readItems(KINDS.invoice, company, id);
    const stored = assembled(INVOICE_ITEMS, items);
    if (!stored) return undefined;
    const { document, events } = stored;
    const link = linkedId(document) === null ? undefined : await readLinkOf(document);
    return {
      document,
      events,
      kind: kindOf(document),
      problems: [
        ...placementProblems(KINDS.invoice, BESIDE, items, id),
        ...verifyDocument(stored),
        ...verifyLink(document, link),
      ],
    };
  },
};
