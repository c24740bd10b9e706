import { describe, expect, it } from 'vitest';
import { delivering, deliveryNoteBody, newNote } from '../../support/delivery-notes.ts';
import { newProforma, offering, proformaBody } from '../../support/proformas.ts';
import { useOwnService } from '../../support/service.ts';
import { type Rated, useRatedDocuments } from './documents-calls.ts';

const service = useOwnService({ machines: [], exchangeRates: true });
const { rateOf, published, changed, at, runSchedule, scope, request, draft, issued } = useRatedDocuments(service);

const rated = async (overrides: object): Promise<unknown[]> => rateOf(await draft({ currency: 'EUR', ...overrides }));
describe('An invoice in another currency that states no rate', () => {
  it.each([
    ['of a Monday takes that of Friday', '2026-11-23', '2026-11-20'],
    ['of the day after Easter takes that of Maundy Thursday', '2026-04-14', '2026-04-09'],
  ])('%s', async (_what, issueDate, date) => {
    expect(await rated({ issueDate })).toEqual(await published(issueDate));
    expect((await published(issueDate))[1]).toBe(date);
  });

  it('takes the rate from before its day, also once the one of its day is published', async () => {
    at('2026-11-23T11:05:00Z');
    await runSchedule();
    expect((await published('2026-11-24'))[1]).toBe('2026-11-23');
    expect(await rated({ issueDate: '2026-11-23' })).toEqual(await published('2026-11-23'));
  });

  it('takes that of its tax point, as stated in its request or a change', async () => {
    const { id, ...created } = await draft({ currency: 'EUR', issueDate: '2026-11-20', taxPointDate: '2026-11-05' });
    expect(rateOf(created)).toEqual(await published('2026-11-05'));
    const delivered = { delivery: { actualDeliveryDate: '2026-11-10' } };
    expect(await changed(id, { taxPointDate: null, ublExtensions: delivered })).toEqual(await published('2026-11-10'));
    const supply = [{ description: 'Mese', quantity: 1, unitPrice: 100, vatCategoryCode: 'K' }];
    // An intra-community supply of October is due on the 15th of November.
    const october = { delivery: { actualDeliveryDate: '2026-10-05' } };
    expect(await rated({ issueDate: '2026-11-20', lines: supply, ublExtensions: october })).toEqual(
      await published('2026-11-15'),
    );
  });

  it('has none where nothing was published: 1 with a warning', async () => {
    const { body } = await request<{ invoice: Rated; validation: { warnings: string[] } }>('POST', '/invoices', {
      ...{ clientId: scope.clientId, issueDate: '2026-11-23', currency: 'GEL' },
      lines: [{ description: 'x', quantity: 1, unitPrice: 77, vatRate: 21 }],
    });
    expect(rateOf(body.invoice)).toEqual([1, null]);
    expect(body.validation.warnings.filter(one => one.startsWith('exchangeRate:'))).toHaveLength(1);
  });

  it('is issued with it', async () => {
    const invoice = await issued({ currency: 'EUR', issueDate: '2026-11-23' });
    expect(rateOf(invoice)).toEqual(await published('2026-11-23'));
  });
});

describe('A rate that the caller stated', () => {
  it('has no day of publication, and stays when the date changes', async () => {
    const { id, ...created } = await draft({ currency: 'EUR', exchangeRate: 4.9 });
    expect(rateOf(created)).toEqual([4.9, null]);
    expect(await changed(id, { issueDate: '2026-11-19' })).toEqual([4.9, null]);
    expect(await changed(id, { exchangeRate: null })).toEqual(await published('2026-11-19'));
  });

  it('causes a warning when it differs by more than 1 % from that of the tax point, when created and changed', async () => {
    const warned = async (method: string, path: string, exchangeRate: number): Promise<string[]> => {
      const { body } = await request<{ invoice: { id: string }; validation: { warnings: string[] } }>(method, path, {
        ...{ clientId: scope.clientId, issueDate: '2026-11-23', currency: 'EUR', exchangeRate },
        lines: [{ description: 'x', quantity: 1, unitPrice: exchangeRate, vatRate: 21 }],
      });
      return body.validation.warnings.filter(one => one.startsWith('exchangeRate:'));
    };
    const [rate, date] = await published('2026-11-23');
    const message = `exchangeRate: 4.5 differs by more than 1 % from ${rate}, the rate of EUR that the national bank published on ${date}`;
    expect(await warned('POST', '/invoices', 4.5)).toEqual([expect.stringContaining(message)]);
    expect(await warned('POST', '/invoices', rate + 0.04)).toEqual([]);
    const { id } = await draft({ currency: 'EUR', issueDate: '2026-11-23' });
    expect(await warned('PUT', `/invoices/${id}`, 4.5)).toEqual([expect.stringContaining(message)]);
  });
});

describe('Proformas and delivery notes', () => {
  it('take the published rate, and take it again when they are replaced with another date', async () => {
    const own = await offering(service(), scope, 'PFA');
    const proforma = await newProforma(service(), own, { currency: 'EUR', issueDate: '2026-11-20' });
    expect(rateOf(proforma)).toEqual(await published('2026-11-20'));
    const body = proformaBody(own, { currency: 'EUR', issueDate: '2026-11-23' });
    const { body: replaced } = await request<Rated>('PUT', `/proforma-invoices/${proforma.uuid}`, body);
    expect(rateOf(replaced)).toEqual(await published('2026-11-23'));
    const stated = await newProforma(service(), own, { currency: 'EUR', exchangeRate: 4.9 });
    expect(rateOf(stated)).toEqual([4.9, null]);
    const to = await delivering(service(), scope);
    const note = await newNote(service(), to, { currency: 'USD', issueDate: '2026-11-20' });
    expect(rateOf(note)).toEqual(await published('2026-11-20', 'USD'));
    expect(deliveryNoteBody(to)).not.toHaveProperty('exchangeRate');
  });
});
