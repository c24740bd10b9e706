import { HeadObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { everyItem } from '../stored/every-item.ts';
import { expecting } from '../../../infra/local/api-client.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { formWith, PDF } from '../files.ts';
import { call, connect, issued } from '../invoices.ts';
import { keyWith } from '../members.ts';
import { newProforma, offering } from '../proformas.ts';
import { recurring, recurringIn } from '../recurring/templates.ts';
import type { Scope, Service, User } from '../service.ts';

/** A company with most kinds of records, for tests of what remains after a purge. */
export interface Furnished extends Scope {
  owner: User;
  cif: string;
  clientId: string;
  /** An issued invoice, and the token of its share link. */
  invoiceId: string;
  share: string;
}

let made = 0;

/**
 * A company with an API key that does not expire when the clock is set forward. Its retention period is over: its documents are of 2010, unless
 * another date is given.
 */
export async function furnished(service: Service, owner: User): Promise<Furnished> {
  const cif = String(51_000_000 + ++made);
  const { company } = await service.newCompany(owner, { cif, vatCode: `RO${cif}`, name: `Firma ${cif} SRL` });
  const scope = { token: await keyWith(service, owner, PERMISSIONS), company };
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> =>
    expecting<T>([200, 201, 202], `${method} ${path}`, call(service, scope, method, path, body) as never);
  await connect(service, { token: owner.token, company });
  await ask('POST', '/webhooks', { url: 'https://receiver.example/hook', events: ['export.completed'] });
  await expecting(
    201,
    'A link',
    service.api('POST', '/api/v1/taxauth/token-links', { token: owner.token, body: { companyId: company } }),
  );
  const client = await service.newClient(scope, { email: `ana-${cif}@client.example` });
  const { id: invoiceId } = await issued(service, scope, { clientId: client.id });
  const { token: share } = await ask<{ token: string }>('POST', `/invoices/${invoiceId}/share-links`, {});
  await ask('POST', `/invoices/${invoiceId}/payments`, { amount: 1, paymentDate: '2026-11-22' });
  await ask('POST', '/allocations', { clientId: client.id, amount: 2, paymentDate: '2026-11-22' });
  await ask('POST', `/invoices/${invoiceId}/email`, { to: `ana-${cif}@client.example`, attachPdf: false });
  await expecting(
    201,
    'An attachment',
    service.api('POST', `/api/v1/invoices/${invoiceId}/attachments`, { ...scope, body: formWith(PDF) }),
  );
  await newProforma(service, await offering(service, scope));
  // Later than any test sets its clock, so that documents of other companies are not mistaken for remains of a purge.
  await recurring(service, await recurringIn(service, { ...scope, clientId: client.id }), { nextIssuanceDate: '2099-11-22' });
  await ask('POST', '/products', { name: 'Grindă', code: cif, unitPrice: '12.50' });
  await ask('PUT', '/reports/opening-balances', { role: 'sale', partnerId: client.id, date: '2009-12-31', amount: 100 });
  await ask('PUT', `/companies/${company}/period-lock`, { closedUntil: '2009-12-31' });
  await service.idle();
  return { ...scope, owner, cif, clientId: client.id, invoiceId, share };
}

/** Every item of the table that contains a text in any attribute. */
export const itemsNaming = async (text: string): Promise<Item[]> =>
  (await everyItem()).filter(item => JSON.stringify(item).includes(text));

/** The keys that contain a text, of all versions and delete markers of files. */
export async function filesNaming(text: string): Promise<string[]> {
  const page = await s3().send(new ListObjectVersionsCommand({ Bucket: environment('documentsBucket') }));
  if (page.IsTruncated) throw new Error('There are more files than one page.');
  return [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].flatMap(({ Key }) => (Key?.includes(text) ? [Key] : []));
}

/** The instant until which a file is locked; an empty text for a file without a lock. */
export async function retainedUntil(Key: string): Promise<string> {
  const head = await s3().send(new HeadObjectCommand({ Bucket: environment('documentsBucket'), Key }));
  return head.ObjectLockRetainUntilDate?.toISOString() ?? '';
}
