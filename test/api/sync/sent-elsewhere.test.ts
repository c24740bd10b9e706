import { describe, expect, it } from 'vitest';
import { sentElsewhere } from '../../support/taxauth/received.ts';
import { useTrader } from '../../support/trader.ts';

const { service, scope, act, detailOf, issued, newTrader } = useTrader();

const CLIENT = '18547290';
const back = { net: '-100.00', vat: '-21.00' };
const whole = { lines: [{ description: 'Retur', quantity: -1, unitPrice: 100, vatRate: 21 }] };
const clientId = async (): Promise<string> =>
  (known ??= (await service().newClient(scope, { name: 'Client SRL', cui: `RO${CLIENT}` })).id);
let known: string | undefined;
const balanceOf = async (id: string) => {
  const { balance, creditedAmount, paymentStatus } = await detailOf(id);
  return [balance, creditedAmount, paymentStatus];
};
const SETTLED = [0, 121, 'paid'];
const OPEN = [121, 0, 'unpaid'];

describe('a document that another program has sent in the company’s name (SET-36)', () => {
  it.each([
    ['by number', (number: string) => ({ number })],
    ['by number and date', (number: string, issueDate: string) => ({ number, issueDate })],
  ])('reduces the invoice numbered here that it names %s', async (what, names) => {
    const invoice = await issued({ clientId: await clientId() });
    const parts = { ...back, number: `STORNO ${what}`, names: names(invoice.number, invoice.issueDate) };
    const reversal = await sentElsewhere(scope, CLIENT, parts);
    expect(await balanceOf(invoice.id)).toEqual(SETTLED);
    const { events, creditNotes } = await detailOf(invoice.id);
    expect([events[0]?.details, creditNotes]).toEqual([`Credited by STORNO ${what}: 121.00 RON`, []]);
    expect(await detailOf(reversal)).toMatchObject({ parentDocumentId: invoice.id, direction: 'outgoing', status: 'synced' });
    expect((await act(invoice.id, 'cancel', { reason: 'Emisă greșit' })).status).toBe(422);
  });

  it('as a credit note does, which is shown on the invoice', async () => {
    const invoice = await issued({ clientId: await clientId() });
    const parts = { root: 'CreditNote', number: 'NC 1', names: { number: invoice.number } } as const;
    const note = await sentElsewhere(scope, CLIENT, parts);
    expect(await balanceOf(invoice.id)).toEqual(SETTLED);
    expect((await detailOf(invoice.id)).creditNotes).toMatchObject([{ uuid: note, status: 'synced' }]);
  });

  it.each<[string, object, object]>([
    ['of another client', { buyer: '14399840' }, {}],
    ['that names another date', {}, { issueDate: '2026-01-02' }],
  ])('does not reduce it when it is one %s', async (what, parts, date) => {
    const invoice = await issued({ clientId: await clientId() });
    const names = { number: invoice.number, ...date };
    const { buyer = CLIENT } = parts as { buyer?: string };
    await sentElsewhere(scope, buyer, { ...back, number: `NOT ${what}`, names });
    expect(await balanceOf(invoice.id)).toEqual(OPEN);
  });

  it('is reduced by a negative invoice from here that names it by number, until that is cancelled', async () => {
    const own = await newTrader();
    const invoice = await sentElsewhere(own.scope, CLIENT, { number: 'ALT 7' });
    // The client's record was made after the document, which names its tax number only.
    const { id } = await service().newClient(own.scope, { name: 'Client SRL', cui: `RO${CLIENT}` });
    const precedingInvoices = [{ number: 'ALT 7', issueDate: '2026-11-20' }];
    const reversal = await own.issued({ ...whole, clientId: id, precedingInvoices });
    const shown = async () => (await own.detailOf(invoice)).balance;
    expect(await shown()).toBe(0);
    await own.act(reversal.id, 'cancel', { reason: 'Emisă greșit' });
    expect(await shown()).toBe(121);
  });

  it('is matched by a negative invoice from here that states its date, though the company has an own invoice of that number', async () => {
    const own = await newTrader();
    const { id: clientId } = await service().newClient(own.scope, { name: 'Client SRL', cui: `RO${CLIENT}` });
    const same = await own.issued({ clientId });
    const delivered = await sentElsewhere(own.scope, CLIENT, { number: same.number });
    await own.issued({ ...whole, clientId, precedingInvoices: [{ number: same.number, issueDate: '2026-11-20' }] });
    const balances = [await own.detailOf(same.id), await own.detailOf(delivered)].map(({ balance }) => balance);
    expect(balances).toEqual([121, 0]);
  });
});
