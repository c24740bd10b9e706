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
  it('records who opened it and when; the first time counts', async () => {
    const { invoice, to } = await sent({ attachPdf: false });
    const { picture = '' } = await mailTo(service(), to);
    const answer = await get(picture, { 'user-agent': 'Mail/1.0' });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/gif',
      'no-store',
    ]);
    const [opened] = await history(invoice.id);
    expect(opened).toMatchObject({ deliveryStatus: 'opened', metadata: { userAgent: 'Mail/1.0' } });
    expect(opened?.openedAt).not.toBeNull();
    await service().advance('PT5M');
    await get(picture);
    const [again] = await history(invoice.id);
    expect([again?.openedAt, again?.metadata?.opens?.length]).toEqual([opened?.openedAt, 2]);
  });

  it('responds the same for an unknown token and for a malformed one', async () => {
    const { to } = await sent({ attachPdf: false });
    const { picture = '' } = await mailTo(service(), to);
    const answers = await Promise.all(
      [picture, `/api/v1/t/${'0'.repeat(64)}/open.gif`, '/api/v1/t/x/open.gif'].map(path => get(path)),
    );
    const seen = answers.map(({ status, body, headers }) => ({
      status,
      bytes: (body as Buffer).toString('hex'),
      headers: ['content-type', 'content-length', 'cache-control'].map(name => headers.get(name)),
    }));
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });
});
