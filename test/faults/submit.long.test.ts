import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Invoice, Refusal } from '../support/contract.ts';
import { places } from '../support/effort.ts';
import { useSubmissions } from '../support/faults/submissions.ts';
import { draft, issued } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';
import { synchronize } from '../support/taxauth/received.ts';

const service = useOwnService();
const { scope, received, taxauth, read, submit, ready, seeThrough, expectValidatedOnce, isSentOnceThoughDies, sentBefore } =
  useSubmissions(service);

describe('a submission is completed, and sent once', () => {
  it.each([
    ['the step that uploads, before it records that', 'tasks-ensure-uploaded', 'taxauth.upload'],
    ['the function that starts the state machine', 'workers-publish-changes', 'stepfunctions.StartExecution'],
    // The use of the connection is recorded by an update, which is no transaction.
    ['the step that uploads, after it recorded that', 'tasks-ensure-uploaded', 'dynamodb.TransactWriteItems'],
    ['the step that polls, before it records the result', 'tasks-check-submission', 's3.PutObject'],
    ['the step that polls, after it recorded the result', 'tasks-check-submission', 'dynamodb.TransactWriteItems'],
  ])('when a process dies: %s', (_, name, operation) => isSentOnceThoughDies(name, operation));

  it('after the authority was down, before the intent is taken back: the submission continues automatically', async () => {
    const invoice = await ready();
    await taxauth({ mode: 'down' });
    // Only the document's header is written.
    service().runtime.faults.crash({ call: 1, when: 'before', name: 'invoices-submit', operation: 'dynamodb.PutItem' });
    expect((await submit(invoice.id)).status).toBe(500);
    await taxauth({ mode: 'ok' });
    await seeThrough();
    await expectValidatedOnce(invoice, 'died before the intent was taken back');
  });

  it('is completed after a restart of the whole system', async () => {
    const invoice = await ready();
    service().runtime.faults.crash({ call: 1, when: 'before', name: 'invoices-submit', operation: 'taxauth.upload' });
    await submit(invoice.id).catch(() => undefined);
    await service().restart();
    await seeThrough();
    expect((await read(invoice.id)).status).toBe('validated');
    expect(await received(invoice.number)).toBe(1);
  });
});

describe('a process that dies at a transaction of upload, and the caller repeats it with its Idempotency-Key', () => {
  it.each([
    ['issue: the repetition submits', 1, 200, null],
    ['intent: the submission continues automatically', 2, 409, null],
    ['record: the repetition gets the response', 3, 200, 'true'],
  ])('after the %s', async (_, transaction, status, replayed) => {
    const { id } = await draft(service(), scope(), { clientId: scope().clientId });
    const key = randomUUID();
    const upload = () =>
      service().api('POST', `/api/v1/invoices/${id}/upload`, { ...scope(), headers: { 'idempotency-key': key } });
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

describe('an authority that is unavailable', () => {
  it('until no attempt is left: the invoice is in error, has the reason, and can be submitted again', async () => {
    const invoice = await ready();
    await taxauth({ mode: 'down' });
    // Nobody waits for the response any more: the state machine does the rest.
    service().runtime.faults.crash({ call: 1, when: 'before', name: 'invoices-submit', operation: 'taxauth.upload' });
    expect((await submit(invoice.id)).status).toBe(500);
    // Its attempts end after half a day.
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
  });

  it('after an upload whose answer was lost: submitted again, the invoice is found and not uploaded a second time', async () => {
    const invoice = await ready();
    service().runtime.faults.add({ service: 'taxauth', operation: 'upload', kind: 'lostAnswer', times: 1 });
    service().runtime.faults.add({ service: 'taxauth', kind: 'fail' });
    expect((await submit(invoice.id)).status).toBe(503);
    await service().advance('PT12H');
    service().runtime.faults.clear();
    expect(await read(invoice.id)).toMatchObject({ status: 'error', taxauthUploadIndex: null });
    expect((await submit(invoice.id)).status).toBe(200);
    await seeThrough();
    await expectValidatedOnce(invoice, 'submitted again');
  });

  it('without a response to the last poll: the invoice is in error', async () => {
    const invoice = await ready();
    await taxauth({ processing: 1000 });
    await submit(invoice.id);
    await service().advance('PT24H');
    await taxauth({ processing: 1 });
    expect(await read(invoice.id)).toMatchObject({ status: 'error', taxauthStatus: 'error' });
  });
});

describe('A number that the authority has accepted before', () => {
  const rewritten = (xml: string): string => xml.replace(/^<\?xml.*?\?>\s*/, '');

  it('validates the invoice when that was the same document, also when it was generated again', async () => {
    const invoice = await ready();
    const other = await sentBefore(invoice, rewritten);
    await submit(invoice.id);
    await seeThrough();
    expect(await read(invoice.id)).toMatchObject({ status: 'validated', taxauthUploadIndex: other });
  });

  it('polls again later while the authority does not return the content of the other document', async () => {
    const invoice = await ready();
    await taxauth({ processing: 3 });
    const other = await sentBefore(invoice, rewritten);
    await taxauth({ processing: 0 });
    await submit(invoice.id);
    await service().advance('PT20M');
    expect(await read(invoice.id)).toMatchObject({
      status: 'sent_to_provider',
      taxauthUploadIndex: expect.not.stringMatching(other),
    });
    await taxauth({ processing: 1 });
    await seeThrough();
    expect(await read(invoice.id)).toMatchObject({ status: 'validated', taxauthUploadIndex: other });
  });
});

describe('a process that dies at any call of submit', () => {
  it('loses nothing and repeats nothing: the authority receives the document once', async () => {
    // The use of a connection is recorded once a minute: with a frozen clock, by the first submission only.
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
