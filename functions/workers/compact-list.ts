import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import type { HeaderKind } from '#shared/base/vocabulary/item-kinds.ts';
import { INVOICE_LIST } from '#shared/documents/invoices/list/definition.ts';
import { defineRareWorker } from '#shared/platform/lambda/worker/define-worker.ts';
import { compact } from '#shared/documents/lists/compact.ts';
import { PROFORMA_LIST } from '#shared/documents/proformas/list.ts';
import { DELIVERY_NOTE_LIST } from '#shared/documents/delivery-notes/list.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** The function for each kind of list that a message can name. */
const COMPACT = {
  invoice: (company: CompanyId) => compact(INVOICE_LIST, company),
  proforma: (company: CompanyId) => compact(PROFORMA_LIST, company),
  'delivery-note': (company: CompanyId) => compact(DELIVERY_NOTE_LIST, company),
} satisfies Record<HeaderKind, unknown>;

export const handler = defineRareWorker(
  {
    summary: "Rewrites the snapshot file of a company's list when many documents have changed since the last one",
    message: z.object({ companyId: companyId(), kind: z.enum(Object.keys(COMPACT) as HeaderKind[]) }),
    uses: ['documents:read', 'documents:write', 'documents:remove'],
    memory: 2048,
    timeoutSeconds: 300,
  },
  ({ companyId, kind }) => COMPACT[kind](companyId),
);
