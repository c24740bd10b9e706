import { describe, expect, it } from 'vitest';
import { localInstant, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { RecurringInvoice, SeriesAudit } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { recurring } from '../../support/recurring/templates.ts';
import { useOwnService } from '../../support/service.ts';
import { useGeneration } from './generate-calls.ts';

const service = useOwnService();
const { scope, run, read, invoiceOf } = useGeneration(service);

/** Turns the clock to a time in Romania. */
const turnTo = async (date: string, time: string): Promise<void> => {
  const millis = Date.parse(localInstant(date, time)) - service().runtime.clock.now();
  await service().advance(`PT${Math.ceil(millis / 1000)}S`);
};
describe('a recurring invoice that is due', () => {
  it('is issued after 01:00 in Romania, as the template says, and moves on to the next period', async () => {
    const date = addDays(today(), 1);
    const template = await recurring(service(), scope, {
      ...{
        nextIssuanceDate: date,
        frequencyDay: Number(date.slice(8)),
        reference: 'Contract 7',
        notes: 'Luna [[luna_nr]] [[curs]]',
      },
      ...{ penaltyEnabled: true, penaltyPercentPerDay: 0.1, penaltyGraceDays: 5, paymentTerms: 'OP' },
    });
    await turnTo(date, '00:59');
    expect(await read(template.uuid)).toMatchObject({ nextIssuanceDate: date, lastInvoiceId: null });
    await turnTo(date, '01:06');
    const after = await read(template.uuid);
    expect(after).toMatchObject({ isActive: true, lastIssuedAt: expect.any(String), lastError: null });
    expect(after.nextIssuanceDate > date).toBe(true);
    const invoice = await invoiceOf(after);
    expect(invoice).toMatchObject({
      ...{ status: 'issued', paymentStatus: 'unpaid', number: after.lastInvoiceNumber, recurringInvoiceId: template.uuid },
      ...{ issueDate: date, dueDate: addDays(date, 15), total: 121, balance: 121, paymentTerms: 'OP' },
      ...{ penaltyEnabled: true, penaltyPercentPerDay: 0.1, penaltyGraceDays: 5, notes: `Luna ${date.slice(5, 7)}` },
      ...{ xmlGenerated: true, pdfGenerated: true },
    });
    const decided = invoice.events.filter(({ status }) => status !== null);
    expect(decided.map(({ type, status }) => [type, status])).toEqual([
      ['status_change', 'issued'],
      ['created', 'draft'],
    ]);
    for (const event of decided)
      expect(event.metadata).toMatchObject({ recurringInvoiceId: template.uuid, frequency: 'monthly', reference: 'Contract 7' });
    await run();
    expect(await read(template.uuid)).toEqual(after);
    const audit = await call<SeriesAudit>(service(), scope, 'GET', `/document-series/${scope.seriesId}/audit`);
    expect(audit.body, JSON.stringify(audit.body)).toMatchObject({ gaps: [], duplicates: [], chainHolds: true, problems: [] });
  });

  it('creates one document for a date that is set back, and ends after the last day', async () => {
    const date = today();
    const template = await recurring(service(), scope, { stopDate: date });
    await run();
    const after = await read(template.uuid);
    expect(after.isActive).toBe(false);
    expect((await invoiceOf(after)).issueDate).toBe(date);
    const path = `/recurring-invoices/${template.uuid}`;
    expect((await call(service(), scope, 'PUT', path, { nextIssuanceDate: date })).status).toBe(200);
    expect((await call<RecurringInvoice>(service(), scope, 'POST', `${path}/toggle`)).body.isActive).toBe(true);
    await run();
    expect(await read(template.uuid)).toMatchObject({ isActive: false, lastInvoiceId: after.lastInvoiceId });
    // Activated after its last day it is deactivated again, without a document.
    await call(service(), scope, 'POST', `${path}/toggle`);
    await turnTo((await read(template.uuid)).nextIssuanceDate, '01:06');
    expect(await read(template.uuid)).toMatchObject({ isActive: false, lastInvoiceId: after.lastInvoiceId });
  });
});
