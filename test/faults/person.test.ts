import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../../infra/local/api-client.ts';
import { newInvocation, ProcessDied, runAs } from '../../infra/local/invocation.ts';
import { EXIT, person } from '../../infra/person/person.ts';
import type { Held } from '../../infra/person/export.ts';
import { PERMISSIONS } from '../../shared/access/permissions.ts';
import { readCompany } from '../../shared/access/records.ts';
import { windowKey } from '../../shared/lambda/limits/sliding-window.ts';
import { recipientsWindow } from '../../shared/mail/documents/accept.ts';
import type { DocumentEmail } from '../../shared/mail/documents/model.ts';
import { suppressionWrites } from '../../shared/mail/documents/suppression.ts';
import type { Signal } from '../../shared/mail/documents/signals.ts';
import { queryItems } from '../../shared/store/read.ts';
import { companyPartition, companyScope, type Item, userPartition } from '../../shared/store/table.ts';
import { remove, transact } from '../../shared/store/transact.ts';
import { mailTo } from '../api/mail-tracking/calls.ts';
import { userIdOf } from '../support/accounts.ts';
import { itemsNaming } from '../support/companies/purged.ts';
import { LONG } from '../support/effort.ts';
import { call, issued, lastingTrader } from '../support/invoices.ts';
import { keyWith } from '../support/members.ts';
import { type Scope, useOwnService } from '../support/service.ts';

/** `npm run person` on the local runtime: what it exports, what an erasure leaves, and that dying anywhere does not matter. */

const service = useOwnService();
let scope: Scope;
let other: Scope;

beforeAll(async () => {
  scope = await lastingTrader(service());
  other = await lastingTrader(service());
  // What every company has has been made by now.
  await issued(service(), other, { clientId: (await service().newClient(other)).id });
  await service().idle();
}, 60_000);

interface Subject {
  email: string;
  phone: string;
  userId: string;
  token: string;
  /** The client with an issued invoice. */
  clientId: string;
  /** A private person without documents. */
  guestId: string;
  invoiceId: string;
}

const ask = <T>(method: string, path: string, body?: object, asker: Scope = scope): Promise<T> =>
  expecting<T>([200, 201, 202, 204], `${method} ${path}`, call(service(), asker, method, path, body) as never);

const PERSON = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null };

/** Each subject gets three mails, and there are more subjects than an organization may mail in an hour. */
async function forgetRecipients(): Promise<void> {
  const { organizationId = '' } = (await readCompany(scope.company)) ?? {};
  await transact([remove(windowKey(recipientsWindow(organizationId)))]);
}

/** A user who is also a client, a supplier's contact, a reader of mails, invited, suppressed, and has written to the operator. */
async function seeded(): Promise<Subject> {
  await forgetRecipients();
  const email = `ioana-${randomUUID()}@client.example`;
  const phone = `+40722${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`;
  const user = await service().newUser({ email });
  await expecting(200, 'PATCH /me', service().api('PATCH', '/api/v1/me', { token: user.token, body: { phone } }));
  await keyWith(service(), user, PERMISSIONS);
  const client = await service().newClient(scope, { ...PERSON, name: 'Ioana Pop', email, phone, notes: `Scrie la ${email}` });
  const guest = await service().newClient(scope, { ...PERSON, name: 'Ioana Pop', email: email.toUpperCase(), phone });
  const supplier = { name: 'Tipar', country: 'DE', address: 'Lange Str. 1', city: 'Berlin', county: 'Berlin', email, phone };
  await ask('POST', '/suppliers', { ...supplier, registrationNumber: 'HRB 1' });
  const { id: invoiceId } = await issued(service(), scope, { clientId: client.id });
  const body = 'Bună ziua, Ioana\n\n[condiții](https://shop.example/terms)';
  await ask('POST', `/invoices/${invoiceId}/email`, { to: email, attachPdf: false, body });
  await ask('POST', `/invoices/${invoiceId}/email`, { to: 'dan@client.example', cc: [email], attachPdf: false });
  await service().idle();
  const { links, picture = '' } = await mailTo(service(), email);
  for (const path of [picture, ...links]) await service().api('GET', path, { headers: { 'user-agent': `Reader of ${phone}` } });
  const signal: Partial<Signal> = { type: 'complaint', permanent: true, addresses: [email], at: '2026-11-22T10:00:00.000Z' };
  await transact(suppressionWrites({ companyId: scope.company } as DocumentEmail, signal as Signal));
  await ask('POST', '/invitations', { email, role: 'admin' });
  const message = { name: 'Ioana Pop', email, subject: 'Salut', message: `Sunați la ${phone}` };
  await expecting([200, 201, 202, 204], 'POST /contact', service().api('POST', '/api/v1/contact', { body: message }));
  await service().api('POST', '/api/auth/forgot-password', { body: { email } });
  await service().api('POST', '/api/auth', { body: { email, password: 'wrong' } });
  await service().idle();
  return { email, phone, userId: userIdOf(user.token), token: user.token, clientId: client.id, guestId: guest.id, invoiceId };
}

