import { describe, expect, it } from 'vitest';
import type { Company, Invoice, Journal } from '../../support/contract.ts';
import { purchaseBody, purchased, SUPPLIERS } from '../../support/purchases/purchases.ts';
import { type Trader, useTrader } from '../../support/trader.ts';

/** Deduction of purchases that are entered by hand, by the registration for VAT on the day of the tax point (PUR-8). */

const { newTrader } = useTrader();
const paper = { kind: 'invoice', supplier: SUPPLIERS.romanian, groups: [{ base: 100, rate: 21 }] };
/** Registered from 10 to 20 October, with VAT on collection from the 16th. */
const PERIODS = [
  { from: '2026-10-10', to: '2026-10-15', registered: true },
  { from: '2026-10-16', to: '2026-10-20', registered: true, onCollection: true },
];

async function trading(vatStatus: object[] | null) {
  const own = await newTrader();
  const set = (body: object) => own.request<Company>('PATCH', `/companies/${own.scope.company}`, body);
  if (vatStatus) expect((await set({ vatStatus })).status).toBe(200);
  return { own, set };
}

const sumsOf = ({ vatDeductible, vatDeferred, vatSelfAssessed }: Invoice) => [vatDeductible, vatDeferred, vatSelfAssessed];

const groupOf = async (own: Trader, { id }: Invoice, period = '2026-10') => {
  const { body } = await own.request<Journal>('GET', `/reports/journal?role=purchase&period=${period}`);
  const group = body.data.find(({ documentId }) => documentId === id)?.groups[0];
  return [group?.vatDueLei, group?.selfAssessedLei, group?.deductibleLei];
};

describe('the deduction of a purchase', () => {
  it.each([
    // Dates, then what is deductible, deferred, and owed by the company itself.
    ['before the registration', { ...paper, issueDate: '2026-10-09' }, [0, 0, 0], [21, 0, 0]],
    ['on its first day', { ...paper, issueDate: '2026-10-10' }, [21, 0, 0], [21, 0, 21]],
    ['under VAT on collection of the company', { ...paper, issueDate: '2026-10-16' }, [0, 21, 0], [0, 0, 0]],
    ['after its end', { ...paper, issueDate: '2026-10-21' }, [0, 0, 0], [21, 0, 0]],
    [
      'with the tax point in it, invoiced later',
      { ...paper, issueDate: '2026-10-21', taxPointDate: '2026-10-12' },
      [21, 0, 0],
      [21, 0, 21],
    ],
    [
      'received in it, with an earlier tax point',
      { ...paper, issueDate: '2026-10-09', receivedDate: '2026-10-12' },
      [0, 0, 0],
      [21, 0, 0],
    ],
    ['of goods from the Union', { issueDate: '2026-10-12' }, [210, 0, 210], [0, 210, 210]],
    // 21 % of 1,000 is owed, registered or not.
    ['of services from the Union before it', { kind: 'services_eu', issueDate: '2026-10-09' }, [0, 0, 210], [0, 210, 0]],
  ])('is by the registration on the day of the tax point: %s', async (_, overrides, shown, journal) => {
    const { own } = await trading(PERIODS);
    const made = await purchased(own, overrides);
    expect(sumsOf(made)).toEqual(shown);
    expect(await groupOf(own, made)).toEqual(journal);
  });

  it('warns that nothing is deductible, and that a special registration is not known', async () => {
    const { own } = await trading(PERIODS);
    const { warnings } = await purchased(own, { issueDate: '2026-10-09' });
    expect(warnings).toEqual([expect.stringMatching(/^vatDeductiblePercent: .*not registered for VAT on 2026-10-09.*art\. 317/)]);
    const plain = await purchased(own, { ...paper, issueDate: '2026-10-09' });
    expect(plain.warnings).toEqual([expect.not.stringContaining('317')]);
  });

  it('follows periods that are set later when the purchase is replaced; without periods it stays', async () => {
    const { own, set } = await trading(null);
    const body = purchaseBody({ ...paper, issueDate: '2026-10-09' });
    const made = await purchased(own, body);
    expect(sumsOf(made)).toEqual([21, 0, 0]);
    const replace = async () => (await own.request<Invoice>('PUT', `/purchases/${made.id}`, body)).body;
    await set({ vatPayer: false });
    expect(sumsOf(await replace())).toEqual([21, 0, 0]);
    await set({ vatStatus: PERIODS });
    expect(sumsOf(await replace())).toEqual([0, 0, 0]);
    expect(await groupOf(own, made)).toEqual([21, 0, 0]);
  });
});
