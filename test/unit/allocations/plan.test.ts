import { describe, expect, it } from 'vitest';
import type { CreditLot } from '#shared/model/allocation/credit.ts';
import { MOST_LOTS, returnCredit, takeCredit, withoutLot } from '#shared/model/allocation/credit.ts';
import { type Named, planAllocation, type PlanRequest, standsFor } from '#shared/model/allocation/plan.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import { sampleDocument, sampleSeller } from '../../support/documents.ts';

/** What an allocation pays with what (SET-43 to SET-49). Invoices are of 121.00. */

const TODAY = '2026-11-29';
const invoice = (id: string, more: Partial<Invoice> = {}): Invoice => ({
  ...sampleDocument({ id, number: id }),
  ...{ clientId: 'c', status: 'issued', balance: '121.00', amountPaid: '0.00' },
  ...more,
});
/** An invoice that was paid, and of which an amount is owed back. */
const owing = (id: string, credited: string, more: Partial<Invoice> = {}) =>
  invoice(id, { balance: '0.00', amountPaid: '121.00', creditedAmount: credited, ...more });
const named = (document: Invoice, stands: Invoice | undefined = document): Named => ({ document, invoice: stands });
const lot = (allocationId: string, date: string, left: string, more: Partial<CreditLot> = {}): CreditLot => ({
  ...{ allocationId, date, currency: 'RON', exchangeRate: null, amount: left, left },
  ...more,
});

const plan = (request: Partial<PlanRequest>, documents: [Named, string][] = [], lots: CreditLot[] = []) =>
  planAllocation(
    {
      ...{ clientId: 'c', paymentDate: TODAY, amount: '0', currency: 'RON', useCredit: '0' },
      ...request,
      documents: documents.map(([one, amount]) => ({ id: one.document?.id ?? 'none', amount })),
    },
    { named: documents.map(([one]) => one), lots, today: TODAY },
  );

/** Money, what is no money, and whether it pays back, of each document. */
const sharesOf = ({ plan: decided }: ReturnType<typeof plan>) =>
  decided?.documents.map(({ money, offset, paysBack }) => [money, offset, paysBack]);

