import { beforeAll, describe, expect, it } from 'vitest';
import { turnForward } from '../../../infra/local/turn.ts';
import { PERMISSIONS } from '../../../shared/access/permissions.ts';
import { retentionEnd } from '../../../shared/files/retention.ts';
import { instantIn, today } from '../../../shared/kernel/clock.ts';
import { addDays, dottedDate } from '../../../shared/kernel/dates.ts';
import type { CompanyPurge } from '../../../shared/parties/companies/purge-record.ts';
import { queryItems } from '../../../shared/store/read.ts';
import { companyPartition, companyScope, type Item } from '../../../shared/store/table.ts';
import { call, issued } from '../../support/invoices.ts';
import { joinAs, keyWith } from '../../support/members.ts';
import { filesNaming, type Furnished, furnished, itemsNaming, retainedUntil } from '../../support/companies/purged.ts';
import { type Scope, useOwnService, type User } from '../../support/service.ts';

const service = useOwnService();

interface Deletion {
  status: string;
  purgeAt: string | null;
  release: { confirm: string | null; archiveExportId: string | null; by: { name: string } } | null;
  retainedInvoices: number;
  notArchived: { count: number; invoiceIds: string[] };
  error: { details: Record<string, string[]> };
}

const deletionOf = (scope: Scope) => call<Deletion>(service(), scope, 'GET', `/companies/${scope.company}/deletion`);
const release = (scope: Scope, body: object) =>
  call<Deletion>(service(), scope, 'POST', `/companies/${scope.company}/deletion`, body);
const remove = (scope: Scope, body?: object) => call(service(), scope, 'DELETE', `/companies/${scope.company}`, body);
const restore = (scope: Scope) => call(service(), scope, 'POST', `/companies/${scope.company}/restore`);

const itemsOf = ({ company }: Scope): Promise<Item[]> => queryItems<Item>({ partition: companyPartition(companyScope(company)) });
const kindsOf = async (scope: Scope): Promise<string[]> =>
  [...new Set((await itemsOf(scope)).map(({ kind }) => kind))].toSorted();
const STAYING = ['company', 'company-purge', 'purged-series'];

/** What a purge of another company must leave as it is: all but what moves on by itself as time passes. */
const lasting = async (scope: Scope): Promise<Item[]> =>
  (await itemsOf(scope)).filter(({ kind, expiresAt }) => expiresAt === undefined && kind !== 'daily-run');

/** A company without documents, with a credential that outlives every turn of the clock. */
async function small(user?: User): Promise<Scope & { user: User }> {
  const owner = user ?? (await service().newUser());
  const { company } = await service().newCompany(owner);
  return { token: await keyWith(service(), owner, PERMISSIONS), company, user: owner };
}

/** A company with a document in its retention time. */
async function retained(): Promise<Scope & { user: User; invoiceId: string; clientId: string }> {
  const user = await service().newUser();
  const { company } = await service().newCompany(user);
  const scope = { token: await keyWith(service(), user, PERMISSIONS), company };
  const { id: clientId } = await service().newClient(scope);
  const { id } = await issued(service(), scope, { clientId });
  return { ...scope, user, invoiceId: id, clientId };
}

