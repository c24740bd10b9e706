import * as z from 'zod';
import { defineTask } from '../../shared/lambda/worker/define-worker.ts';
import { completeFiles } from '../../shared/documents/files/complete.ts';
import { INVOICE_PRINTING } from '../../shared/invoices/files/printing.ts';
import { PROFORMA_PRINTING } from '../../shared/proformas/print.ts';

/** How each kind of document is printed. */
const PRINTINGS = { invoice: INVOICE_PRINTING, proforma: PROFORMA_PRINTING };

/** Owns the browser: invoked for every PDF that somebody waits for, and to retry those that were not made. */
export const handler = defineTask(
  {
    summary: 'Makes the files of a document that are missing',
    input: z.object({
      companyId: z.guid(),
      kind: z.enum(['invoice', 'proforma']),
      id: z.guid(),
      options: z.object({ hideVat: z.boolean(), hidePrices: z.boolean() }).partial().default({}),
    }),
    uses: ['table:read', 'table:write', 'documents:read', 'documents:write'],
    memory: 2048,
    timeoutSeconds: 60,
  },
  ({ kind, ...request }) =>
    kind === 'invoice' ? completeFiles(PRINTINGS.invoice, request) : completeFiles(PRINTINGS.proforma, request),
);
