import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { person } from '../../../infra/person/person.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { windowKey } from '#shared/platform/lambda/limits/sliding-window.ts';
import { recipientsWindow } from '#shared/output/mail/documents/accept.ts';
import type { DocumentEmail } from '#shared/output/mail/documents/model.ts';
import type { Signal } from '#shared/output/mail/documents/signals.ts';
import { suppressionOf, suppressionWrites } from '#shared/output/mail/documents/suppression.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Item, userPartition } from '#shared/platform/store/table.ts';
import { remove, transact } from '#shared/platform/store/transact.ts';
import { mailTo } from '../../api/mail-tracking/calls.ts';
import { userIdOf } from '../accounts.ts';
import { itemsNaming } from '../companies/purged.ts';
import { call, issued, lastingTrader } from '../invoices.ts';
import { keyWith, whoAmI } from '../members.ts';
import type { Scope, Service } from '../service.ts';

export interface Subject {
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

const PERSON = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null };

/** The kinds of items that still name an erased person: timelines with the sent mails, and webhook events about those, for 30 days. */
export const STAYING = ['event', 'notification'];

/** People with data in many records, and the command that exports and erases them. */
export function usePersons(service: () => Service) {
  let scope: Scope;
  let other: Scope;

  beforeAll(async () => {
    scope = await lastingTrader(service());
    other = await lastingTrader(service());
    // The records of every new company exist by now.
    await issued(service(), other, { clientId: (await service().newClient(other)).id });
    await service().idle();
  }, 60_000);

  const ask = <T>(method: string, path: string, body?: object, asker: Scope = scope): Promise<T> =>
    expecting<T>([200, 201, 202, 204], `${method} ${path}`, call(service(), asker, method, path, body) as never);

  /** Each subject gets three mails and an invitation: more than an organization and a user may send in an hour. */
  async function forgetCounts(): Promise<void> {
    const { organizationId = '' } = (await readCompany(scope.company)) ?? {};
    const { id } = await whoAmI(service(), scope);
    const counted = [recipientsWindow(organizationId), `invitations-of#${organizationId}`, `invitations-by#${id}`];
    await transact(counted.map(name => remove(windowKey(name))));
  }

  /** A user who is also a client, a supplier's contact, a reader of mails, invited, suppressed, and has written to the operator. */
  async function seeded(): Promise<Subject> {
    await forgetCounts();
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

  const partition = (pk: string): Promise<Item[]> => queryItems<Item>({ partition: pk });
  const documents = async (): Promise<Item[]> =>
    (await partition(companyPartition(scope.company))).filter(({ sk }) => /^(INV|NUMBER)#/.test(sk));
  const lasting = async (pk: string): Promise<Item[]> =>
    (await partition(pk)).filter(({ kind, expiresAt }) => expiresAt === undefined && kind !== 'daily-run' && kind !== 'sync-due');

  async function expectErased({ email, phone, userId, guestId }: Subject): Promise<void> {
    expect(await kindsNaming(email)).toEqual(STAYING);
    expect(await kindsNaming(email.toUpperCase())).toEqual([]);
    expect(await kindsNaming(phone)).toEqual([]);
    expect((await partition(userPartition(userId))).map(({ kind }) => kind)).toEqual(['account']);
    // The complaint is kept, although no item names the address any more.
    expect(await suppressionOf(scope.company, email)).toBe('complaint');
    expect(await suppressionOf(other.company, email)).toBeUndefined();
    // `client.created` has the name, and expires.
    const kept = (await itemsNaming(guestId)).filter(({ expiresAt }) => expiresAt === undefined);
    expect(JSON.stringify(kept)).not.toContain('Ioana');
  }

  return {
    ...{ ask, seeded, run, erase, kindsNaming, partition, documents, lasting, expectErased, written },
    scope: (): Scope => scope,
    other: (): Scope => other,
    /** The lines that the last run has printed. */
    said: (): string[] => said,
  };
}
