import { describe, expect, it } from 'vitest';
import { call, issued, readyCompany, type Refusal } from '../support/invoices.ts';
import { type Scope, useService } from '../support/service.ts';

const service = useService();

interface Received {
  uploads: { number: string; cif: string; verdict: string }[];
}

/** How often the simulator took the document of this number and issuer. */
async function received(number: string, cif: string): Promise<number> {
  const { body } = await service().api('GET', '/_local/taxauth/received');
  return (body as Received).uploads.filter(upload => upload.number === number && upload.cif === cif).length;
}

const taxauth = (settings: object) => service().api('PUT', '/_local/taxauth', { body: settings });

/** A company of its own tax id, so that its uploads are told from those of others. */
async function ready(): Promise<Scope & { clientId: string; cif: string }> {
  const session = await readyCompany(service());
  // A key outlives the turns of the clock that these tests make; an access token does not.
  const scopes = [
    'company.view',
    'client.create',
    'invoice.view',
    'invoice.create',
    'invoice.edit',
    'invoice.issue',
    'efactura.submit',
  ];
  const key = await call<{ token: string }>(service(), session, 'POST', '/api-tokens', { name: 'test', scopes });
  const scope = { ...session, token: key.body.token };
  const { body } = await call<{ cif: string }>(service(), scope, 'GET', `/companies/${scope.company}`);
  return { ...scope, cif: body.cif };
}

const read = async (scope: Scope, id: string) => (await call(service(), scope, 'GET', `/invoices/${id}`)).body;

/** Turns the clock over every wait of the state machine. */
async function seeThrough(): Promise<void> {
  await service().advance('PT3H');
}

describe('A process that dies at any call of submit', () => {
  it('leaves nothing lost and nothing twice: the authority receives the document once', async () => {
    const scope = await ready();
    const probe = await issued(service(), scope, { clientId: scope.clientId });
    await call(service(), scope, 'POST', `/invoices/${probe.id}/submit`);
    await service().idle();
    const calls =
      service()
        .runtime.meter.last(20)
        .find(request => request.function === 'invoices-submit')?.calls.length ?? 0;
    expect(calls).toBeGreaterThan(5);

    for (let at = 1; at <= calls; at++) {
      for (const when of ['before', 'after'] as const) {
        const what = `died ${when} call ${at} of ${calls}`;
        const invoice = await issued(service(), scope, { clientId: scope.clientId });
        service().runtime.faults.crash({ call: at, when, name: 'invoices-submit' });
        await call(service(), scope, 'POST', `/invoices/${invoice.id}/submit`).catch(() => undefined);
        service().runtime.faults.clear();
        await seeThrough();
        let found = await read(scope, invoice.id);
        if (found.status === 'issued') {
          // It died before the submission began: nothing was sent, and the caller simply submits again.
          expect(await received(invoice.number, scope.cif), what).toBe(0);
          expect((await call(service(), scope, 'POST', `/invoices/${invoice.id}/submit`)).status, what).toBe(200);
          await seeThrough();
          found = await read(scope, invoice.id);
        }
        expect(found.status, what).toBe('validated');
        expect(await received(invoice.number, scope.cif), what).toBe(1);
        expect(
          found.events.filter(event => event.type === 'taxauth_submitted'),
          what,
        ).toHaveLength(1);
        expect(
          found.events.filter(event => event.type === 'taxauth_validated'),
          what,
        ).toHaveLength(1);
      }
    }
  }, 300_000);

  it('is seen through after a restart of the whole system', async () => {
    const scope = await ready();
    const invoice = await issued(service(), scope, { clientId: scope.clientId });
    service().runtime.faults.crash({ call: 1, when: 'before', name: 'invoices-submit', operation: 'taxauth.upload' });
    await call(service(), scope, 'POST', `/invoices/${invoice.id}/submit`).catch(() => undefined);
    await service().restart();
    await seeThrough();
    expect((await read(scope, invoice.id)).status).toBe('validated');
    expect(await received(invoice.number, scope.cif)).toBe(1);
  }, 60_000);
});

