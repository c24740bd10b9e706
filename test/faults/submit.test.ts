import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Invoice, Refusal } from '../support/contract.ts';
import { call, draft, inForce, readyCompany } from '../support/invoices.ts';
import { type Scope, useOwnService } from '../support/service.ts';
import { LONG, places } from '../support/effort.ts';

const service = useOwnService();

interface Received {
  uploads: { number: string; cif: string; verdict: string }[];
}

type Company = Scope & { clientId: string; cif: string };

/** One company for all: what it sends is told apart by the number. */
let scope: Company;

beforeAll(async () => {
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
  const lasting = { ...session, token: key.body.token };
  const { body } = await call<{ cif: string }>(service(), lasting, 'GET', `/companies/${lasting.company}`);
  scope = { ...lasting, cif: body.cif };
});

/** How often the simulator took the company's document of this number. */
async function received(number: string): Promise<number> {
  const { body } = await service().api('GET', '/_local/taxauth/received');
  return (body as Received).uploads.filter(upload => upload.number === number && upload.cif === scope.cif).length;
}

const taxauth = (settings: object) => service().api('PUT', '/_local/taxauth', { body: settings });
const read = async (id: string): Promise<Invoice> => (await call(service(), scope, 'GET', `/invoices/${id}`)).body;
const submit = <T = Invoice>(id: string) => call<T>(service(), scope, 'POST', `/invoices/${id}/submit`);

/** An invoice that can be submitted, without the files that its issue would make: those take a browser each. */
const ready = () => inForce(service(), scope, { clientId: scope.clientId });

/** Turns the clock over every wait of the state machine. */
async function seeThrough(): Promise<void> {
  await service().advance('PT3H');
}

/** The document was sent once, and its timeline tells once of each step. */
async function expectValidatedOnce({ id, number }: Pick<Invoice, 'id' | 'number'>, what: string): Promise<void> {
  const found = await read(id);
  const told = (type: string): number => found.events.filter(event => event.type === type).length;
  expect([found.status, told('taxauth_submitted'), told('taxauth_validated'), await received(number)], what).toEqual([
    ...['validated', 1, 1, 1],
  ]);
}

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
    for (const at of places(calls.length, 4)) {
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
    // It died after its first transaction at least before and after the upload and the second one.
    if (LONG) expect(begun.length).toBeGreaterThan(4);
    service().runtime.clock.freeze(false);
    await seeThrough();
    for (const [invoice, what] of begun) await expectValidatedOnce(invoice, what);
    expect([await received(next.number), (await read(next.id)).status]).toEqual([0, 'issued']);
    expect((await submit(next.id)).status).toBe(200);
    await seeThrough();
    await expectValidatedOnce(next, 'submitted again');
  }, 120_000);

  it.each([
    ['the step that uploads, before it records that', 'tasks-ensure-uploaded', 'taxauth.upload', 1],
    // The use of the connection is noted by an update, which is no transaction.
    ['the step that uploads, after it recorded that', 'tasks-ensure-uploaded', 'dynamodb.TransactWriteItems', 1],
    ['the step that asks, before it records the verdict', 'tasks-check-submission', 's3.PutObject', 1],
    ['the step that asks, after it recorded the verdict', 'tasks-check-submission', 'dynamodb.TransactWriteItems', 1],
    ['who starts the state machine', 'workers-publish-changes', 'stepfunctions.StartExecution', 1],
  ])('and so does %s', async (_, name, operation, nth) => {
    const invoice = await ready();
    const { faults } = service().runtime;
    // What the caller's own function would do is left to the steps of the state machine.
    if (name !== 'tasks-check-submission')
      faults.crash({ call: 1, when: 'before', name: 'invoices-submit', operation: 'taxauth.upload' });
    faults.crash({ call: nth, when: 'after', name, operation });
    await submit(invoice.id);
    await seeThrough();
    expect(faults.crashed()).toBe(true);
    await expectValidatedOnce(invoice, `${name} died`);
  });

  it('after the authority was down, before the intent is taken back: the submission goes on by itself', async () => {
    const invoice = await ready();
    await taxauth({ mode: 'down' });
    // Only the document's header is written.
    service().runtime.faults.crash({ call: 1, when: 'before', name: 'invoices-submit', operation: 'dynamodb.PutItem' });
    expect((await submit(invoice.id)).status).toBe(500);
    await taxauth({ mode: 'ok' });
    await seeThrough();
    await expectValidatedOnce(invoice, 'died before the intent was taken back');
  });

  it('is seen through after a restart of the whole system', async () => {
    const invoice = await ready();
    service().runtime.faults.crash({ call: 1, when: 'before', name: 'invoices-submit', operation: 'taxauth.upload' });
    await submit(invoice.id).catch(() => undefined);
    await service().restart();
    await seeThrough();
    expect((await read(invoice.id)).status).toBe('validated');
    expect(await received(invoice.number)).toBe(1);
  }, 60_000);
});