let said: string[] = [];
const written = new Map<string, string>();
async function run(...argv: string[]): Promise<number> {
  said = [];
  return person([...argv, '--local', service().url], {
    say: line => void said.push(line),
    write: (file, text) => Promise.resolve(void written.set(file, text)),
    setEnvironment: () => {},
  });
}
const erase = (email: string, ...more: string[]): Promise<number> => run('erase', '--email', email, ...more);

const kindsNaming = async (text: string): Promise<string[]> =>
  [...new Set((await itemsNaming(text)).map(({ kind }) => kind))].toSorted();

/** What an invoice states, its timeline with the mails that were sent, and what webhooks are sent about those, for 30 days. */
const STAYING = ['event', 'invoice', 'notification'];

const partition = (pk: string): Promise<Item[]> => queryItems<Item>({ partition: pk });
const documents = async (): Promise<Item[]> =>
  (await partition(companyPartition(companyScope(scope.company)))).filter(({ sk }) => /^(INV|NUMBER)#/.test(sk));
const lasting = async (pk: string): Promise<Item[]> =>
  (await partition(pk)).filter(({ kind, expiresAt }) => expiresAt === undefined && kind !== 'daily-run' && kind !== 'sync-due');

async function expectErased({ email, phone, userId, guestId }: Subject): Promise<void> {
  expect(await kindsNaming(email)).toEqual(STAYING);
  expect(await kindsNaming(email.toUpperCase())).toEqual([]);
  expect(await kindsNaming(phone)).toEqual(['invoice']);
  expect((await partition(userPartition(userId))).map(({ kind }) => kind)).toEqual(['account']);
  // `client.created` says the name, and goes by itself.
  const kept = (await itemsNaming(guestId)).filter(({ expiresAt }) => expiresAt === undefined);
  expect(JSON.stringify(kept)).not.toContain('Ioana');
}

describe('npm run person', () => {
  it('exports everything that is held, without secrets', async () => {
    const subject = await seeded();
    expect(await run('export', '--email', subject.email.toUpperCase(), '--out', 'ioana.json')).toBe(EXIT.done);
    const text = written.get('ioana.json') ?? '';
    const { email, held } = JSON.parse(text) as { email: string; held: Held[] };
    expect(email).toBe(subject.email);
    const kinds = new Set(held.map(({ kind }) => kind));
    for (const { kind } of await itemsNaming(subject.email)) if (kind) expect(kinds).toContain(kind);
    for (const kind of ['account', 'membership', 'session', 'api-token', 'client', 'supplier', 'invoice-email', 'invitation'])
      expect(kinds).toContain(kind);
    for (const kind of ['suppressed-address', 'mail', 'invoice', 'event', 'counter of a limit']) expect(kinds).toContain(kind);
    expect(held.find(one => one.kind === 'client')).toMatchObject({ companyId: scope.company, data: { phone: subject.phone } });
    expect(text).toContain(`Reader of ${subject.phone}`);
    expect(text).not.toMatch(/argon2|"\w*(hash|sealed|secret)\w*":/i);
  }, 60_000);

  it('says what an erasure would do, does it, leaves no trace but documents, and has nothing to do the second time', async () => {
    const subject = await seeded();
    const [bystander, mine] = [await service().newUser({ email: `x-${subject.email}` }), await documents()];
    const untouched = await Promise.all([lasting(`C#${other.company}`), lasting(userPartition(userIdOf(bystander.token)))]);
    const before = await itemsNaming(subject.email);

    expect(await erase(subject.email)).toBe(EXIT.done);
    expect(said).toContainEqual('client: 2 reduced');
    expect(said).toContainEqual('suppressed-address: 1 removed');
    expect(said.at(-1)).toMatch(/^Nothing was erased .* items would be, with --confirm\.$/);
    expect(await itemsNaming(subject.email)).toEqual(before);

    expect(await erase(subject.email, '--confirm')).toBe(EXIT.done);
    expect(said.at(-1)).toMatch(/^Erased in .*: \d+ items\.$/);
    const left = (await itemsNaming(subject.email)).filter(item => !JSON.stringify(item).includes(`x-${subject.email}`));
    expect([...new Set(left.map(({ kind }) => kind))].toSorted()).toEqual(STAYING);
    expect(await kindsNaming(subject.phone)).toEqual(['invoice']);
    for (const { kind, expiresAt } of left) expect(expiresAt === undefined, kind).toBe(kind !== 'notification');
    expect((await partition(userPartition(subject.userId))).map(({ kind }) => kind)).toEqual(['account']);

    const isMail = ({ kind }: Item) => kind === 'invoice-email';
    expect((await documents()).filter(item => !isMail(item))).toEqual(mine.filter(item => !isMail(item)));
    expect(await Promise.all([lasting(`C#${other.company}`), lasting(userPartition(userIdOf(bystander.token)))])).toEqual(
      untouched,
    );

    const client = await ask<Record<string, unknown>>('GET', `/clients/${subject.clientId}`);
    expect(client).toMatchObject({ client: { name: 'Ioana Pop', email: null, phone: null, notes: null } });
    expect((await call(service(), scope, 'GET', `/clients/${subject.guestId}`)).status).toBe(404);
    expect((await service().api('GET', '/api/v1/me', { token: subject.token })).status).toBe(401);
    const mails = await ask<{ to: string; metadata: object | null }[]>('GET', `/invoices/${subject.invoiceId}/emails`);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['dan@client.example', 'erased@deleted.invalid']);
    expect(JSON.stringify(mails)).not.toContain('Reader of');

    const after = await itemsNaming(subject.email);
    expect(await erase(subject.email, '--confirm')).toBe(EXIT.done);
    expect(said.at(-1)).toMatch(/^Nothing of this person is to be erased/);
    expect(await itemsNaming(subject.email)).toEqual(after);
    expect((await service().newUser({ email: subject.email })).email).toBe(subject.email);
  }, 60_000);

  it('refuses where others would be left without an owner, and writes nothing', async () => {
    const [owner, member] = [await service().newUser(), await service().newUser()];
    await expecting(
      201,
      'POST /invitations',
      service().api('POST', '/api/v1/invitations', { token: owner.token, body: { email: member.email, role: 'admin' } }),
    );
    await service().idle();
    const [invited] = (await service().mailbox(member.email)).flatMap(
      ({ text }) =>
        /\/invitations?\/(?:accept\/)?([\w-]{20,})|token=([\w-]+)/
          .exec(text ?? '')
          ?.slice(1)
          .find(Boolean) ?? [],
    );
    await expecting(
      [200, 201],
      'Accepting',
      service().api('POST', `/api/v1/invitations/accept/${invited}`, { token: member.token }),
    );
    const before = await itemsNaming(owner.email);
    expect(await erase(owner.email, '--confirm')).toBe(EXIT.failed);
    expect(said.join('\n')).toMatch(/Make somebody else an owner of .* first\./);
    expect(await itemsNaming(owner.email)).toEqual(before);
  }, 60_000);

  it(
    'goes on after a death at any call, and after lost answers',
    async () => {
      const { faults } = service().runtime;
      const invoked = async (email: string): Promise<number> => {
        const invocation = newInvocation(randomUUID(), 'person');
        await runAs(invocation, () => erase(email, '--confirm')).catch((error: unknown) => {
          if (!(error instanceof ProcessDied)) throw error;
        });
        return invocation.calls.length;
      };
      // The table grows with each subject: no run has fewer calls than the first.
      const calls = await invoked((await seeded()).email);
      const step = Math.ceil(calls / (LONG ? 12 : 4));
      const sample = [...Array.from({ length: Math.ceil(calls / step) }, (_, place) => 1 + place * step), calls];
      for (const at of sample)
        for (const when of ['before', 'after', 'lostAnswer'] as const) {
          const subject = await seeded();
          faults.crash({ call: at, when, name: 'person' });
          await invoked(subject.email);
          expect(faults.crashed(), `${when} call ${at} of ${calls}`).toBe(true);
          faults.clear();
          expect(await erase(subject.email, '--confirm')).toBe(EXIT.done);
          await expectErased(subject);
        }
      console.log(`person: ${sample.length} of ${calls} calls × 3 interruptions, all survived`);
    },
    LONG ? 900_000 : 180_000,
  );

  it('may be run by several at once', async () => {
    const subject = await seeded();
    expect(await Promise.all([1, 2, 3].map(() => erase(subject.email, '--confirm')))).toEqual([EXIT.done, EXIT.done, EXIT.done]);
    await expectErased(subject);
  }, 60_000);

  it('runs as a command of its own, and overwrites no file', async () => {
    const { email } = await service().newUser();
    const command = (...argv: string[]) =>
      promisify(execFile)(process.execPath, ['infra/person/cli.ts', ...argv, '--email', email, '--local', service().url]);
    const file = join(mkdtempSync(join(tmpdir(), 'person-')), 'person.json');
    await command('export', '--out', file);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ email, held: expect.any(Array) as unknown });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(command('export', '--out', file)).rejects.toMatchObject({ code: EXIT.failed });
    await expect(command('erase', '--stage', 'nowhere')).rejects.toMatchObject({ code: EXIT.usage });
    expect((await command('erase', '--confirm')).stdout).toMatch(/Erased in the local runtime .*: \d+ items\.\n$/);
    expect(await kindsNaming(email)).toEqual([]);
    rmSync(dirname(file), { recursive: true });
  }, 60_000);

  it('knows nobody of an address that nothing names', async () => {
    expect(await erase('nobody@nowhere.example', '--confirm')).toBe(EXIT.done);
    expect(said).toEqual([expect.stringMatching(/^Nothing of this person is to be erased/)]);
  });
});