describe('The purge of a deleted company', () => {
  let owner: User;
  let gone: Furnished;
  let other: Furnished;
  let accountant: User;

  beforeAll(async () => {
    [owner, accountant] = await Promise.all([service().newUser(), service().newUser()]);
    gone = await furnished(service(), owner);
    other = await furnished(service(), owner);
    await joinAs(owner, accountant, 'accountant', [gone.company, other.company]);
  }, 120_000);

  it('removes everything of it 5 days after the deletion, and nothing of another company', async () => {
    expect(await filesNaming(gone.company)).not.toEqual([]);
    // One of them is locked, for years to come.
    const { body } = await call(service(), gone, 'GET', `/invoices/${gone.invoiceId}`);
    expect((await retainedUntil(body.xmlPath ?? '')) > instantIn(5 * 365 * 86_400)).toBe(true);
    const before = { items: await lasting(other), files: await filesNaming(other.company) };
    expect((await remove(gone, { confirm: 'no_archive' })).status).toBe(204);
    await service().advance('P4DT23H');
    expect((await kindsOf(gone)).length).toBeGreaterThan(20);
    await service().advance('PT2H');
    expect(await kindsOf(gone)).toEqual(STAYING);
    expect(await filesNaming(gone.company)).toEqual([]);
    const naming = await itemsNaming(gone.company);
    // Windows of limits end by themselves within a day.
    expect(naming.filter(({ pk }) => pk !== `C#${gone.company}` && !pk.startsWith('RATE#'))).toEqual([]);
    expect(await lasting(other)).toEqual(before.items);
    expect(await filesNaming(other.company)).toEqual(before.files);
    expect((await service().api('GET', `/api/v1/share/${gone.share}`)).status).toBe(404);
    expect((await service().api('GET', `/api/v1/share/${other.share}`)).status).toBe(200);
  }, 120_000);

  it('leaves which numbers were given, with the head of the chain, and who deleted it', async () => {
    const items = (await itemsOf(gone)) as (Item & { data: Record<string, unknown> })[];
    const series = items.filter(({ kind }) => kind === 'purged-series').map(({ data }) => data);
    expect(series).toHaveLength(5);
    const used = series.find(({ count }) => count === 1);
    expect(used).toMatchObject({ type: 'invoice', numbers: [{ from: 1, to: 1 }], deleted: [] });
    expect(used?.['lastHash']).toMatch(/^[0-9a-f]{64}$/);
    expect(used?.['firstHash']).toBe(used?.['lastHash']);
    const purge = items.find(({ kind }) => kind === 'company-purge')?.data as unknown as CompanyPurge;
    expect(purge).toMatchObject({ deletedBy: { name: expect.any(String) }, release: { archiveExportId: null } });
    const left = JSON.stringify(items.filter(({ kind }) => kind === 'company'));
    expect(left).not.toContain('Firma');
    expect(left).toContain(gone.cif);
  });

  it('does it once more a day later, for what was being written, and is done then', async () => {
    expect((await deletionOf(gone)).body.status).toBe('purging');
    await service().advance('P1DT1H');
    expect((await deletionOf(gone)).body.status).toBe('purged');
    expect((await restore(gone)).status).toBe(410);
    expect((await release(gone, { confirm: 'keep' })).status).toBe(410);
    await service().advance('P30D');
    expect(await kindsOf(gone)).toEqual(STAYING);
    expect((await itemsOf(gone)).filter(({ duePk }) => duePk !== undefined)).toEqual([]);
  });

  it('leaves the tax number to whoever adds it again, before the purge or after it', async () => {
    const user = await service().newUser();
    const first = await small(user);
    const { cif } = (await call<{ cif: string }>(service(), first, 'GET', `/companies/${first.company}`)).body;
    await remove(first);
    await service().advance('P5DT1M');
    const again = () =>
      call<{ id: string }>(service(), { token: first.token } as Scope, 'POST', '/companies', { cif, name: 'Nouă SRL' });
    const second = await again();
    expect(second.status).toBe(201);
    await service().advance('P2D');
    expect(await kindsOf(first)).toEqual(STAYING);
    // The number is the second one's, as before the purge.
    expect((await again()).status).toBe(409);
    expect(await kindsOf({ ...first, company: second.body.id })).toContain('series');
  });

  it('does not begin where the company was restored', async () => {
    const scope = await small();
    await remove(scope);
    await service().advance('P4D');
    expect((await restore(scope)).status).toBe(200);
    await service().advance('P10D');
    expect((await call<unknown[]>(service(), scope, 'GET', '/vat-rates')).body).toHaveLength(5);
    expect((await deletionOf(scope)).status).toBe(409);
    expect((await release(scope, { confirm: 'no_archive' })).status).toBe(409);
  });
});

