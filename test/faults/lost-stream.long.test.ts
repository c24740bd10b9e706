import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFile } from '#shared/platform/aws/documents-bucket.ts';
import { storageKeyOf } from '#shared/documents/invoices/attachments/model.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { DISPATCHED_KINDS } from '#shared/app/outbox/dispatch.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import type { Attachment } from '../support/contract.ts';
import { formWith, logoForm, PDF } from '../support/files.ts';
import { call, draft, inForce } from '../support/invoices.ts';
import { newProforma, type Offering, offering } from '../support/proformas.ts';
import { received as supplied } from '../support/taxauth/received.ts';
import { type Service, useOwnService } from '../support/service.ts';
import { declaring, type Declaring, transportsOf } from '../support/transport.ts';
import { type Receiver, startReceiver } from '../support/webhooks/receiver.ts';

/** Work whose record in the table's stream was lost: the sweep finds it, and it is done once. */

// The second copy of a message would send the mail that the first could not.
const service = useOwnService({ deliversTwice: false });
const scope = {} as Declaring;
const { declarableNote, submit, received } = transportsOf(service, scope);
let receiver: Receiver;
let offers: Offering;
let webhookId: string;
/** Of the person whose password is forgotten. */
let email: string;
let invoice: { id: string; number: string };

beforeAll(async () => {
  Object.assign(scope, await declaring(service()));
  invoice = await inForce(service(), scope, { clientId: scope.clientId });
  offers = await offering(service(), scope);
  receiver = await startReceiver();
  webhookId = await newWebhook();
});
afterAll(() => receiver.stop());

const request = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const answer = await call<T>(service(), scope, method, path, body);
  if (answer.status > 299) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** Subscribes the webhook to one more type of event. */
const subscribe = async (event: string): Promise<void> =>
  void (await request('PATCH', `/webhooks/${webhookId}`, { events: ['export.completed', event] }));

/** A webhook for an event that nothing else in this file causes. */
const newWebhook = async (): Promise<string> =>
  (await request<{ uuid: string }>('POST', '/webhooks', { url: receiver.url, events: ['export.completed'] })).uuid;

/** An action that leaves an item of a kind, and the number of times that its consequence happened. */
interface Case {
  begin(): Promise<() => Promise<number>>;
  /** Before, with the stream working. */
  prepare?(): Promise<void>;
}

const mailsTo = (to: string) => async (): Promise<number> => (await service().mailbox(to)).length;
const posts = (since: number) => (): Promise<number> => Promise.resolve(receiver.requests.length - since);

const mailedAt = (path: () => Promise<string>): Case => ({
  async begin() {
    const to = `lost-${crypto.randomUUID()}@client.example`;
    await request('POST', `${await path()}/email`, { to, attachPdf: false });
    return mailsTo(to);
  },
});

const exported = async (): Promise<string> =>
  (
    await request<{ exportId: string }>('POST', '/invoices/export/zip', {
      invoiceIds: [invoice.id],
      includePdf: false,
      includeXml: false,
    })
  ).exportId;

const LISTED =
  'One in 64 changes has the list file looked after: the next one does what a lost one would have, and lists are right without the file.';

