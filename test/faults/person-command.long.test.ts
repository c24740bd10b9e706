import { describe, expect, it } from 'vitest';
import { expecting } from '../../infra/local/api-client.ts';
import type { Held } from '../../infra/person/export.ts';
import { EXIT } from '../../infra/person/person.ts';
import { verifyDocument } from '#shared/documents/invoices/audit/verify.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { type Item, userPartition } from '#shared/platform/store/table.ts';
import { userIdOf } from '../support/accounts.ts';
import { itemsNaming } from '../support/companies/purged.ts';
import { STAYING, usePersons } from '../support/faults/persons.ts';
import { call } from '../support/invoices.ts';
import { useOwnService } from '../support/service.ts';

/** `npm run person` on the local runtime: the export, and the data that remain after an erasure. */

const service = useOwnService();
const { scope, other, ask, seeded, run, erase, said, kindsNaming, partition, documents, lasting, written } = usePersons(service);

describe('npm run person', () => {
  it('exports all stored data, without secrets', async () => {
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
    expect(held.find(one => one.kind === 'client')).toMatchObject({ companyId: scope().company, data: { phone: subject.phone } });
    expect(text).toContain(`Reader of ${subject.phone}`);
    expect(text).not.toMatch(/argon2|"\w*(hash|sealed|secret)\w*":/i);
  });

  it('prints what an erasure would do, does it, keeps only documents, and does nothing the second time', async () => {
    const subject = await seeded();
    const [bystander, mine] = [await service().newUser({ email: `x-${subject.email}` }), await documents()];
    const untouched = await Promise.all([lasting(`C#${other().company}`), lasting(userPartition(userIdOf(bystander.token)))]);
    const before = await itemsNaming(subject.email);

    expect(await erase(subject.email)).toBe(EXIT.done);
    expect(said()).toContainEqual('client: 2 reduced');
    expect(said()).toContainEqual('suppressed-address: 1 removed');
    expect(said().at(-1)).toMatch(/^Nothing was erased .* items would be, with --confirm\.$/);
    expect(await itemsNaming(subject.email)).toEqual(before);

    expect(await erase(subject.email, '--confirm')).toBe(EXIT.done);
    expect(said().at(-1)).toMatch(/^Erased in .*: \d+ items\.$/);
    const left = (await itemsNaming(subject.email)).filter(item => !JSON.stringify(item).includes(`x-${subject.email}`));
    expect([...new Set(left.map(({ kind }) => kind))].toSorted()).toEqual(STAYING);
    expect(await kindsNaming(subject.phone)).toEqual([]);
    for (const { kind, expiresAt } of left) expect(expiresAt === undefined, kind).toBe(kind !== 'notification');
    expect((await partition(userPartition(subject.userId))).map(({ kind }) => kind)).toEqual(['account']);

    // Of the documents, only the invoice has changed: its copy of the client, and an entry in its timeline.
    const isTheirs = ({ sk }: Item) => sk.startsWith(`INV#${subject.invoiceId}`);
    expect((await documents()).filter(item => !isTheirs(item))).toEqual(mine.filter(item => !isTheirs(item)));
    const stored = await readInvoice(scope().company, subject.invoiceId);
    expect(stored && verifyDocument(stored)).toEqual([]);
    expect(stored?.document.client).toMatchObject({ name: 'Ioana Pop', email: null, phone: null, cnp: null, bankAccount: null });
    expect(stored?.events[0]).toMatchObject({
      type: 'updated',
      user: null,
      metadata: { erased: ['client.email', 'client.phone'] },
    });
    expect(await Promise.all([lasting(`C#${other().company}`), lasting(userPartition(userIdOf(bystander.token)))])).toEqual(
      untouched,
    );

    const client = await ask<Record<string, unknown>>('GET', `/clients/${subject.clientId}`);
    expect(client).toMatchObject({ client: { name: 'Ioana Pop', email: null, phone: null, notes: null } });
    expect((await call(service(), scope(), 'GET', `/clients/${subject.guestId}`)).status).toBe(404);
    expect((await service().api('GET', '/api/v1/me', { token: subject.token })).status).toBe(401);
    const mails = await ask<{ to: string; metadata: object | null }[]>('GET', `/invoices/${subject.invoiceId}/emails`);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['dan@client.example', 'erased@deleted.invalid']);
    expect(JSON.stringify(mails)).not.toContain('Reader of');

    const after = await itemsNaming(subject.email);
    expect(await erase(subject.email, '--confirm')).toBe(EXIT.done);
    expect(said().at(-1)).toMatch(/^Nothing of this person is to be erased/);
    expect(await itemsNaming(subject.email)).toEqual(after);
    expect((await service().newUser({ email: subject.email })).email).toBe(subject.email);
  });

  it('refuses to run if an organization would have no owner, and writes nothing', async () => {
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
    expect(said().join('\n')).toMatch(/Make somebody else an owner of .* first\./);
    expect(await itemsNaming(owner.email)).toEqual(before);
  });

  it('finds nobody for an address that no record has', async () => {
    expect(await erase('nobody@nowhere.example', '--confirm')).toBe(EXIT.done);
    expect(said()).toEqual([expect.stringMatching(/^Nothing of this person is to be erased/)]);
  });
});