describe('A process that dies at a transaction of upload, and the caller who repeats it with its Idempotency-Key', () => {
  it.each([
    ['issue: the repetition submits', 1, 200, null],
    ['intent: the submission goes on by itself', 2, 409, null],
    ['record: the repetition gets the answer', 3, 200, 'true'],
  ])('after the %s', async (_, transaction, status, replayed) => {
    const { id } = await draft(service(), scope, { clientId: scope.clientId });
    const key = randomUUID();
    const upload = () =>
      service().api('POST', `/api/v1/invoices/${id}/upload`, { ...scope, headers: { 'idempotency-key': key } });
    const { faults } = service().runtime;
    faults.crash({ call: transaction, when: 'after', name: 'invoices-upload', operation: 'dynamodb.TransactWriteItems' });
    expect((await upload()).status).toBe(500);
    expect(faults.crashed()).toBe(true);
    const { number } = await read(id);
    expect(number).toMatch(/^FCT-/);
    // The claim of the key outlives its process by half a minute.
    await service().advance('PT1M');
    const repeated = await upload();
    expect([repeated.status, repeated.headers.get('idempotent-replayed')]).toEqual([status, replayed]);
    await seeThrough();
    await expectValidatedOnce({ id, number }, 'uploaded');
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

  it('down until no try is left: the invoice is in error, says why, and can be submitted again', async () => {
    const invoice = await ready();
    await taxauth({ mode: 'down' });
    // Nobody waits for the answer any more: what is left to do is done by the state machine.
    service().runtime.faults.crash({ call: 1, when: 'before', name: 'invoices-submit', operation: 'taxauth.upload' });
    expect((await submit(invoice.id)).status).toBe(500);
    // Its tries are over after half a day.
    await service().advance('PT10H');
    expect(await read(invoice.id)).toMatchObject({ status: 'issued', taxauthStatus: 'pending' });
    expect((await submit<Refusal>(invoice.id)).body.error.details).toMatchObject({ reason: 'submission_in_progress' });
    await service().advance('PT2H');
    const failed = await read(invoice.id);
    expect(failed).toMatchObject({
      ...{ status: 'error', taxauthStatus: 'error', taxauthSubmissionId: null },
      taxauthValidationErrors: ['The invoice could not be sent to the tax authority (TaxauthUnavailable).'],
    });
    expect(failed.events[0]).toMatchObject({
      type: 'status_change',
      status: 'error',
      details: expect.stringContaining('reached'),
    });

    await taxauth({ mode: 'ok' });
    await service().advance('PT24H');
    expect([(await read(invoice.id)).status, await received(invoice.number)]).toEqual(['error', 0]);
    expect((await submit(invoice.id)).status).toBe(200);
    await seeThrough();
    await expectValidatedOnce(invoice, 'submitted again');
  }, 60_000);

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
    const corrected = await call<{ invoice: object }>(service(), scope, 'PUT', `/invoices/${invoice.id}`, { notes: 'Corectată' });
    expect(corrected.status).toBe(200);
    expect((await submit(invoice.id)).status).toBe(200);
    await seeThrough();
    expect((await read(invoice.id)).status).toBe('validated');
  });

  it('no answer after the last poll: the invoice is in error', async () => {
    const invoice = await ready();
    await taxauth({ processing: 1000 });
    await submit(invoice.id);
    await service().advance('PT24H');
    await taxauth({ processing: 1 });
    expect(await read(invoice.id)).toMatchObject({ status: 'error', taxauthStatus: 'error' });
  });

  it('two submits at once: one succeeds, the other gets 409', async () => {
    const invoice = await ready();
    const answers = await Promise.all([1, 2, 3].map(() => submit(invoice.id)));
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 409, 409]);
    expect(await received(invoice.number)).toBe(1);
  });
});
