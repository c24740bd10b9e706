import { beforeAll, describe, expect, it } from 'vitest';
import { rateBefore } from '#shared/records/exchange-rates/read.ts';
import { clearCaches } from '#shared/base/kernel/caches.ts';
import { delivering, deliveryNoteBody, newNote, noteIn } from '../../support/delivery-notes.ts';
import { convert, newProforma, offering, proformaBody } from '../../support/proformas.ts';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import type { Invoice, Refusal } from '../../support/contract.ts';
import { DEPTH } from '../../support/effort.ts';

const service = useOwnService({ machines: [], exchangeRates: true });

interface Rated {
  currency: string;
  exchangeRate: number;
  exchangeRateDate: string | null;
}

const { scope, request, put, act, draft, issued, creditDraft, inForce, xmlOf } = useTrader({ service, lasting: true });
const rateOf = ({ exchangeRate, exchangeRateDate }: object & Partial<Rated>): unknown[] => [exchangeRate, exchangeRateDate];
const published = async (day: string, currency = 'EUR'): Promise<[number, string]> => {
  const found = await rateBefore(day, currency);
  return [Number(found?.rate), found?.date ?? ''];
};
const changed = async (id: string, changes: object): Promise<unknown[]> => rateOf((await put(id, changes)).body.invoice);
const at = (timestamp: string): void => {
  service().runtime.clock.set(timestamp);
};
const runSchedule = async (): Promise<void> => {
  service().runtime.schedules.run('exchange-rates');
  await service().idle();
  clearCaches();
};

beforeAll(async () => {
  service().runtime.clock.freeze(true);
  at('2026-11-23T09:00:00Z');
  await runSchedule();
}, 60_000);

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

  it.runIf(DEPTH)('pass it on to documents made of them, except to another currency, which gets the published one', async () => {
    const own = await offering(service(), scope, 'PFB');
    const make = () => newProforma(service(), own, { currency: 'EUR', issueDate: '2026-11-18' });
    const [first, second, third] = [await make(), await make(), await make()];
    const { body } = await convert(service(), own, first.uuid, { issueDate: '2026-11-23' });
    expect(rateOf((body as unknown as { invoice: Rated }).invoice)).toEqual(await published('2026-11-18'));
    const other = await convert(service(), own, second.uuid, { issueDate: '2026-11-23', overrideFields: { currency: 'USD' } });
    expect(rateOf((other.body as unknown as { invoice: Rated }).invoice)).toEqual(await published('2026-11-23', 'USD'));
    const { body: note } = await request<Rated>('POST', '/delivery-notes/from-proforma', { proformaId: third.uuid });
    expect(rateOf(note)).toEqual(await published('2026-11-18'));
  });

  it.runIf(DEPTH)('a delivery note passes it on to its invoice', async () => {
    const to = await delivering(service(), scope);
    const note = await noteIn(service(), to, 'issued', { currency: 'EUR', issueDate: '2026-11-19' });
    const { body } = await request<{ invoice: Rated }>('POST', `/delivery-notes/${note.uuid}/convert`, {});
    expect(rateOf(body.invoice)).toEqual(await published('2026-11-19'));
  });

  it.runIf(DEPTH)(
    'an invoice in another currency than the delivery note: the rate of the tax point, which is the delivery, not of the day of the invoice',
    async () => {
      const to = await delivering(service(), scope);
      const conversion = { issueDate: '2026-11-23', overrideFields: { currency: 'EUR' } };
      const note = await noteIn(service(), to, 'issued', { issueDate: '2026-11-10' });
      const { body } = await request<{ invoice: Rated }>('POST', `/delivery-notes/${note.uuid}/convert`, conversion);
      expect(rateOf(body.invoice)).toEqual(await published('2026-11-10'));
      const stated = await noteIn(service(), to, 'issued', { issueDate: '2026-11-10' });
      const overrideFields = { currency: 'EUR', exchangeRate: 5 };
      const other = await request<{ invoice: Rated }>('POST', `/delivery-notes/${stated.uuid}/convert`, { overrideFields });
      expect(rateOf(other.body.invoice)).toEqual([5, null]);
    },
  );
});