/** Every kind of item whose changes start work: how it is tested, or why the sweep need not find it. */
const CASES: Partial<Record<ItemKind, Case | { excluded: string }>> = {
  invoice: { excluded: LISTED },
  proforma: { excluded: LISTED },
  'delivery-note': { excluded: LISTED },
  mail: {
    async prepare() {
      ({ email } = await service().newUser());
    },
    async begin() {
      const before = await mailsTo(email)();
      await service().api('POST', '/api/auth/forgot-password', { body: { email } });
      return async () => (await mailsTo(email)()) - before;
    },
  },
  'invoice-email': mailedAt(() => Promise.resolve(`/invoices/${invoice.id}`)),
  'proforma-email': mailedAt(async () => {
    const { uuid } = await newProforma(service(), offers);
    await request('POST', `/proforma-invoices/${uuid}/send`);
    return `/proforma-invoices/${uuid}`;
  }),
  'statement-email': {
    async begin() {
      const to = `lost-${crypto.randomUUID()}@client.example`;
      const { clientId } = await request<{ clientId: string }>('GET', `/invoices/${invoice.id}`);
      await request('POST', '/reports/statement/email', { clientId, to });
      return mailsTo(to);
    },
  },
  'delivery-note-email': mailedAt(async () => `/delivery-notes/${(await declarableNote()).uuid}`),
  export: {
    async begin() {
      const id = await exported();
      return async () => ((await request<{ status: string }>('GET', `/exports/${id}`)).status === 'completed' ? 1 : 0);
    },
  },
  'removed-attachment': {
    async begin() {
      const { body } = await service().api('POST', `/api/v1/invoices/${invoice.id}/attachments`, {
        ...scope,
        body: formWith(PDF),
      });
      const { id } = body as Attachment;
      await request('DELETE', `/invoices/${invoice.id}/attachments/${id}`);
      const key = storageKeyOf(scope.company, invoice.id, id);
      return async () => ((await hasFile(key)) ? 0 : 1);
    },
  },
  'removed-logo': {
    async begin() {
      const path = `/api/v1/companies/${scope.company}/logo`;
      const { body } = await service().api('POST', path, { token: scope.token, body: logoForm() });
      await service().api('DELETE', path, { token: scope.token });
      return async () => ((await hasFile((body as { logoPath: string }).logoPath)) ? 0 : 1);
    },
  },
  submission: {
    async begin() {
      const { id } = await inForce(service(), scope, { clientId: scope.clientId });
      await request('POST', `/invoices/${id}/submit`);
      const told = ({ events }: { events: { type: string }[] }) =>
        events.filter(({ type }) => type === 'taxauth_validated').length;
      return async () => told(await request('GET', `/invoices/${id}`));
    },
  },
  'buyer-answer': {
    async begin() {
      const id = await supplied(scope);
      await request('POST', `/invoices/${id}/answer`, { response: 'accept' });
      return async () => {
        const { answer } = await request<{ answer: { status: string } }>('GET', `/invoices/${id}`);
        return answer.status === 'pending' ? 0 : 1;
      };
    },
  },
  transport: {
    async begin() {
      const { uuid, number } = await declarableNote();
      expect((await submit(uuid)).status).toBe(200);
      return async () => (await received()).filter(({ reference }) => reference?.startsWith(`${number}/`)).length;
    },
  },
  'webhook-delivery': {
    async begin() {
      const since = receiver.requests.length;
      await exported();
      return posts(since);
    },
  },
  'webhook-replay': {
    async begin() {
      const since = receiver.requests.length;
      const from = new Date(service().runtime.clock.now() - 3_600_000).toISOString();
      const to = new Date(service().runtime.clock.now() + 60_000).toISOString();
      await request('POST', `/webhooks/${webhookId}/replay`, { from, to });
      return posts(since);
    },
    async prepare() {
      await service().advance('PT2H');
      await exported();
    },
  },
  'removed-webhook': {
    async begin() {
      const id = await newWebhook();
      await exported();
      await service().idle();
      await request('DELETE', `/webhooks/${id}`);
      const range = { partition: companyPartition(scope.company), beginsWith: `WHDLV#${id}#` };
      return async () => ((await queryItems(range)).length === 0 ? 1 : 0);
    },
  },
  sync: {
    // The plan's interval since the run before.
    prepare: () => service().advance('PT25H'),
    async begin() {
      const before = await synced();
      await request('POST', '/sync/trigger');
      return async () => (await synced()) - before;
    },
  },
  event: {
    async begin() {
      const since = receiver.requests.length;
      const { id } = await draft(service(), scope, { clientId: scope.clientId });
      const told = () => receiver.requests.slice(since).filter(({ body }) => body.data['invoiceUuid'] === id).length;
      return () => Promise.resolve(told());
    },
    prepare: () => subscribe('invoice.created'),
  },
  'retention-run': {
    async begin() {
      const path = `/companies/${scope.company}`;
      await request('PATCH', path, { retention: { draftMonths: 120 } });
      await request('POST', `${path}/retention`, { confirm: 'remove' });
      const status = async (): Promise<string> =>
        (await request<{ run: { status: string } }>('GET', `${path}/retention`)).run.status;
      return async () => ((await status()) === 'done' ? 1 : 0);
    },
  },
  notification: {
    async begin() {
      const since = receiver.requests.length;
      await exported();
      return posts(since);
    },
  },
};