describe('a plan', () => {
  const [a, b] = [named(invoice('A')), named(invoice('B'))];
  const back = named(owing('C', '50.00'));
  const credit = [lot('x', '2026-11-01', '30.00'), lot('y', '2026-11-02', '30.00'), lot('z', '2026-11-30', '30.00')];

  it.each<
    [what: string, request: Partial<PlanRequest>, documents: [Named, string][], shares: unknown[], rest: string, taken: string[]]
  >([
    [
      'money over two',
      { amount: '200' },
      [
        [a, '121'],
        [b, '79'],
      ],
      [
        ['121.00', '0.00', false],
        ['79.00', '0.00', false],
      ],
      '0.00',
      [],
    ],
    ['a rest', { amount: '200' }, [[a, '121']], [['121.00', '0.00', false]], '79.00', []],
    ['an advance', { amount: '5' }, [], [], '5.00', []],
    ['credit alone, the oldest first', { useCredit: '40' }, [[a, '40']], [['0.00', '40.00', false]], '0.00', ['30.00', '10.00']],
    [
      'money first, then credit',
      { amount: '121', useCredit: '9' },
      [
        [a, '100'],
        [b, '30'],
      ],
      [
        ['100.00', '0.00', false],
        ['21.00', '9.00', false],
      ],
      '0.00',
      ['9.00'],
    ],
    [
      'what is owed back before money',
      { amount: '71' },
      [
        [back, '-50'],
        [a, '121'],
      ],
      [
        ['0.00', '50.00', true],
        ['71.00', '50.00', false],
      ],
      '0.00',
      [],
    ],
    ['what is owed back becomes credit', {}, [[back, '-50']], [['0.00', '50.00', true]], '50.00', []],
    [
      'more than is lacking: the money is over',
      { amount: '10' },
      [
        [back, '-50'],
        [a, '45'],
      ],
      [
        ['0.00', '50.00', true],
        ['0.00', '45.00', false],
      ],
      '15.00',
      [],
    ],
    ['credit back to the client', { amount: '-60' }, [], [], '0.00', ['30.00', '30.00']],
    ['what is owed back, to the client', { amount: '-50' }, [[back, '-50']], [['50.00', '0.00', true]], '0.00', []],
    ['both back to the client', { amount: '-70' }, [[back, '-40']], [['40.00', '0.00', true]], '0.00', ['30.00']],
  ])('%s', (_, request, documents, shares, rest, taken) => {
    const decided = plan(request, documents, credit);
    expect(decided.errors).toBeUndefined();
    expect(sharesOf(decided)).toEqual(shares);
    expect([decided.plan?.credit, decided.plan?.taken.map(({ amount }) => amount)]).toEqual([rest, taken]);
    // What comes in goes somewhere: amount + taken credit = documents + rest.
    const sum = (values: string[]) => values.reduce((total, one) => total + Math.round(Number(one) * 100), 0);
    expect(sum([request.amount ?? '0', ...taken])).toBe(
      sum([...(decided.plan?.documents.map(({ amount }) => amount) ?? []), rest]),
    );
  });

  const note = invoice('N', { isCreditNote: true, total: '-50.00', settles: 'C' });
  it.each<[what: string, request: Partial<PlanRequest>, documents: [Named, string][], field: string]>([
    ['a day in the future', { paymentDate: '2026-11-30', amount: '1' }, [], 'paymentDate'],
    ['an unknown document', { amount: '1' }, [[{ document: undefined, invoice: undefined }, '1']], 'documents.0.id'],
    ['one of another client', { amount: '1' }, [[named(invoice('D', { clientId: 'd' })), '1']], 'documents.0.id'],
    [
      'a received one',
      { amount: '1' },
      [[named(invoice('D', { direction: 'incoming', seller: sampleSeller({ id: 's' }) })), '1']],
      'documents.0.id',
    ],
    ['another currency', { amount: '1', currency: 'EUR' }, [[a, '1']], 'documents.0.id'],
    ['a draft', { amount: '1' }, [[named(invoice('D', { status: 'draft' })), '1']], 'documents.0.id'],
    [
      'one that has settled itself',
      {},
      [[{ document: invoice('N', { isCreditNote: true, total: '-50.00' }), invoice: undefined }, '-1']],
      'documents.0.id',
    ],
    [
      'the same twice',
      { amount: '2' },
      [
        [a, '1'],
        [a, '1'],
      ],
      'documents.1.id',
    ],
    [
      'the note and its invoice',
      { amount: '2' },
      [
        [back, '-1'],
        [named(note, owing('C', '50.00')), '-1'],
      ],
      'documents.1.id',
    ],
    [
      'the note of a cancelled invoice',
      {},
      [[named(note, owing('C', '50.00', { status: 'cancelled' })), '-1']],
      'documents.0.id',
    ],
    ['0', { amount: '1' }, [[a, '0']], 'documents.0.amount'],
    ['a credit note as if it were to be paid', { amount: '1' }, [[named(note, owing('C', '50.00')), '1']], 'documents.0.amount'],
    ['more than is open', { amount: '200' }, [[a, '121.01']], 'documents.0.amount'],
    ['more than is owed back', {}, [[back, '-50.01']], 'documents.0.amount'],
    ['nothing', {}, [], 'amount'],
    ['too little', { amount: '100' }, [[a, '100.01']], 'documents'],
    ['credit that nothing needs', { amount: '100', useCredit: '1' }, [[a, '100']], 'useCredit'],
    ['credit of a later day', { useCredit: '61' }, [[a, '61']], 'useCredit'],
    ['more back than there is', { amount: '-60.01' }, [], 'amount'],
    ['money back with documents that are paid', { amount: '-1' }, [[a, '1']], 'documents'],
    ['less money back than the documents', { amount: '-1' }, [[back, '-2']], 'amount'],
    ['more money back than the documents and credit', { amount: '-110.01' }, [[back, '-50']], 'amount'],
    ['more back than is owed on a document', { amount: '-51' }, [[back, '-51']], 'documents.0.amount'],
    ['money back with credit', { amount: '-1', useCredit: '1' }, [], 'useCredit'],
  ])('is refused for %s', (_, request, documents, field) => {
    const { errors } = plan(request, documents, credit);
    expect(Object.keys(errors ?? {})).toEqual([field]);
  });

  it('leaves no more lots than one item holds', () => {
    const many = Array.from({ length: MOST_LOTS }, (_, place) => lot(`l${place}`, '2026-01-01', '1.00'));
    expect(plan({ amount: '1' }, [], many).errors).toHaveProperty('amount');
    expect(plan({ amount: '1' }, [], many.slice(1)).errors).toBeUndefined();
  });
});

describe('credit', () => {
  it('is given back to the lots that it was taken of', () => {
    const lots = [lot('x', '2026-01-01', '1.00', { amount: '5.00' }), lot('y', '2026-02-01', '2.00')];
    const after = takeCredit(lots, decimal('2.50'), { currency: 'RON', day: TODAY });
    expect(after.lots).toEqual([{ ...lots[1], left: '0.50' }]);
    expect(returnCredit(after.lots, after.taken)).toEqual(lots);
  });

  it('can be taken away only while nothing of it was used', () => {
    const whole = lot('x', '2026-01-01', '5.00');
    expect(withoutLot([whole], 'x')).toEqual([]);
    expect(withoutLot([{ ...whole, left: '4.00' }], 'x')).toBeUndefined();
    expect(withoutLot([], 'x')).toBeUndefined();
  });

  it.each<[what: string, document: Invoice, id: string | null]>([
    ['an invoice', invoice('A'), 'A'],
    ['a credit note', invoice('N', { isCreditNote: true, total: '-50.00', settles: 'A' }), 'A'],
    ['a credit note that names none', invoice('N', { isCreditNote: true, total: '-50.00', parentDocumentId: null }), null],
  ])('%s stands for its invoice', (_, document, id) => {
    expect(standsFor(document)).toBe(id);
  });
});
