import { beforeAll, describe, expect, test } from 'vitest';
import { COMPANY_BUCKETS, type CompanyBucketName } from '#shared/platform/lambda/limits/policies.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { useOwnService } from '../../support/service.ts';
import { type Trader, useTrader } from '../../support/trader.ts';
import { shareLinksCalls } from '../share-links/calls.ts';

/** Limits per company of requests that are expensive (docs/operations/requests.md, "Limits per company"). */

const service = useOwnService({ machines: [] });
const { newTrader } = useTrader({ service, lasting: true });
let own: Trader;
let other: Trader;
beforeAll(async () => {
  service().runtime.clock.freeze(true);
  [own, other] = [await newTrader(), await newTrader()];
});

/** Leaves a company so many tokens. */
const leave = ({ scope }: Trader, name: CompanyBucketName, tokens: number): Promise<void> => {
  const key = { pk: `RATE#${name}#${scope.company}`, sk: 'BUCKET', kind: 'counter' as const };
  return transact([put({ ...key, taken: COMPANY_BUCKETS[name].size - tokens, filledAt: service().runtime.clock.now() })]);
};

/** One request of a company that takes a token, and one that takes none. */
interface Limited {
  take(trader: Trader): Promise<{ status: number; headers: Headers; body: unknown }>;
  free?(trader: Trader): Promise<{ status: number }>;
}

const drafts = new Map<Trader, string>();
async function draftOf(trader: Trader): Promise<string> {
  const id = drafts.get(trader) ?? (await trader.draft()).id;
  drafts.set(trader, id);
  return id;
}
const seriesOf = async (trader: Trader): Promise<string> =>
  (await trader.request<{ id: string }[]>('GET', '/document-series')).body[0]?.id ?? '';

const LIMITED: Record<Exclude<CompanyBucketName, 'pdfRenders'>, Limited> = {
  templatePreviews: {
    take: trader => trader.request('POST', '/pdf-template-config/preview', {}),
    free: trader => trader.request('GET', '/pdf-template-config'),
  },
  fullValidations: {
    take: async trader => trader.request('POST', `/invoices/${await draftOf(trader)}/validate?mode=full`),
    free: async trader => trader.request('POST', `/invoices/${await draftOf(trader)}/validate?mode=quick`),
  },
  seriesAudits: {
    take: async trader => trader.request('GET', `/document-series/${await seriesOf(trader)}/audit`),
    free: trader => trader.request('GET', '/document-series'),
  },
};

describe.each(Object.entries(LIMITED))('%s', (name, { take, free }) => {
  const bucket = COMPANY_BUCKETS[name as keyof typeof LIMITED];

  test('of many simultaneous requests those with a token pass; the others get the time to retry', async () => {
    await draftOf(own);
    await leave(own, name as keyof typeof LIMITED, 3);
    const answers = await Promise.all(Array.from({ length: 6 }, () => take(own)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe(String(bucket.everySeconds));
    expect(refused?.body).toEqual({ error: expect.any(String) as string });
  });

  test('other companies and unlimited requests are not affected; a minute later the company passes again', async () => {
    await leave(own, name as keyof typeof LIMITED, 0);
    expect((await take(own)).status).toBe(429);
    expect((await take(other)).status).toBe(200);
    expect((await free?.(own))?.status).toBe(200);
    service().runtime.clock.advance(`PT${bucket.everySeconds}S`);
    expect((await take(own)).status).toBe(200);
  });
});

describe('pdfRenders', () => {
  test('a stored PDF costs nothing, one that must be rendered costs a token', async () => {
    const [stored, fresh] = [await own.draft(), await own.draft()];
    const pdf = (id: string) => own.request('GET', `/invoices/${id}/pdf`);
    expect((await pdf(stored.id)).status).toBe(200);
    await leave(own, 'pdfRenders', 0);
    expect((await pdf(stored.id)).status).toBe(200);
    const refused = await pdf(fresh.id);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    service().runtime.clock.advance('PT60S');
    expect((await pdf(fresh.id)).status).toBe(200);
  });

  test('share links count with their company; a change of the configuration invalidates stored PDFs', async () => {
    const { open, shared } = shareLinksCalls(service, other);
    const { link } = await shared();
    await leave(other, 'pdfRenders', 0);
    expect((await open(link.token, '/pdf')).status).toBe(200);
    expect((await other.request('PUT', '/pdf-template-config', { footerText: 'Alt text' })).status).toBe(200);
    expect((await open(link.token, '/pdf')).status).toBe(429);
    service().runtime.clock.advance('PT60S');
    expect((await open(link.token, '/pdf')).status).toBe(200);
  });

  test('issuing makes the PDF, however many tokens the company has left, also for a caller who asks before it is made', async () => {
    await leave(own, 'pdfRenders', 0);
    const { id } = await own.draft();
    service().runtime.faults.crash({
      call: 1,
      when: 'after',
      name: 'invoices-issue',
      operation: 'dynamodb.TransactWriteItems',
    });
    expect((await own.act(id, 'issue')).status).toBe(500);
    expect((await own.request('GET', `/invoices/${id}/pdf`)).status).toBe(200);
    // Later it is any other PDF that is not stored.
    expect((await own.request('PUT', '/pdf-template-config', { footerText: 'Text nou' })).status).toBe(200);
    expect((await own.request('GET', `/invoices/${id}/pdf`)).status).toBe(429);
  });
});
