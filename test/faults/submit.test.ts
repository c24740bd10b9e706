import { describe, expect, it } from 'vitest';
import type { Refusal } from '../support/contract.ts';
import { useSubmissions } from '../support/faults/submissions.ts';
import { call } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';

const service = useOwnService();
const { scope, received, taxauth, read, submit, ready, seeThrough } = useSubmissions(service);

describe('an authority that is unavailable', () => {
  it('lost response: the upload is found again, not repeated', async () => {
    const invoice = await ready();
    await taxauth({ mode: 'lostAnswer', times: 1 });
    const { status } = await submit(invoice.id);
    expect([200, 503]).toContain(status);
    await taxauth({ mode: 'ok' });
    await seeThrough();
    expect((await read(invoice.id)).status).toBe('validated');
    expect(await received(invoice.number)).toBe(1);
  });

  it('down: 503, the status unchanged and nothing stored; the caller may repeat', async () => {
    const invoice = await ready();
    await taxauth({ mode: 'down' });
    const { status, body } = await submit<Refusal>(invoice.id);
    expect([status, body.error.code]).toEqual([503, 'service_unavailable']);
    expect(await read(invoice.id)).toMatchObject({ status: 'issued', taxauthStatus: null, taxauthSubmissionId: null });
    await taxauth({ mode: 'ok' });
    expect((await submit(invoice.id)).status).toBe(200);
    await seeThrough();
    expect((await read(invoice.id)).status).toBe('validated');
  });

  it('limit reached: 429 with retryAfter and Retry-After, the status unchanged', async () => {
    const invoice = await ready();
    await taxauth({ mode: 'rateLimited', retryAfter: 17 });
    const { status, body, headers } = await submit<{ error: string; retryAfter: number }>(invoice.id);
    await taxauth({ mode: 'ok' });
    expect([status, body.error, body.retryAfter, headers.get('retry-after')]).toEqual([429, expect.any(String), 17, '17']);
    expect((await read(invoice.id)).status).toBe('issued');
  });

  it('reject: the invoice is rejected with the errors, can be corrected and submitted again', async () => {
    const invoice = await ready();
    await taxauth({ mode: 'reject', errors: ['BR-RO-XXX: nu este bine'] });
    await submit(invoice.id);
    await seeThrough();
    const rejected = await read(invoice.id);
    expect(rejected).toMatchObject({ status: 'rejected', taxauthStatus: 'rejected' });
    expect(JSON.stringify(rejected.taxauthValidationErrors)).toContain('nu este bine');
    expect(rejected.events[0]).toMatchObject({ type: 'taxauth_rejected', status: 'rejected' });

    await taxauth({ mode: 'ok' });
    const corrected = await call<{ invoice: object }>(service(), scope(), 'PUT', `/invoices/${invoice.id}`, {
      notes: 'Corectată',
    });
    expect(corrected.status).toBe(200);
    expect((await submit(invoice.id)).status).toBe(200);
    await seeThrough();
    expect((await read(invoice.id)).status).toBe('validated');
  });

  it('two submits at once: one succeeds, the other gets 409', async () => {
    const invoice = await ready();
    const answers = await Promise.all([1, 2, 3].map(() => submit(invoice.id)));
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409, 409]);
    expect(await received(invoice.number)).toBe(1);
  });
});
