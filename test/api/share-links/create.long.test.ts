import { describe, expect, it } from 'vitest';
import type { ShareLink } from '../../support/contract.ts';
import { useTrader } from '../../support/trader.ts';
import { shareLinksCalls } from './calls.ts';

const trader = useTrader({ lasting: true });
const { service, newTrader } = trader;
const { open } = shareLinksCalls(service, trader);

describe('POST /invoices/{uuid}/share-links (OUT-68 to OUT-70)', () => {
  it('the first links of a company, created simultaneously, are all valid', async () => {
    const own = await newTrader();
    const { id } = await own.issued();
    const made = await Promise.all([1, 2, 3].map(() => own.request<ShareLink>('POST', `/invoices/${id}/share-links`, {})));
    const answers = await Promise.all(made.map(({ body }) => open(body.token)));
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200]);
  });
});
