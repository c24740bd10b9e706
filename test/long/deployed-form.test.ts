import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_FUNCTION } from '../../infra/api/api-body.ts';
import { overUpload, uploadsOf, uploadSummary } from '../../infra/bundle/upload.ts';
import { functionFiles, functionName, loadCatalogue } from '../../infra/catalogue.ts';
import { expecting } from '../../infra/local/api-client.ts';
import { signIn } from '../../infra/local/demo/journey.ts';
import { stateMachineFiles } from '../../infra/stage/state-machines.ts';
import { DEAD_LETTERS, QUEUES, type RareWork } from '#shared/platform/aws/queues.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { readRecord, type TransportTask } from '#shared/documents/delivery-notes/transport/record.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { bundleViolations } from '../support/source/bundle-rules.ts';
import { actOnNote, declarable, delivering, detailOfNote, noteIn } from '../support/delivery-notes.ts';
import { ALL, sampled } from '../support/effort.ts';
import { call, draft, issued, lastingTrader, readyCompany } from '../support/invoices.ts';
import { reminderCalls } from '../support/reminders/calls.ts';
import { CASES, type Case, checkedSender, requestAs } from '../support/matrix/endpoints.ts';
import { namesRecord, valueOf } from '../support/matrix/resources.ts';
import { parametersOf } from '../support/matrix/targets.ts';
import type { Scope } from '../support/service.ts';
import { startReceiver } from '../support/webhooks/receiver.ts';
import { errorTypeOf, matchedErrors } from '../support/source/matched-errors.ts';
import { unloadable } from './deployed/chunks.ts';
import { minimalEvent } from './deployed/minimal-events.ts';
import { type DeployedService, startDeployed } from './deployed/service.ts';

let running: DeployedService;

const behave = (body: object): Promise<unknown> =>
  expecting(200, 'Setting the authority', running.service.api('PUT', '/_local/taxauth', { body }));

const nameOf = ({ name }: { name: string }): string => name;

/** A queue that no other test uses; its setting differs from that in code. */
const CHANGED = { queue: 'background', maxReceiveCount: 2 } as const;

// Bundles all functions and synthesises all stacks.
beforeAll(async () => {
  running = await startDeployed(resources => {
    const found = resources.find(({ properties }) => properties['QueueName'] === `long-${CHANGED.queue}`);
    Object.assign(found?.properties['RedrivePolicy'] as object, { maxReceiveCount: CHANGED.maxReceiveCount });
  });
});
afterAll(() => running?.stop());