describe('An authority in trouble', () => {
  it('lost answer: the upload is found again, not repeated', async () => {
    const scope = await ready();
    const invoice = await issued(service(), scope, { clientId: scope.clientId });
    await taxauth({ mode: 'lostAnswer', times: 1 });
    const { status } = await call(service(), scope, 'POST', `/invoices/${invoice.id}/submit`);
    expect([200, 503]).toContain(status);
    await taxauth({ mode: 'ok' });
    await seeThrough();
    expect((await read(scope, invoice.id)).status).toBe('validated');
    expect(await received(invoice.number, scope.cif)).toBe(1);
  });

  it('down: 503, the status unchanged and nothing stored; the caller may repeat', async () => {
    const scope = await ready();
    const invoice = await issued(service(), scope, { clientId: scope.clientId });
    await taxauth({ mode: 'down' });
    const { status, body } = await call<Refusal>(service(), scope, 'POST', `/invoices/${invoice.id}/submit`);
    expect([status, body.error.code]).toEqual([503, 'service_unavailable']);
    expect(await read(scope, invoice.id)).toMatchObject({ status: 'issued', taxauthStatus: null, taxauthSubmissionId: null });
    await taxauth({ mode: 'ok' });
    expect((await call(service(), scope, 'POST', `/invoices/${invoice.id}/submit`)).status).toBe(200);
    await seeThrough();
    expect((await read(scope, invoice.id)).status).toBe('validated');
  });

  it('limit reached: 429 with retryAfter and Retry-After, the status unchanged', async () => {
    const scope = await ready();
    const invoice = await issued(service(), scope, { clientId: scope.clientId });
    await taxauth({ mode: 'rateLimited', retryAfter: 17 });
    const { status, body, headers } = await call<{ error: string; retryAfter: number }>(
      service(),
      scope,
      'POST',
      `/invoices/${invoice.id}/submit`,
    );
    await taxauth({ mode: 'ok' });
    expect([status, body.error, body.retryAfter, headers.get('retry-after')]).toEqual([429, expect.any(String), 17, '17']);
    expect((await read(scope, invoice.id)).status).toBe('issued');
  });

  it('reject: the invoice is rejected with the errors, can be corrected and submitted again', async () => {
    const scope = await ready();
    const invoice = await issued(service(), scope, { clientId: scope.clientId });
    await taxauth({ mode: 'reject', errors: ['BR-RO-XXX: nu este bine'] });
    await call(service(), scope, 'POST', `/invoices/${invoice.id}/submit`);
    await seeThrough();
    const rejected = await read(scope, invoice.id);
    expect(rejected).toMatchObject({ status: 'rejected', taxauthStatus: 'rejected' });
    expect(JSON.stringify(rejected['taxauthValidationErrors'])).toContain('nu este bine');
    expect(rejected.events[0]).toMatchObject({ type: 'taxauth_rejected', status: 'rejected' });

    await taxauth({ mode: 'ok' });
    const corrected = await call<{ invoice: object }>(service(), scope, 'PUT', `/invoices/${invoice.id}`, { notes: 'Corectată' });
    expect(corrected.status).toBe(200);
    expect((await call(service(), scope, 'POST', `/invoices/${invoice.id}/submit`)).status).toBe(200);
    await seeThrough();
    expect((await read(scope, invoice.id)).status).toBe('validated');
  });

  it('no answer after the last poll: the invoice is in error', async () => {
    const scope = await ready();
    const invoice = await issued(service(), scope, { clientId: scope.clientId });
    await taxauth({ processing: 1000 });
    await call(service(), scope, 'POST', `/invoices/${invoice.id}/submit`);
    await service().advance('PT24H');
    await taxauth({ processing: 1 });
    expect(await read(scope, invoice.id)).toMatchObject({ status: 'error', taxauthStatus: 'error' });
  });

  it('two submits at once: one succeeds, the other gets 409', async () => {
    const scope = await ready();
    const invoice = await issued(service(), scope, { clientId: scope.clientId });
    const answers = await Promise.all([1, 2, 3].map(() => call(service(), scope, 'POST', `/invoices/${invoice.id}/submit`)));
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409, 409]);
    expect(await received(invoice.number, scope.cif)).toBe(1);
  });
});
