import { describe, expect, it } from 'vitest';
import type { Invoice, Refusal } from '../support/contract.ts';
import { places } from '../support/effort.ts';
import { useSubmissions } from '../support/faults/submissions.ts';
import { call, issued } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';
import { synchronize } from '../support/taxauth/received.ts';

const service = useOwnService();
const { scope, received, taxauth, read, submit, ready, seeThrough, expectValidatedOnce, sentBefore } = useSubmissions(service);

describe('A process that dies at any call of submit', () => {
  it('leaves nothing lost and nothing twice: the authority receives the document once', async () => {
    // The use of a connection is noted once a minute: with the clock standing still, by the first submission alone.
    service().runtime.clock.freeze(true);
    await submit((await ready()).id);
    const probe = await ready();
    await submit(probe.id);
    const calls =
      service()
        .runtime.meter.last(5)
        .find(request => request.function === 'invoices-submit')?.calls ?? [];
    expect(calls.map(one => one.operation)).toEqual(expect.arrayContaining(['TransactWriteItems', 'upload']));

    const begun: [Invoice, string][] = [[probe, 'did not die']];
    let next = await ready();
    for (const at of places(calls.length, 12)) {
      for (const when of ['before', 'after'] as const) {
        const what = `died ${when} call ${at} of ${calls.length}, ${calls[at - 1]?.operation}`;
        service().runtime.faults.crash({ call: at, when, name: 'invoices-submit' });
        expect((await submit(next.id)).status, what).toBe(500);
        expect(service().runtime.faults.crashed(), what).toBe(true);
        // Before the submission began nothing was done, and the caller simply submits again.
        if ((await read(next.id)).taxauthStatus === null) {
          expect(await received(next.number), what).toBe(0);
          continue;
        }
        begun.push([next, what]);
        next = await ready();
      }
    }
    // One was not interrupted, and one at least died after its first transaction.
    expect(begun.length).toBeGreaterThan(1);
    service().runtime.clock.freeze(false);
    await seeThrough();
    for (const [invoice, what] of begun) await expectValidatedOnce(invoice, what);
    expect([await received(next.number), (await read(next.id)).status]).toEqual([0, 'issued']);
    expect((await submit(next.id)).status).toBe(200);
    await seeThrough();
    await expectValidatedOnce(next, 'submitted again');
  });
});

describe('An authority in trouble', () => {
  it('lost answer: the upload is found again, not repeated', async () => {
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

describe('A number that the authority has accepted before', () => {
  it('rejects the invoice when that was another document, also after the next synchronization', async () => {
    const invoice = await issued(service(), scope(), { clientId: scope().clientId });
    const other = await sentBefore(invoice, xml => xml.replace(/(<cbc:StreetName>)[^<]*/, '$1Altă stradă'));
    expect((await submit(invoice.id)).status).toBe(200);
    await seeThrough();
    const rejected = await read(invoice.id);
    expect(rejected).toMatchObject({ status: 'rejected', taxauthStatus: 'rejected' });
    expect(rejected.taxauthUploadIndex).not.toBe(other);
    expect(rejected.taxauthValidationErrors).toEqual([expect.stringContaining(`transmisa anterior cu index=${other}`)]);

    await synchronize(service(), scope());
    expect(await read(invoice.id)).toMatchObject({ status: 'rejected', taxauthUploadIndex: rejected.taxauthUploadIndex });
  });
});