describe('A company with documents in their retention time', () => {
  const told = async ({ user }: { user: User }): Promise<string[]> =>
    (await service().mailbox(user.email))
      .map(({ subject }) => subject ?? '')
      .filter(subject => /păstrează|eliminate/.test(subject));

  it('is kept, hidden, and its owners are told; released, it goes 30 days later', async () => {
    const scope = await retained();
    expect((await remove(scope)).status).toBe(204);
    await service().advance('PT20M');
    expect(await told(scope)).toMatchObject([expect.stringContaining('se păstrează')]);
    await service().advance('P100D');
    expect(await told(scope)).toHaveLength(1);
    expect(await kindsOf(scope)).toContain('invoice');
    expect((await call(service(), scope, 'GET', '/invoices')).status).toBe(403);
    expect((await restore(scope)).status).toBe(410);
    expect((await deletionOf(scope)).body).toMatchObject({
      ...{ status: 'waiting', purgeAt: null, release: null, retainedInvoices: 1 },
      notArchived: { count: 1, invoiceIds: [scope.invoiceId] },
    });
    expect((await release(scope, { confirm: 'no_archive' })).status).toBe(200);
    await service().advance('PT20M');
    expect(await told(scope)).toHaveLength(2);
    expect((await deletionOf(scope)).body).toMatchObject({ purgeAt: expect.any(String), release: { confirm: 'no_archive' } });
    await service().advance('P29D');
    expect(await kindsOf(scope)).toContain('invoice');
    await service().advance('P1DT1H');
    expect(await kindsOf(scope)).toEqual(STAYING);
  }, 60_000);

  it('is kept after all when somebody says so within the 30 days', async () => {
    const scope = await retained();
    await remove(scope);
    await service().advance('P6D');
    await release(scope, { confirm: 'no_archive' });
    await service().advance('P20D');
    expect((await release(scope, { confirm: 'keep' })).body).toMatchObject({ release: null, purgeAt: null });
    await service().advance('P40D');
    expect(await kindsOf(scope)).toContain('invoice');
  }, 60_000);

  it('is released by its archive, which its owners can still make', async () => {
    const scope = await retained();
    await remove(scope);
    await service().advance('P6D');
    const { invoiceIds } = (await deletionOf(scope)).body.notArchived;
    const asked = await call<{ exportId: string }>(service(), scope, 'POST', '/invoices/export/zip', { invoiceIds });
    expect(asked.status).toBe(202);
    await service().idle();
    const job = await call<{ status: string; filename: string }>(service(), scope, 'GET', `/exports/${asked.body.exportId}`);
    expect(job.body.status).toBe('completed');
    expect((await deletionOf(scope)).body.notArchived).toEqual({ count: 0, invoiceIds: [] });
    const released = await release(scope, { archiveExportId: asked.body.exportId });
    expect(released.body).toMatchObject({ release: { archiveExportId: asked.body.exportId, confirm: null } });
    await service().advance('PT20M');
    await service().advance('P31D');
    expect(await kindsOf(scope)).toEqual(STAYING);
  }, 60_000);

  it('goes when the retention ends, 30 days after another mail', async () => {
    const scope = await retained();
    await remove(scope);
    await service().advance('P6D');
    // Two days too late for a purge at its end: the owners get their 30 days all the same.
    const end = retentionEnd(today(), 5);
    await turnForward(service().runtime.clock, { set: `${addDays(end, -28)}T12:00:00.000Z` }, () => service().idle());
    await service().advance('PT20M');
    expect(await told(scope)).toMatchObject([
      expect.stringContaining(dottedDate(addDays(end, 2))),
      expect.stringContaining('se păstrează'),
    ]);
    await service().advance('P29D');
    expect(await kindsOf(scope)).toContain('invoice');
    await service().advance('P1DT1H');
    expect(await kindsOf(scope)).toEqual(STAYING);
  }, 60_000);

  it.each([
    [{}, 'confirm'],
    [{ confirm: 'yes' }, 'confirm'],
    [{ confirm: 'keep', archiveExportId: '01a208b9-753c-73c8-8f6a-4b981a28f7ef' }, 'confirm'],
    [{ archiveExportId: 'x' }, 'archiveExportId'],
    [{ archiveExportId: '01a208b9-753c-73c8-8f6a-4b981a28f7ef' }, 'archiveExportId'],
  ])('answers %j with 422 that names %s', async (body, field) => {
    const scope = await small();
    await remove(scope);
    const refused = await release(scope, body);
    expect([refused.status, Object.keys(refused.body.error.details)]).toEqual([422, [field]]);
  });

  it("does not take another company's export, nor one that holds only some of the documents", async () => {
    const [scope, other] = [await retained(), await retained()];
    const zip = (own: Scope, invoiceIds: string[]) =>
      call<{ exportId: string }>(service(), own, 'POST', '/invoices/export/zip', { invoiceIds });
    const foreign = (await zip(other, [other.invoiceId])).body.exportId;
    await service().idle();
    expect((await remove(scope, { archiveExportId: foreign })).status).toBe(422);
    const archiveExportId = (await zip(scope, [scope.invoiceId])).body.exportId;
    await service().idle();
    const { id } = await issued(service(), scope, { clientId: scope.clientId });
    await service().idle();
    const refused = await remove(scope, { archiveExportId });
    expect(refused.status).toBe(422);
    expect((await call(service(), scope, 'GET', '/invoices')).status).toBe(200);
    const rest = (await zip(scope, [id])).body.exportId;
    await service().idle();
    expect((await remove(scope, { archiveExportId: rest })).status).toBe(204);
  }, 60_000);

  it('is exported by its owners alone', async () => {
    const scope = await retained();
    const admin = await service().newUser();
    await joinAs(scope.user, admin, 'admin');
    const key = await keyWith(service(), admin, ['export.data']);
    await remove(scope);
    const zip = (token: string) =>
      call(service(), { ...scope, token }, 'POST', '/invoices/export/zip', { invoiceIds: [scope.invoiceId] });
    expect((await zip(key)).status).toBe(403);
    expect((await zip(scope.token)).status).toBe(202);
  });
});
