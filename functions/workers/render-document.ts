import * as z from 'zod';
import { defineTask } from '../../shared/lambda/worker/define-worker.ts';
import { completeFiles } from '../../shared/documents/files/complete.ts';
import { INVOICE_PRINTING } from '../../shared/invoices/files/printing.ts';
import { DELIVERY_NOTE_PRINTING } from '../../shared/delivery-notes/print.ts';
import type { RenderRequest } from '../../shared/pdf/renderer.ts';
import { PROFORMA_PRINTING } from '../../shared/proformas/print.ts';

/** How each kind of document is printed. */
const COMPLETE = {
  invoice: (request: Request) => completeFiles(INVOICE_PRINTING, request),
  proforma: (request: Request) => completeFiles(PROFORMA_PRINTING, request),
  'delivery-note': (request: Request) => completeFiles(DELIVERY_NOTE_PRINTING, request),
};
type Request = Omit<RenderRequest, 'kind'>;

/** Lays out documents and stores their files: invoked for every PDF that a caller waits for, and to retry failed ones. */
export const handler = defineTask(
  {
    summary: 'Creates the missing PDF and XML files of a document',
    input: z.object({
      companyId: z.guid(),
      kind: z.enum(['invoice', 'proforma', 'delivery-note']),
      id: z.guid(),
      options: z.object({ hideVat: z.boolean(), hidePrices: z.boolean() }).partial().default({}),
    }),
    uses: ['table:read', 'table:write', 'documents:read', 'documents:write', 'print:invoke'],
    memory: 1024,
    timeoutSeconds: 60,
    reservedConcurrency: 100,
  },
  ({ kind, ...request }) => COMPLETE[kind](request),
);