const synced = async (): Promise<number> => {
  const range = { partition: companyPartition(scope.company), beginsWith: 'NOTIFY#' };
  const items = await queryItems<{ webhooks: { type: string }[] }>(range);
  return items.flatMap(({ webhooks }) => webhooks).filter(({ type }) => type === 'sync.completed').length;
};

const isProven = (one: Case | { excluded: string }): one is Case => 'begin' in one;
const PROVEN = Object.entries(CASES).flatMap(([kind, one]) => (isProven(one) ? [[kind, one] as const] : []));

/** The number of times that the sweep dispatched an item of a kind again, by the log. */
const dispatchedAgain = ({ dataDir }: Service, kind: string): number =>
  readFileSync(join(dataDir, 'service.log'), 'utf8')
    .split('\n')
    .filter(line => line.includes('"Item dispatched again"') && line.includes(`"kind":"${kind}"`)).length;

it('each kind of item whose changes start work is tested here, or excluded with a reason', () => {
  expect(Object.keys(CASES).toSorted()).toEqual([...new Set(DISPATCHED_KINDS)].toSorted());
});

describe('without faults', () => {
  it('the sweep dispatches nothing', async () => {
    for (const [kind, { begin, prepare }] of PROVEN) {
      await prepare?.();
      await service().idle();
      const times = await begin();
      await service().advance('PT1H');
      expect([kind, await times(), dispatchedAgain(service(), kind)]).toEqual([kind, 1, 0]);
    }
  });
});

describe('the sweep makes up for a lost record of the stream', () => {
  it.each(PROVEN)(
    'of an item of the kind %s',
    async (kind, { begin, prepare }) => {
      await prepare?.();
      await service().idle();
      service().runtime.faults.loseRecord(kind);
      const times = await begin();
      await service().idle();
      expect(service().runtime.faults.recordsLost()).toBe(true);
      expect(await times()).toBe(0);
      // The sweep, and then the work that waits: the result of a submission to the authority.
      await service().advance('PT16M');
      await service().advance('PT1H');
      expect([await times(), dispatchedAgain(service(), kind)]).toEqual([1, 1]);
      await service().advance('PT3H');
      expect([await times(), dispatchedAgain(service(), kind)]).toEqual([1, 1]);
    },
    120_000,
  );

  it('of a mail that is to be retried', async () => {
    const { faults } = service().runtime;
    const again = dispatchedAgain(service(), 'invoice-email');
    faults.add({ service: 'ses', kind: 'fail', times: 1 });
    // The mail, the lease of its first attempt, and the result of that.
    faults.loseRecord('invoice-email', 3);
    const to = `again-${crypto.randomUUID()}@client.example`;
    await request('POST', `/invoices/${invoice.id}/email`, { to, attachPdf: false });
    await service().idle();
    expect(faults.recordsLost()).toBe(true);
    await service().advance('PT10M');
    expect(await mailsTo(to)()).toBe(0);
    // The sweep, and then the delay of the second attempt.
    await service().advance('PT20M');
    await service().advance('PT2M');
    expect([await mailsTo(to)(), dispatchedAgain(service(), 'invoice-email')]).toEqual([1, again + 1]);
  });

  it('of a notice, whose mails have a queue of their own', async () => {
    const user = await service().newUser();
    const { company } = await service().newCompany(user);
    const { id: userId } = (await service().api('GET', '/api/v1/me', { token: user.token })).body as { id: string };
    const again = dispatchedAgain(service(), 'mail');
    const before = await mailsTo(user.email)();
    service().runtime.faults.loseRecord('mail');
    const ending = { kind: 'ending' as const, endsOn: today(), daysLeft: 0 };
    const notice = { userId, companyId: company, companyName: 'Firma SRL', day: today(), warnings: [ending] };
    const partition = companyPartition(company);
    await transact([mailRequest(partition, { template: 'authority-warning', ...notice })]);
    await service().idle();
    expect(service().runtime.faults.recordsLost()).toBe(true);
    expect(await mailsTo(user.email)()).toBe(before);
    await service().advance('PT16M');
    expect([await mailsTo(user.email)(), dispatchedAgain(service(), 'mail')]).toEqual([before + 1, again + 1]);
  });
});
