import { describe, expect, it } from 'vitest';
import { localInstant, today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Mail } from '#shared/output/mail/requests.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import type { CreditNote, RecurringInvoice, SeriesAudit } from '../../support/contract.ts';
import { userIdOf } from '../../support/accounts.ts';
import { call } from '../../support/invoices.ts';
import { recurring } from '../../support/recurring/templates.ts';
import { useOwnService } from '../../support/service.ts';
import { publishRates } from '../../support/recurring/rates.ts';
import { DEPTH } from '../../support/effort.ts';
import { useIssuing } from './calls.ts';

const service = useOwnService();
const { scope, user, run, read, invoiceOf } = useIssuing(service);

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

const line = (fields: object = {}) => ({
  ...{ description: 'Chirie', quantity: 1, unitPrice: 100, vatRateId: scope.vatRateId },
  ...fields,
});

describe.runIf(DEPTH)('a recurring invoice that is due', () => {
  it('creates one document after a long pause, whose texts follow the scheduled date', async () => {
    const date = today();
    const template = await recurring(service(), scope, { lines: [line({ description: '[[luna]] [[an]]' })] });
    await call(service(), scope, 'POST', `/recurring-invoices/${template.uuid}/toggle`);
    await service().advance('P70D');
    await call(service(), scope, 'POST', `/recurring-invoices/${template.uuid}/toggle`);
    await run();
    const after = await read(template.uuid);
    const mails = await queryItems<{ data: Mail }>({ partition: companyPartition(scope.company), beginsWith: 'MAIL#' });
    const notices = mails.filter(
      ({ data: { request } }) => request.template === 'recurring-skipped' && request.name === '[[luna]] [[an]]',
    );
    // RCI-29: in 70 days a month has come twice.
    expect(notices.map(({ data }) => data)).toMatchObject([
      { state: 'sent', request: { userId: userIdOf(user.token), date, skipped: [expect.any(String), expect.any(String)] } },
    ]);
    const invoice = await invoiceOf(after);
    expect(invoice.issueDate).toBe(today());
    expect(invoice.lines[0]?.description).toContain(date.slice(0, 4));
    expect(invoice.lines[0]?.description).toBe(
      `${new Intl.DateTimeFormat('ro', { month: 'long' }).format(new Date(`${date}T12:00:00Z`))} ${date.slice(0, 4)}`,
    );
    expect(after.nextIssuanceDate > today()).toBe(true);
    expect(after.nextIssuanceDate < addDays(today(), 32)).toBe(true);
    await run();
    expect((await read(template.uuid)).lastInvoiceId).toBe(after.lastInvoiceId);
  });

  it('may create a credit note without an invoice, which can be cancelled', async () => {
    const template = await recurring(service(), scope, {
      ...{ documentType: 'credit_note', invoiceTypeCode: '381', seriesId: scope.creditSeriesId, lines: [line({ quantity: 2 })] },
    });
    await run();
    const { lastInvoiceId } = await read(template.uuid);
    const note = await call<CreditNote>(service(), scope, 'GET', `/invoices/${lastInvoiceId}`);
    expect(note.body).toMatchObject({ isCreditNote: true, status: 'issued', total: '-242.00', parentDocumentId: null });
    const cancelled = await call(service(), scope, 'POST', `/invoices/${lastInvoiceId}/cancel`, {
      reason: 'Not agreed any more',
    });
    expect(cancelled.status).toBe(200);
  });

  it('is calculated with the rate that was published before its date', async () => {
    const date = today();
    await publishRates(addDays(date, -3), { EUR: '4.9765', USD: '4.2500' });
    await publishRates(date, { EUR: '9.9999', USD: '9.9999' });
    const template = await recurring(service(), scope, {
      notes: '[[curs]]',
      lines: [
        line({ priceRule: 'exchange_rate', referenceCurrency: 'EUR' }),
        line({ priceRule: 'markup', referenceCurrency: 'EUR', markupPercent: 2 }),
      ],
    });
    expect(template.subtotal).toBe(1005.25);
    const inEuro = await recurring(service(), scope, { currency: 'EUR' });
    await run();
    const invoice = await invoiceOf(await read(template.uuid));
    expect(invoice.lines.map(({ unitPrice }) => unitPrice)).toEqual([497.65, 507.603]);
    const published = addDays(date, -3).split('-').reverse().join('.');
    expect(invoice.notes).toBe(`Curs BNR ${published}: 1 EUR = 4,9765 RON`);
    expect(await invoiceOf(await read(inEuro.uuid))).toMatchObject({ currency: 'EUR', exchangeRate: 4.9765, total: 121 });
  });
});
