import { describe, expect, it } from 'vitest';
import { camtOf, type Line, OWN_IBAN } from '../../support/bank/camt.ts';
import { propose, settled, invoiceOf, book, CLIENT_IBAN, DAY } from '../../support/bank/proposals.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** POST /bank-statements/proposals (BNK-1 to BNK-17). */

const { newTrader } = useTrader();

describe('a statement', () => {
  it('is answered with its balances, and whether they add up', async () => {
    const own = await newTrader();
    await own.request('POST', '/bank-accounts', { iban: OWN_IBAN, currency: 'RON' });
    const lines: Line[] = [
      { amount: '100.00', text: 'nimic', reference: 'A1' },
      { amount: '0.51', direction: 'DBIT', text: 'comision', reference: 'A2' },
    ];
    const { status, body } = await propose(own, camtOf(lines, { opening: '10.00', closing: '109.49' }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      messageType: 'camt.053.001.02',
      statements: [
        {
          ...{ iban: OWN_IBAN, isOwnAccount: true, currency: 'RON', from: '2026-11-01', to: '2026-11-30', pendingEntries: 0 },
          ...{ openingBalance: { amount: 10 }, closingBalance: { amount: 109.49 }, movement: 99.49, addsUp: true },
          entries: [
            { direction: 'in', amount: 100, bankReference: 'A1', status: 'no_match', recorded: null, proposals: [] },
            { direction: 'out', amount: 0.51, text: 'comision', status: 'no_match' },
          ],
        },
      ],
    });
    const { body: other } = await propose(own, camtOf(lines, { closing: '1.00', iban: CLIENT_IBAN }));
    expect(other.statements[0]).toMatchObject({ isOwnAccount: false, openingBalance: null, addsUp: null });
  });
});

describe('the lines of a month', () => {
  it('are proposed, booked by their bodies, and found again in the file', async () => {
    const own = await newTrader();
    const { clientId } = own.scope;
    expect((await own.request('PATCH', `/clients/${clientId}`, { bankAccount: 'RO09 BCYP 0000 0012 3456 7890' })).status).toBe(
      200,
    );
    // 121.00, 60.50 and 242.00 with VAT.
    const [one, two, three] = [await invoiceOf(own, 100), await invoiceOf(own, 50), await invoiceOf(own, 200)];
    const lines: Line[] = [
      { amount: '121.00', text: `plata factura ${one.number}`, reference: 'BT001' },
      { amount: '302.50', text: `${two.number}, ${three.number}`, iban: CLIENT_IBAN, reference: 'BT002' },
      { amount: '40.00', iban: CLIENT_IBAN, text: 'avans', reference: 'BT003' },
    ];
    const first = await settled(own, lines, ['payment of 1', 'payment of 2', 'advance of 0']);
    expect(first[0]?.proposals[0]).toMatchObject({
      ...{
        confidence: 'high',
        reasons: ['number_in_text', 'amount_equals_balance'],
        cautions: [],
        kind: 'payment',
        role: 'sale',
        over: 0,
      },
      partner: { id: clientId },
      documents: [{ id: one.id, number: one.number, open: 121, amount: 121 }],
      allocation: {
        ...{ clientId, paymentDate: DAY, amount: 121, currency: 'RON', paymentMethod: 'bank_transfer', reference: 'BT001' },
        documents: [{ id: one.id, amount: 121 }],
      },
      payments: [{ invoiceId: one.id, payment: { type: 'payment', amount: 121, reference: 'BT001', idempotencyKey: 'BT001' } }],
    });
    expect(first[1]?.proposals[0]).toMatchObject({
      ...{ confidence: 'high', reasons: ['number_in_text', 'sum_of_documents', 'iban_known'] },
      documents: [
        { id: two.id, amount: 60.5 },
        { id: three.id, amount: 242 },
      ],
    });
    // All that the client owes is paid by the lines before.
    expect(first[2]?.proposals).toMatchObject([
      { confidence: 'low', kind: 'advance', documents: [], over: 40, payments: [], allocation: { amount: 40, documents: [] } },
    ]);
    // Nothing was booked by that.
    expect(await own.detailOf(one.id)).toMatchObject({ paymentStatus: 'unpaid', balance: 121 });

    for (const entry of first) await book(own, entry);
    expect(await own.detailOf(three.id)).toMatchObject({ paymentStatus: 'paid', balance: 0 });
    const second = await settled(own, lines, ['already_recorded', 'already_recorded', 'advance of 0']);
    expect(second[0]?.recorded).toMatchObject({
      ...{
        basis: 'reference',
        payments: [{ invoiceId: one.id, number: one.number, amount: 121, paymentDate: DAY, reference: 'BT001' }],
      },
    });
    expect(second[1]?.recorded?.payments).toHaveLength(2);
    expect(second.slice(0, 2).flatMap(({ proposals }) => proposals)).toEqual([]);
  });

  it('are booked by their allocations, and found again in the file, with or without documents', async () => {
    const own = await newTrader();
    const { clientId } = own.scope;
    await own.request('PATCH', `/clients/${clientId}`, { bankAccount: CLIENT_IBAN });
    const [one, two] = [await invoiceOf(own, 100), await invoiceOf(own, 50)];
    const [three, four] = [await invoiceOf(own, 200), await invoiceOf(own, 300)];
    // One invoice; two; more than one is owed (29.00); an advance of a client that owes nothing then.
    const lines: Line[] = [
      { amount: '121.00', text: `plata factura ${one.number}`, iban: CLIENT_IBAN, reference: 'BT001' },
      { amount: '302.50', text: `${two.number}, ${three.number}`, iban: CLIENT_IBAN, reference: 'BT002' },
      { amount: '392.00', text: `factura ${four.number}`, iban: CLIENT_IBAN, reference: 'BT003' },
      { amount: '40.00', iban: CLIENT_IBAN, text: 'avans', reference: 'BT004' },
    ];
    const kinds = ['payment of 1', 'payment of 2', 'payment of 1', 'advance of 0'];
    const ids: string[] = [];
    for (const { proposals } of await settled(own, lines, kinds)) {
      const { status, body } = await own.request<{ uuid: string }>('POST', '/allocations', proposals[0]?.allocation);
      expect(status, JSON.stringify(body)).toBe(201);
      ids.push(body.uuid);
    }
    const again = await settled(
      own,
      lines,
      lines.map(() => 'already_recorded'),
    );
    expect(again.flatMap(({ proposals }) => proposals)).toEqual([]);
    expect(again.map(({ recorded }) => recorded?.payments)).toMatchObject([
      [{ id: ids[0], allocationId: ids[0], invoiceId: null, number: one.number, amount: 121, reference: 'BT001' }],
      [{ allocationId: ids[1], number: `${two.number}, ${three.number}`, amount: 302.5 }],
      [{ allocationId: ids[2], number: four.number, amount: 392 }],
      [{ allocationId: ids[3], number: null, amount: 40 }],
    ]);
    const { body } = await own.request<{ credit: object[] }>('GET', `/clients/${clientId}`);
    expect(body.credit).toEqual([{ currency: 'RON', amount: 69 }]);
  });

  it('are booked by bodies that have what is longer than a bank may write', async () => {
    const own = await newTrader();
    await own.request('PATCH', `/clients/${own.scope.clientId}`, { bankAccount: CLIENT_IBAN });
    const [one, two] = [await invoiceOf(own, 100), await invoiceOf(own, 50)];
    const [first, second] = ['1', '2'].map(last => 'X'.repeat(1000) + last);
    const lines: Line[] = [
      { amount: '121.00', text: one.number, iban: CLIENT_IBAN, reference: first, endToEndId: 'E'.repeat(1000) },
      { amount: '60.50', text: two.number, iban: CLIENT_IBAN, reference: second },
    ];
    const [paid, allocated] = await settled(own, lines, ['payment of 1', 'payment of 1']);
    await book(own, paid);
    const { status, body } = await own.request('POST', '/allocations', allocated?.proposals[0]?.allocation);
    expect(status, JSON.stringify(body)).toBe(201);
    const again = await settled(own, lines, ['already_recorded', 'already_recorded']);
    expect(again.map(({ recorded }) => recorded?.basis)).toEqual(['reference', 'reference']);
  });
});

