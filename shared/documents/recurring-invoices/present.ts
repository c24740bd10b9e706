import type * as z from 'zod';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import { presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { presentNumber, presentNumberOrNull } from '#shared/base/kernel/money.ts';
import { inKeyOrder, presentRecord } from '#shared/base/kernel/records.ts';
import { pageOf } from '#shared/platform/lambda/endpoint/request.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';
import type { ListedTemplate } from './list.ts';
import type { RecurringHeader, RecurringInvoice, RecurringLine } from './model.ts';
import type { recurringPageSchema, recurringSchema } from './schema.ts';

/** Templates as the contract shows them; schema.ts is their schema. */

/** A template with the records that its presentation needs. */
export interface ShownTemplate {
  template: RecurringInvoice;
  client: Client | undefined;
  series: readonly Series[];
}

const presentHeader = (one: RecurringHeader) => ({
  ...presentRecord(one),
  clientId: one.clientId,
  seriesId: one.seriesId,
  reference: one.reference,
  documentType: one.documentType,
  currency: one.currency,
  invoiceTypeCode: one.invoiceTypeCode,
  frequency: one.frequency,
  frequencyDay: one.frequencyDay,
  frequencyMonth: one.frequencyMonth,
  nextIssuanceDate: one.nextIssuanceDate,
  stopDate: one.stopDate,
  dueDateType: one.dueDateType,
  dueDateDays: one.dueDateDays,
  dueDateFixedDay: one.dueDateFixedDay,
  notes: one.notes,
  paymentTerms: one.paymentTerms,
  autoEmailEnabled: one.autoEmailEnabled,
  autoEmailTime: one.autoEmailTime,
  autoEmailDayOffset: one.autoEmailDayOffset,
  penaltyEnabled: one.penaltyEnabled,
  penaltyPercentPerDay: presentNumberOrNull(one.penaltyPercentPerDay),
  penaltyGraceDays: one.penaltyGraceDays,
  metadata: inKeyOrder(one.metadata ?? {}),
  isActive: one.isActive,
  lastIssuedAt: presentInstantOrNull(one.lastIssuedAt),
  lastInvoiceNumber: one.lastInvoiceNumber,
  lastInvoiceId: one.lastInvoiceId,
  lastError: one.lastError,
  lastErrorAt: presentInstantOrNull(one.lastErrorAt),
  subtotal: presentNumber(one.subtotal),
  vatTotal: presentNumber(one.vatTotal),
  totalAmount: presentNumber(one.total),
});

const presentLine = (line: RecurringLine, place: number) => ({
  uuid: line.id,
  id: line.id,
  position: place + 1,
  description: line.description,
  quantity: presentNumber(line.quantity),
  unitPrice: presentNumber(line.unitPrice),
  unitOfMeasure: line.unitOfMeasure,
  vatRateId: line.vatRateId,
  vatRate: presentNumber(line.vatRate),
  vatAmount: presentNumber(line.vatAmount),
  totalAmount: presentNumber(line.total),
  productId: line.productId,
  ...(line.turnoverKind && { turnoverKind: line.turnoverKind }),
  priceRule: line.priceRule,
  referenceCurrency: line.referenceCurrency,
  markupPercent: presentNumberOrNull(line.markupPercent),
});

export function presentTemplate({ template, client, series }: ShownTemplate): z.infer<typeof recurringSchema> {
  const own = series.find(({ id }) => id === template.seriesId);
  return {
    ...presentHeader(template),
    client: client ? { uuid: client.id, id: client.id, name: client.name, cif: client.cui, email: client.email } : null,
    series: own ? { uuid: own.id, id: own.id, prefix: own.prefix, type: own.type } : null,
    lines: template.lines.map(presentLine),
  };
}

/** @param found `series`: all series of the company, for `seriesPrefix` */
export const presentTemplatePage = (
  found: { rows: ListedTemplate[]; total: number; series: readonly Series[] },
  query: { page: number; limit: number },
): z.infer<typeof recurringPageSchema> =>
  pageOf(
    found.rows.map(({ template, clientName }) => ({
      ...presentHeader(template),
      clientName,
      seriesPrefix: found.series.find(({ id }) => id === template.seriesId)?.prefix ?? null,
    })),
    found.total,
    query,
  );
