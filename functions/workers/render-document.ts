import { companyId } from '#shared/platform/lambda/message.ts';
import * as z from 'zod';
import type { HeaderKind } from '#shared/base/vocabulary/item-kinds.ts';
import { defineTask } from '#shared/platform/lambda/worker/define-worker.ts';
import { completeFiles, completeNamed } from '#shared/documents/common/files/complete.ts';
import { INVOICE_PRINTING } from '#shared/documents/invoices/files/printing.ts';
import { DELIVERY_NOTE_PRINTING } from '#shared/documents/delivery-notes/print.ts';
import type { CASH_JOURNAL, RECEIPT_ITEM } from '#shared/model/kinds.ts';
import type { RenderRequest } from '#shared/output/pdf/renderer.ts';
import { PROFORMA_PRINTING } from '#shared/documents/proformas/print.ts';
import { controlFileContent } from '#shared/documents/reports/control-file/content.ts';
import { controlFilePrinting } from '#shared/documents/reports/control-file/printing.ts';
import { seriesDecisionPrinting } from '#shared/documents/reports/series-decision/printing.ts';
import { seriesDecisionAsked } from '#shared/documents/reports/series-decision/query.ts';
import { RECEIPT_PRINTING } from '#shared/documents/receipts/print.ts';
import { cashJournalPrinting } from '#shared/documents/reports/cash-journal/print.ts';
import { cashJournalAsked } from '#shared/documents/reports/cash-journal/query.ts';
import { statementAsked } from '#shared/documents/reports/statement/asked.ts';
import { statementPrinting } from '#shared/documents/reports/statement/printing.ts';

/** Creates the missing files, by kind of document; credit notes are of the kind `invoice`. */
const COMPLETE_BY_KIND = {
  invoice: (request: DocumentRequest) => (request.asNamed ? completeNamed : completeFiles)(INVOICE_PRINTING, request),
  proforma: (request: DocumentRequest) => completeFiles(PROFORMA_PRINTING, request),
  'delivery-note': (request: DocumentRequest) => completeFiles(DELIVERY_NOTE_PRINTING, request),
  statement: (request: DocumentRequest) => completeFiles(statementPrinting(statementAsked.parse(request.asked)), request),
  'control-file': (request: DocumentRequest) =>
    completeFiles(controlFilePrinting(controlFileContent.parse(request.asked)), request),
  'series-decision': (request: DocumentRequest) =>
    completeFiles(seriesDecisionPrinting(seriesDecisionAsked.parse(request.asked)), request),
  receipt: (request: DocumentRequest) => completeFiles(RECEIPT_PRINTING, request),
  'cash-journal': (request: DocumentRequest) =>
    completeFiles(cashJournalPrinting(cashJournalAsked.parse(request.asked)), request),
} satisfies Record<
  HeaderKind | 'statement' | 'control-file' | 'series-decision' | typeof RECEIPT_ITEM | typeof CASH_JOURNAL,
  unknown
>;
type DocumentRequest = Omit<RenderRequest, 'kind'>;

/** Creates and stores files of a document: invoked when an issue has named them, and when a requested PDF is not stored yet. */
export const handler = defineTask(
  {
    summary: 'Creates the missing PDF and XML files of a document',
    input: z.object({
      companyId: companyId(),
      kind: z.enum(Object.keys(COMPLETE_BY_KIND) as (keyof typeof COMPLETE_BY_KIND)[]),
      id: z.guid(),
      options: z.object({ hideVat: z.boolean(), hidePrices: z.boolean() }).partial().default({}),
      asNamed: z.boolean().optional(),
      asked: z.record(z.string(), z.string()).optional(),
    }),
    uses: ['documents:read', 'documents:write', 'documents:lock', 'print:invoke'],
    memory: 1024,
    timeoutSeconds: 60,
    reservedConcurrency: 100,
  },
  ({ kind, ...request }) => COMPLETE_BY_KIND[kind](request),
);