describe('what is refused', () => {
  const NS = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02';
  const months = Array.from({ length: 14 }, (_, month) => ({
    amount: '1',
    day: `20${20 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-03`,
  }));
  it.each<[what: string, statement: unknown, message: string]>([
    ['no statement', undefined, ''],
    ['an empty one', '', 'must not be empty'],
    ['a number', 7, ''],
    ['MT940', ':20:STMT\n:25:RO49', 'Send the XML of a bank statement in CAMT.053'],
    ['camt.052', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.02"/>', 'no CAMT.053'],
    ['XML that is cut off', camtOf([{ amount: '1' }]).slice(0, 400), 'line'],
    ['entities', `<!DOCTYPE d [<!ENTITY a "a">]><Document xmlns="${NS}">&a;</Document>`, 'document type declaration'],
    ['depth', `<Document xmlns="${NS}">${'<a>'.repeat(90_000)}</Document>`, 'nested deeper'],
    ['many elements', `<Document xmlns="${NS}">${'<a/>'.repeat(200_000)}</Document>`, 'no statement'],
    ['too many characters', 'x'.repeat(1_000_001), 'at most 1000000 characters'],
    ['too many lines', camtOf(Array.from({ length: 501 }, () => ({ amount: '1' }))), 'split it into files of at most 500'],
    ['a day before 2000', camtOf([{ amount: '1', day: '0001-01-01' }]), 'Line 1 of statement 1: BookgDt is 0001-01-01'],
    ['too many months', camtOf(months), 'split it into files of at most 13 months'],
  ])('422 for %s', async (_, statement, message) => {
    const { status, body } = await propose(await shared(), statement);
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { code: 'validation_error' } });
    expect(JSON.stringify(body)).toContain(message);
  });

  it('413 for a body of more than 1 MB', async () => {
    expect((await propose(await shared(), 'x'.repeat(1_100_000))).status).toBe(413);
  });

  let trader: Promise<Trader> | undefined;
  const shared = (): Promise<Trader> => (trader ??= newTrader());
});