describe('the service as it is deployed', () => {
  it('has every function, within the size that a cold start allows, without packages except those that cannot be bundled', async () => {
    const { bundles } = running;
    expect(bundles.map(({ name }) => name).sort()).toEqual((await functionFiles()).map(functionName).sort());
    expect(bundles.flatMap(bundleViolations)).toEqual([]);
  });

  it('can load every file of every function, also the chunks that only some requests import', async () => {
    const { deployed } = running;
    expect(await unloadable([...deployed.functions.values()].map(({ asset }) => asset))).toEqual([]);
  });

  it(`uploads no more than docs/operations/deploying.md says when ${ALL ? 'shared code changes: all functions, without their layers' : 'an endpoint changes'}`, () => {
    const uploads = uploadsOf(sampled(running.bundles, nameOf));
    console.log(uploadSummary(uploads));
    expect(overUpload(uploads)).toEqual([]);
  });

  it('works: account, company, client, draft, number, PDF, mail, submission, result', async () => {
    const { service } = running;
    // Registration, the mailed confirmation, signing of tokens by KMS, the company with its defaults, the encrypted connection.
    const scope = await readyCompany(service);
    const { id } = await draft(service, scope, { clientId: scope.clientId });
    const answer = await call(service, scope, 'POST', `/invoices/${id}/issue`);
    expect(answer).toMatchObject({ status: 200, body: { status: 'issued' } });
    await service.idle();
    const pdf = await call<Buffer>(service, scope, 'GET', `/invoices/${id}/pdf`);
    expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
    const xml = await call<Buffer>(service, scope, 'GET', `/invoices/${id}/xml`);
    expect(xml.body.toString()).toContain('CustomizationID');

    const mail = { to: 'client@test.example', subject: 'Invoice', body: 'Please find it attached.' };
    expect((await call(service, scope, 'POST', `/invoices/${id}/email`, mail)).status).toBeLessThan(300);
    await service.idle();
    const [sent] = await service.mailbox('client@test.example');
    expect(sent?.attachments.map(({ contentType }) => contentType)).toContain('application/pdf');

    const submitted = await call(service, scope, 'POST', `/invoices/${id}/submit`);
    expect(submitted).toMatchObject({ status: 200, body: { status: 'sent_to_provider' } });
    await service.advance('PT50M');
    const { body } = await call(service, scope, 'GET', `/invoices/${id}`);
    expect(body.status).toBe('validated');
    // The mail service's event about the mail came back by topic, queue and worker.
    const emails = await call<object>(service, scope, 'GET', `/invoices/${id}/emails`);
    expect(emails.body).toMatchObject([{ deliveryStatus: 'delivered' }]);
    expect(service.runtime.violations).toEqual([]);
    expect(running.instances.used()).toEqual(
      expect.arrayContaining([
        ...['auth-register', 'invoices-issue', 'workers-publish-changes', 'workers-render-document', 'workers-send-email'],
        ...['workers-note-email-event', 'tasks-check-submission'],
      ]),
    );
  });

  it.runIf(ALL)(
    'completes a submission after an outage of the authority of three hours: retries match the errors that deployed tasks throw',
    async () => {
      const { service } = running;
      const user = await service.newUser();
      const scope = await readyCompany(service, user);
      const { id } = await issued(service, scope, { clientId: scope.clientId });
      // The document is sent, no response comes within the 10 seconds of a call, and then the authority is unavailable.
      await behave({ mode: 'slow', delayMs: 60_000 });
      expect((await call(service, scope, 'POST', `/invoices/${id}/submit`)).status).toBe(503);
      await behave({ mode: 'down' });
      await service.advance('PT3H');
      await behave({ mode: 'accept', processing: 0 });
      await service.advance('PT8H');
      const later = { ...scope, token: await signIn(service.api, user) };
      expect((await call(service, later, 'GET', `/invoices/${id}`)).body).toMatchObject({ status: 'validated' });
    },
  );

  const IN_PROCESS = { mode: 'accept', processing: 100 };

  /** The behaviour of the authority that makes a task throw the error that a state machine matches. */
  const BROUGHT_ABOUT: Record<string, object> = {
    'tasks-check-submission NotUploaded': { mode: 'accept' },
    'tasks-check-submission Postponed': { mode: 'rateLimited' },
    'tasks-ensure-uploaded TaxauthAnswerLost': { mode: 'slow', delayMs: 60_000 },
    'tasks-ensure-uploaded TaxauthUnavailable': { mode: 'down' },
    'tasks-ensure-uploaded Postponed': { mode: 'rateLimited' },
    'tasks-send-transport-message TaxauthAnswerLost': { mode: 'slow', delayMs: 60_000 },
    'tasks-send-transport-message Postponed': { mode: 'rateLimited' },
    'tasks-check-transport-message Postponed': { mode: 'rateLimited' },
  };

  /** While the authority has not decided, the error says how long to wait, by the age of the upload: what passes before each. */
  const WAITS: Record<string, string> = {
    ...{ AskIn5Minutes: 'PT0S', AskIn15Minutes: 'PT5M', AskIn30Minutes: 'PT15M', AskInAnHour: 'PT30M', AskIn2Hours: 'PT1H' },
    AskIn10Minutes: 'PT22H',
  };

  it('throws errors under the names that `Retry` and `Catch` of the state machines match', async () => {
    const { service } = running;
    const { engines } = service.runtime;
    const matched = matchedErrors(await stateMachineFiles(), (await loadCatalogue()).background);
    const named = (all: typeof matched): string[] => all.map(({ task, error }) => `${task} ${error}`);
    expect(named(matched.filter(({ error }) => !WAITS[error]))).toEqual(Object.keys(BROUGHT_ABOUT));
    const scope = await readyCompany(service);
    const submitted = async (status: number, authority: object) => {
      const { id } = await issued(service, scope, { clientId: scope.clientId });
      await behave(authority);
      expect((await call(service, scope, 'POST', `/invoices/${id}/submit`)).status).toBe(status);
      const document = (await readInvoice(scope.company, id))?.document;
      return { companyId: scope.company, invoiceId: id, submissionId: document?.submission?.id ?? document?.taxauthSubmissionId };
    };
    const sent = await submitted(200, { mode: 'accept', processing: 100 });
    const unsent = await submitted(503, { mode: 'slow', delayMs: 60_000 });
    const declared = await transportIn(scope, { mode: 'accept', processing: 100 });
    const inputs: Record<string, unknown> = {
      'tasks-check-submission': sent,
      'tasks-check-submission NotUploaded': unsent,
      'tasks-ensure-uploaded': unsent,
      'tasks-check-transport-message': declared,
      // Its first attempt failed: nothing of it was sent.
      'tasks-send-transport-message': await transportIn(scope, { mode: 'down' }),
    };
    const expected: string[] = [];
    const thrown: string[] = [];
    const bringAbout = async (all: typeof matched): Promise<void> => {
      for (const { task, error } of all) {
        await behave(BROUGHT_ABOUT[`${task} ${error}`] ?? IN_PROCESS);
        expected.push(`${task} ${error}`);
        const input = inputs[`${task} ${error}`] ?? inputs[task];
        thrown.push(`${task} ${await errorTypeOf(engines.lambda.endpoint, task, input)}`);
      }
    };
    await bringAbout(matched.filter(({ error }) => !WAITS[error]));
    for (const [wait, passes] of Object.entries(WAITS)) {
      await behave(IN_PROCESS);
      await service.advance(passes);
      await bringAbout(matched.filter(({ error }) => error === wait));
    }
    expect(thrown).toEqual(expected);
    expect(expected.toSorted()).toEqual(named(matched).toSorted());
  });

  /** A transport that was submitted while the authority behaves so. */
  async function transportIn(scope: Scope, authority: object): Promise<TransportTask> {
    const { service } = running;
    const own = await delivering(service, scope);
    const { uuid } = await noteIn(service, own, 'issued', declarable(own));
    await behave(authority);
    const { body } = await actOnNote(service, own, uuid, 'submit-etransport');
    await service.idle();
    const recordId = String(body.etransportDeclarationId);
    const record = await readRecord(scope.company, recordId);
    return { companyId: scope.company, recordId, messageId: record?.data.messages[0]?.id ?? '' };
  }

  it('declares a transport, and guards its webhook as on a stage', async () => {
    const { service } = running;
    await behave({ mode: 'ok', processing: 1 });
    const scope = await readyCompany(service);
    const own = await delivering(service, scope);
    // No stage of this run allows receivers on the same machine.
    const hook = { url: 'https://127.0.0.1/hook', events: ['etransport.accepted'] };
    expect((await call(service, scope, 'POST', '/webhooks', hook)).status).toBe(422);
    const { uuid } = await noteIn(service, own, 'issued', declarable(own));
    expect((await actOnNote(service, own, uuid, 'submit-etransport')).status).toBe(200);
    await service.advance('PT10M');
    expect(await detailOfNote(service, own, uuid)).toMatchObject({
      ...{ etransportStatus: 'ok', etransportUit: expect.stringMatching(/^[0-9A-Z]{16}$/) as string },
    });
  });

  it("reminds the client of an unpaid invoice, with its PDF, by the schedule and at the company's hour", async () => {
    const { service } = running;
    const own = await lastingTrader(service);
    const mailbox = `debtor-${randomUUID()}@test.example`;
    await expecting(200, 'The address', call(service, own, 'PATCH', `/clients/${own.clientId}`, { email: mailbox }));
    const { enable, turnTo, offsets } = reminderCalls(() => service);
    await enable(own, { attachPdf: true, offsets: [3], sendTime: '09:00' });
    const due = addDays(today(), 5);
    const { id, number } = await issued(service, own, { clientId: own.clientId, issueDate: today(), dueDate: due });
    await turnTo(addDays(due, 3), '08:30');
    expect(await service.mailbox(mailbox)).toEqual([]);
    await turnTo(addDays(due, 3), '09:00');
    const [mail, ...others] = await service.mailbox(mailbox);
    expect([mail?.subject.includes(String(number)), mail?.attachments.map(({ contentType }) => contentType), others]).toEqual([
      true,
      ['application/pdf'],
      [],
    ]);
    expect(await offsets(own, id)).toEqual([3]);
    expect(running.instances.used()).toEqual(expect.arrayContaining(['schedules-reminders', 'workers-run-reminders']));
  });

  it('delivers a webhook, signed, and again after a failure', async () => {
    const { service } = running;
    await running.allowLoopback();
    const to = await startReceiver();
    try {
      const own = await lastingTrader(service);
      const hook = { url: to.url, events: ['invoice.issued'] };
      const made = await expecting<{ secret: string }>(201, 'A webhook', call(service, own, 'POST', '/webhooks', hook));
      to.answer = place => ({ status: place === 0 ? 500 : 200 });
      const { id } = await issued(service, own, { clientId: own.clientId });
      await service.idle();
      await service.advance('PT1H');
      const [first] = to.requests;
      expect(to.requests.map(({ body }) => body)).toEqual([first?.body, first?.body]);
      expect(first?.body).toMatchObject({ type: 'invoice.issued', company: own.company, data: { invoiceUuid: id } });
      for (const { headers, raw } of to.requests)
        expect(headers['x-webhook-signature']).toBe(`sha256=${createHmac('sha256', made.secret).update(raw).digest('hex')}`);
      expect(running.instances.used()).toEqual(expect.arrayContaining(['workers-deliver-webhook', 'tasks-post-webhook']));
    } finally {
      await to.stop();
    }
  });

  it('serves requests without a route by the function of the document', async () => {
    const { service } = running;
    expect(await service.api('GET', '/nowhere')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    expect(await service.api('PUT', '/health')).toMatchObject({ status: 405, body: { error: { code: 'method_not_allowed' } } });
    // The function of `PATCH /clients/{uuid}` knows by a variable of its own that this is no client.
    const path = '/api/v1/clients/bulk-delete';
    const message = `${path} answers POST.`;
    expect(await service.api('PATCH', path)).toMatchObject({ status: 405, body: { error: { message } } });
    const { body } = await service.api('GET', '/openapi.json');
    expect(Object.keys((body as { paths: object }).paths)).toContain('/api/v1/invoices');
    expect(await (await fetch(`${service.url}/docs/guides/errors`)).text()).toContain('<h1 id="errors">');
  });

  it('receives a message as often, and hides it as long, as the template says', async () => {
    const { service, deployed } = running;
    const { sqs } = service.runtime.engines;
    const settings = deployed.queues.find(({ name }) => name === CHANGED.queue);
    expect(settings).toMatchObject({ maxReceiveCount: CHANGED.maxReceiveCount, dlq: DEAD_LETTERS });
    const { maxReceiveCount = 0, visibilityTimeoutSeconds = 0 } = settings ?? {};
    expect(maxReceiveCount).not.toBe(QUEUES[CHANGED.queue].maxReceiveCount);
    const depthOf = (name: string | null | undefined) => sqs.depths().find(queue => queue.name === name);
    const work: RareWork = { worker: 'complete-conversion', body: { companyId: randomUUID(), id: randomUUID() } };
    sqs.deliver(CHANGED.queue, JSON.stringify(work));
    await service.idle();
    expect([sqs.received(CHANGED.queue), depthOf(CHANGED.queue)]).toMatchObject([1, { visible: 0, inFlight: 0 }]);
    sqs.deliver(CHANGED.queue, 'no JSON');
    for (let receive = 1; receive <= maxReceiveCount; receive++) {
      await service.idle();
      expect(sqs.received(CHANGED.queue)).toBe(1 + receive);
      await service.advance(`PT${visibilityTimeoutSeconds + 1}S`);
    }
    expect(sqs.received(CHANGED.queue)).toBe(1 + maxReceiveCount);
    expect(depthOf(settings?.dlq)).toMatchObject({ visible: 1 });
  });

  /** Sends to a few at a time, and ends their instances: all at once would fill the memory. */
  async function inBatches<T>(all: readonly T[], one: (item: T) => Promise<void>): Promise<void> {
    for (let first = 0; first < all.length; first += 12) {
      await Promise.all(all.slice(first, first + 12).map(one));
      await running.instances.stop();
    }
  }

  it(`responds to a caller without a credential at ${ALL ? 'every endpoint' : 'some endpoints'} with a status that it declares`, async () => {
    const { service } = running;
    await service.idle();
    service.runtime.clock.freeze(true);
    const statuses: Record<string, number> = {};
    const send = checkedSender(service.url);
    const ask = async ({ title, definition }: Case): Promise<void> => {
      const { path } = definition;
      const params = parametersOf(path).map(name => [name, namesRecord(path, name) ? randomUUID() : valueOf(path, name)]);
      const nobody = { authorization: undefined, names: undefined, organization: undefined };
      statuses[title] = (
        await send(requestAs(definition, nobody, Object.fromEntries(params) as Record<string, string>, {}))
      ).status;
    };
    const asked = sampled(CASES, nameOf);
    await inBatches(asked, ask);
    // The gateway returns 500 in place of an undeclared response.
    const wrong = asked.filter(({ title, definition: { auth } }) => {
      const status = statuses[title] ?? 0;
      return auth === 'public' ? status >= 500 && status !== 503 : status !== 401;
    });
    expect(wrong.map(({ title }) => `${title} ${statuses[title]}`)).toEqual([]);
    expect(service.runtime.violations).toEqual([]);
  });

  it('runs every other function that the journeys have not used, for records that do not exist', async () => {
    const { service, instances } = running;
    const { background } = service.runtime.catalogue;
    const used = new Set(instances.used());
    const failures: string[] = [];
    const log = (): Buffer => readFileSync(join(service.dataDir, 'service.log'));
    const logged = log().length;
    await inBatches(
      background.filter(({ name }) => !used.has(name)),
      async entry => {
        const url = `${service.runtime.engines.lambda.endpoint}/2015-03-31/functions/${entry.name}/invocations`;
        const answer = await fetch(url, { method: 'POST', body: JSON.stringify(minimalEvent(entry)) });
        const output = (await answer.json()) as {
          errorType?: string;
          errorMessage?: string;
          batchItemFailures?: unknown[];
        } | null;
        if (output?.errorType || output?.batchItemFailures?.length)
          failures.push(`${entry.name} ${output.errorType ?? 'leaves its message'}: ${output.errorMessage ?? ''}`);
      },
    );
    // The others have nothing to do for records that do not exist. This stage names no official rules to validate by.
    const mayFail = [
      'workers-render-document NoDocument: Invoice not found.',
      'workers-run-schematron Error: The setting EINVOICE_ARTIFACTS is missing: it names the folder or bucket of the compiled official rules.',
    ];
    expect(failures.filter(failure => !mayFail.includes(failure))).toEqual([]);
    // A worker returns the messages that it could not handle, and logs why.
    expect(log().subarray(logged).toString()).not.toMatch(/TypeError|ReferenceError|AccessDenied|Cannot find|ZodError/);
    const { endpoints } = service.runtime.catalogue;
    const all = [...background, { name: DOCUMENT_FUNCTION }, ...(ALL ? endpoints : [])].map(({ name }) => name);
    expect(instances.used()).toEqual(expect.arrayContaining(all));
  });
});
