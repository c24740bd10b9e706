import { describe, expect, it } from 'vitest';
import { useOwnService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';
import { emailCalls } from '../invoice-emails/calls.ts';
import { mailTo } from './calls.ts';

const service = useOwnService();
const trader = useTrader({ service, lasting: true });
const { history, sent } = emailCalls(service, trader);
const get = (path: string, headers: Record<string, string> = {}) => service().api('GET', path, { headers });

describe('the image of a tracked mail', () => {
  it('does not count HEAD requests and browsers that prefetch', async () => {
    const { invoice, to } = await sent({ attachPdf: false });
    const { picture = '', links } = await mailTo(service(), to);
    await service().api('HEAD', picture);
    for (const header of ['sec-purpose', 'purpose', 'x-moz']) await get(picture, { [header]: 'prefetch' });
    expect((await get(links[0] ?? '', { 'sec-purpose': 'prefetch;anonymous-client-ip' })).status).toBe(302);
    expect((await history(invoice.id))[0]).toMatchObject({ deliveryStatus: 'delivered', openedAt: null, clickedAt: null });
  });

  it('takes few writes, however often it is loaded', async () => {
    const { invoice, to } = await sent({ attachPdf: false });
    const { picture = '' } = await mailTo(service(), to);
    const loads = 60;
    for (let load = 0; load < loads; load += 20) await Promise.all(Array.from({ length: 20 }, () => get(picture)));
    const [record] = await history(invoice.id);
    // One a minute.
    expect(record?.metadata?.opens?.length).toBeLessThanOrEqual(3);
    for (let minute = 0; minute < 3; minute++) {
      await service().advance('PT61S');
      await get(picture);
    }
    expect((await history(invoice.id))[0]?.metadata?.opens?.length).toBeGreaterThan(2);
  });
});
