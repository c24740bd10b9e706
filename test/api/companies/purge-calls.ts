import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Item } from '#shared/platform/store/table.ts';
import { call, issued } from '../../support/invoices.ts';
import { keyWith } from '../../support/members.ts';
import type { Scope, Service, User } from '../../support/service.ts';

interface Deletion {
  status: string;
  purgeAt: string | null;
  release: { confirm: string | null; archiveExportId: string | null; by: { name: string } } | null;
  retainedInvoices: number;
  notArchived: { count: number; invoiceIds: string[] };
  error: { details: Record<string, string[]> };
}

/** The kinds of the items of a company that a purge keeps. */
export const STAYING = ['company', 'company-purge', 'purged-series'];

/** Companies that are deleted, and requests to them. */
export function purgeCalls(service: () => Service) {
  const deletionOf = (scope: Scope) => call<Deletion>(service(), scope, 'GET', `/companies/${scope.company}/deletion`);
  const release = (scope: Scope, body: object) =>
    call<Deletion>(service(), scope, 'POST', `/companies/${scope.company}/deletion`, body);
  const remove = (scope: Scope, body?: object) => call(service(), scope, 'DELETE', `/companies/${scope.company}`, body);
  const restore = (scope: Scope) => call(service(), scope, 'POST', `/companies/${scope.company}/restore`);

  const itemsOf = ({ company }: Scope): Promise<Item[]> => queryItems<Item>({ partition: companyPartition(company) });
  const kindsOf = async (scope: Scope): Promise<string[]> =>
    [...new Set((await itemsOf(scope)).map(({ kind }) => kind))].toSorted();

  /** Items that a purge of another company must not change: all except those that change as time passes. */
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

  /** Subjects of the mails to an owner about what is kept, and until when. */
  const told = async ({ user }: { user: User }): Promise<string[]> =>
    (await service().mailbox(user.email))
      .map(({ subject }) => subject ?? '')
      .filter(subject => /păstrează|eliminate/.test(subject));
  return { deletionOf, release, remove, restore, itemsOf, kindsOf, lasting, small, retained, told };
}