describe.runIf(DEPTH)('A final invoice (Fiscal Code, art. 290 (2))', () => {
  const rest = { description: 'Lucrare', quantity: 1, unitPrice: 300, vatRate: 21, vatCategoryCode: 'S' };
  const taken = { description: 'Avans', quantity: -1, unitPrice: 100, vatRate: 21, vatCategoryCode: 'S' };
  const vatInLei = async (id: string): Promise<number> =>
    Number(/<cbc:TaxAmount currencyID="RON">([^<]*)</.exec(await xmlOf(id))?.[1]);

  it('has the rate of its own day, and the rate of the advance for the part that settles it', async () => {
    const advance = await issued({
      currency: 'EUR',
      issueDate: '2026-11-20',
      lines: [{ ...taken, quantity: 1 }],
      exchangeRate: 4.9,
    });
    const final = await issued({ currency: 'EUR', issueDate: '2026-11-23', parentDocumentId: advance.id, lines: [rest, taken] });
    const own = await published('2026-11-23');
    expect(rateOf(final)).toEqual(own);
    expect(await vatInLei(final.id)).toBeCloseTo(63 * own[0] - 21 * 4.9, 1);
    // The whole amount at one rate would be a different sum.
    expect(Math.abs((await vatInLei(final.id)) - 42 * own[0])).toBeGreaterThan(0.5);
  });

  it('keeps it when its draft is changed, and has one rate without the advance', async () => {
    const advance = await issued({
      currency: 'EUR',
      issueDate: '2026-11-20',
      lines: [{ ...taken, quantity: 1 }],
      exchangeRate: 4.9,
    });
    const { id } = await draft({ currency: 'EUR', issueDate: '2026-11-23', parentDocumentId: advance.id, lines: [rest, taken] });
    const [rate] = await published('2026-11-23');
    expect(await changed(id, { issueDate: '2026-11-20' })).toEqual(await published('2026-11-20'));
    expect(await changed(id, { issueDate: '2026-11-23', notes: 'x' })).toEqual(await published('2026-11-23'));
    await changed(id, { parentDocumentId: null });
    expect((await act(id, 'issue')).status).toBe(200);
    expect(await vatInLei(id)).toBeCloseTo(42 * rate, 1);
  });

  it('may state the rate with the line, which is returned, stored and used', async () => {
    const lines = [rest, { ...taken, exchangeRate: 4.85 }];
    const { id } = await draft({ currency: 'EUR', issueDate: '2026-11-23', exchangeRate: 5, lines });
    const { body } = await act(id, 'issue');
    expect((body as unknown as Invoice).lines.map(line => (line as { exchangeRate?: number | null }).exchangeRate)).toEqual([
      null,
      4.85,
    ]);
    expect(await vatInLei(id)).toBe(213.15);
  });

  it('gets a warning for an advance of another program whose rate it does not state', async () => {
    const terms = { clientId: scope.clientId, currency: 'EUR', issueDate: '2026-11-23' };
    const precedingInvoices = [{ number: 'AV 7', issueDate: '2026-10-01' }];
    const warningsOf = async (...lines: object[]): Promise<string[]> =>
      (
        await request<{ validation: { warnings: string[] } }>('POST', '/invoices', { ...terms, precedingInvoices, lines })
      ).body.validation.warnings.filter(one => one.includes('exchangeRate'));
    expect(await warningsOf(rest, taken)).toEqual([
      'lines.1.exchangeRate: state the rate of the advance that the line settles; without it, that of the document is used.',
    ]);
    expect(await warningsOf(rest, { ...taken, description: 'Avans AV 7', unitPrice: 99, exchangeRate: 4.85 })).toEqual([]);
    expect(await warningsOf(rest)).toEqual([]);
  });

  it.each([
    ['of nothing', { currency: 'EUR', exchangeRate: 5 }, 0, 'must be greater than 0'],
    ['of seven decimals', { currency: 'EUR', exchangeRate: 5 }, '4.8500001', 'must have at most 6 decimals'],
    ['of a document in RON', {}, 4.85, 'must be left out of a document in RON'],
  ])('rejects a rate %s', async (_what, terms, exchangeRate, message) => {
    const body = { clientId: scope.clientId, issueDate: '2026-11-23', lines: [rest, { ...taken, exchangeRate }], ...terms };
    const answer = await request<Refusal>('POST', '/invoices', body);
    expect([answer.status, answer.body.error.details]).toEqual([422, { 'lines.1.exchangeRate': [message] }]);
  });
});

describe.runIf(DEPTH)('A draft with a published rate', () => {
  it('is taken again with another date or currency, and not with other changes', async () => {
    const { id } = await draft({ currency: 'EUR', issueDate: '2026-11-23' });
    expect(await changed(id, { notes: 'x' })).toEqual(await published('2026-11-23'));
    expect(await changed(id, { issueDate: '2026-11-18' })).toEqual(await published('2026-11-18'));
    expect(await changed(id, { currency: 'USD' })).toEqual(await published('2026-11-18', 'USD'));
    expect(await changed(id, { currency: 'EUR', issueDate: '2026-11-16' })).toEqual(await published('2026-11-16'));
    expect(await changed(id, { currency: 'RON' })).toEqual([1, null]);
  });

  it('keeps its day when a form sends the same rate back, and loses it with another rate', async () => {
    const { id, ...created } = await draft({ currency: 'EUR', issueDate: '2026-11-23' });
    const { exchangeRate } = created as unknown as Rated;
    const before = await published('2026-11-23');
    expect(await changed(id, { currency: 'EUR', issueDate: '2026-11-23', exchangeRate })).toEqual(before);
    expect(await changed(id, { exchangeRate: 5.5 })).toEqual([5.5, null]);
  });
});

describe.runIf(DEPTH)('A document with a parent', () => {
  it('takes the rate of the parent with its day, whatever its own date', async () => {
    const parent: Invoice = await issued({ currency: 'EUR', issueDate: '2026-11-16' });
    const rate = await published('2026-11-16');
    expect(rateOf(await creditDraft(parent, { currency: 'EUR', issueDate: '2026-11-23' }))).toEqual(rate);
    const final = await draft({ currency: 'EUR', issueDate: '2026-11-23', parentDocumentId: parent.id });
    expect(rateOf(final)).toEqual(rate);
    expect(await changed(final.id, { issueDate: '2026-11-20' })).toEqual(rate);
  });

  it('takes the published rate where the parent has none', async () => {
    const old = await inForce({ currency: 'EUR', exchangeRate: '1.0' });
    expect(rateOf(await creditDraft(old, { currency: 'EUR', issueDate: '2026-11-23' }))).toEqual(await published('2026-11-23'));
  });
});
