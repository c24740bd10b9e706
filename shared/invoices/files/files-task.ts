import { leave } from '../../store/deferred-tasks.ts';
import { companyScope } from '../../store/table.ts';
import type { Write } from '../../store/transact.ts';
import type { InvoiceDocument } from '../../model/invoice.ts';

/** Seconds after which the sweep looks whether a document has its files. */
const FILES_DUE = 60;

/** The write that has the sweep look after a document's files. */
export const filesFollowUp = (document: InvoiceDocument): Write =>
  leave(companyScope(document.companyId), { kind: 'render', companyId: document.companyId, id: document.id }, FILES_DUE);
