import * as z from 'zod';
import { INVOICE_LIST } from '../../shared/invoices/list/definition.ts';
import { defineWorker } from '../../shared/lambda/worker/define-worker.ts';
import { compact } from '../../shared/lists/compact.ts';
import { PROFORMA_LIST } from '../../shared/proformas/list.ts';
import { companyScope } from '../../shared/store/table.ts';

/** By the kind that the message names. */
const LISTS = { invoice: INVOICE_LIST, proforma: PROFORMA_LIST };

export const handler = defineWorker(
  {
    queue: 'list',
    summary: "Makes the file of one of a company's lists again when many documents have changed since",
    message: z.object({ companyId: z.guid(), kind: z.enum(Object.keys(LISTS) as (keyof typeof LISTS)[]) }),
    uses: ['table:read', 'table:write', 'documents:read', 'documents:write', 'documents:remove'],
    batchSize: 1,
    memory: 2048,
    timeoutSeconds: 300,
  },
  ({ companyId, kind }) =>
    kind === 'invoice' ? compact(LISTS.invoice, companyScope(companyId)) : compact(LISTS.proforma, companyScope(companyId)),
);
