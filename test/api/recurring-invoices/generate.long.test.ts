import { describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { CreditNote } from '../../support/contract.ts';
import { call } from '../../support/invoices.ts';
import { publishRates } from '../../support/recurring/rates.ts';
import { recurring } from '../../support/recurring/templates.ts';
import { useOwnService } from '../../support/service.ts';
import { useGeneration } from './generate-calls.ts';

const service = useOwnService();
const { scope, run, read, invoiceOf } = useGeneration(service);

const line = (fields: object = {}) => ({
  ...{ description: 'Chirie', quantity: 1, unitPrice: 100, vatRateId: scope.vatRateId },
  ...fields,
});

describe('a recurring invoice that is due', () => {
  it('creates one document after a long pause, whose texts follow the scheduled date', async () => {
    const date = today();
    const template = await recurring(service(), scope, { lines: [line({ description: '[[luna]] [[an]]' })] });
    await call(service(), scope, 'POST', `/recurring-invoices/${template.uuid}/toggle`);
    await service().advance('P70D');
    await call(service(), scope, 'POST', `/recurring-invoices/${template.uuid}/toggle`);
    await run();
    const after = await read(template.uuid);
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
