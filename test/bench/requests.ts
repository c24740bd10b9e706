import { randomInt, randomUUID } from 'node:crypto';
import { expecting } from '../../infra/local/api-client.ts';
import type { EndpointEntry } from '../../infra/catalogue.ts';
import { newRateSet } from '#shared/records/exchange-rates/store.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { mailedToken, newEmail, PASSWORD, registerConfirmed, registerOnly, resetToken } from '../support/accounts.ts';
import { invited } from '../support/organization.ts';
import { assert, attest, creationOptions, newPasskey, requestOptions } from '../support/authenticator.ts';
import { delivering, noteIn } from '../support/delivery-notes.ts';
import { formWith, logoForm, PDF } from '../support/files.ts';
import { newProforma, offering } from '../support/proformas.ts';
import { connect, draft, issued } from '../support/invoices.ts';
import { bodyFor, filled } from '../support/matrix/resources.ts';
import { makeReadOnly } from '../support/matrix/people.ts';
import { makeTarget, type Params } from '../support/matrix/targets.ts';
import { challengeOf, codeOf, registerGuarded, setUp } from '../support/second-factor.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import type { Scope, Service, User } from '../support/service.ts';

/** A request to which its endpoint responds with success. */
export interface BenchRequest {
  path: string;
  token?: string | undefined;
  company?: string | undefined;
  body?: unknown;
}

/** A user with a company that has documents, and the scope of most requests. */
export interface World {
  service: Service;
  user: User;
  scope: Scope;
  clientId: string;
}

const CLIENTS = 25;
const PRODUCTS = 25;
const DRAFTS = 40;
const ISSUED = 10;

/** A company of the size that most have after a month. */
export async function seed(service: Service): Promise<World> {
  const user = await service.newUser();
  const scope = await service.newCompany(user);
  await connect(service, scope);
  const make = async (path: string, times: number): Promise<void> => {
    for (let time = 0; time < times; time++) {
      const body = await bodyFor(service, scope, 'POST', path);
      await expecting([200, 201], `POST ${path}`, service.api('POST', path, { ...scope, body }));
    }
  };
  await make('/api/v1/clients', CLIENTS);
  await make('/api/v1/products', PRODUCTS);
  await make('/api/v1/bank-accounts', 2);
  const { id: clientId } = await service.newClient(scope);
  for (let time = 0; time < DRAFTS; time++) await draft(service, scope, { clientId });
  for (let time = 0; time < ISSUED; time++) await issued(service, scope, { clientId });
  // A list without rows reads less: no run may depend on which endpoints it measures before a list.
  for (const area of ['proforma-invoices', 'delivery-notes', 'recurring-invoices']) await make(`/api/v1/${area}`, 1);
  return { service, user, scope, clientId };
}

/** The parts of a request beyond its definition and the matrix's resources; by function name. */
type Special = (world: World) => Promise<Partial<BenchRequest> & { params?: Params; query?: string }>;

const inStatus =
  (make: (world: World) => Promise<{ id: string }>): Special =>
  async world => ({ params: { uuid: (await make(world)).id } });

const newDraft = ({ service, scope, clientId }: World) => draft(service, scope, { clientId });
const newIssued = ({ service, scope, clientId }: World) => issued(service, scope, { clientId });

async function newCancelled(world: World): Promise<{ id: string }> {
  const { id } = await newDraft(world);
  const { service, scope } = world;
  await expecting(
    200,
    'Cancelling',
    service.api('POST', `/api/v1/invoices/${id}/cancel`, { ...scope, body: { reason: 'Ordered twice' } }),
  );
  return { id };
}

/** A new company, so that changes do not affect others. */
async function spareCompany({ service, user }: World): Promise<{ params: Params }> {
  const body = await bodyFor(service, { token: user.token, company: companyScope('') }, 'POST', '/api/v1/companies');
  const { company } = await service.newCompany(user, { ...body });
  return { params: { uuid: company } };
}

async function removedCompany(world: World): Promise<{ params: Params }> {
  const spare = await spareCompany(world);
  const { service, user } = world;
  await expecting(204, 'Removing', service.api('DELETE', `/api/v1/companies/${spare.params['uuid']}`, { token: user.token }));
  return spare;
}

async function companyWithRetention(world: World): Promise<{ params: Params }> {
  const spare = await spareCompany(world);
  const retention = { draftMonths: 12, documentYears: 5, clientMonths: 12 };
  const path = `/api/v1/companies/${spare.params['uuid']}`;
  await expecting(200, 'Retention', world.service.api('PATCH', path, { token: world.user.token, body: { retention } }));
  return spare;
}

async function companyWithLogo(world: World): Promise<{ params: Params }> {
  const spare = await spareCompany(world);
  const path = `/api/v1/companies/${spare.params['uuid']}/logo`;
  await expecting(200, 'A logo', world.service.api('POST', path, { token: world.user.token, body: logoForm() }));
  return spare;
}

/** A link to the consent page, for a new user each time, because a user can have at most five. */
async function newLink({ service }: World): Promise<{ params: Params; token: string }> {
  const { token } = await service.newUser();
  const made = service.api('POST', '/api/v1/taxauth/token-links', { token, body: {} });
  const { linkToken } = await expecting<{ linkToken: string }>(201, 'A link', made);
  return { params: { linkToken }, token };
}

/** The redirect of the authority after a consent. */
async function newConsent({ service, user, scope }: World): Promise<{ query: string }> {
  const begun = await service.api('GET', `/api/connect/taxauth?companyId=${scope.company}`, { token: user.token });
  const page = await fetch(String(begun.headers.get('location')), { redirect: 'manual' });
  return { query: new URL(String(page.headers.get('location'))).search };
}

const lookedUp = (): string => String(randomInt(10_000_000, 99_999_999));

/** A set of rates of today that no document uses: rates that count for documents would affect others. */
async function storedRates(): Promise<object> {
  await transact([newRateSet({ date: today(), rates: { XDR: '5.97' } }, () => new Error('stored'))]).catch((error: Error) => {
    if (error.message !== 'stored') throw error;
  });
  return {};
}

/** Lets the last changes of documents be older than the seconds within which ledgers read them again. */
async function unchangedDocuments({ service }: World): Promise<object> {
  await service.advance('PT10S');
  return {};
}

/** A file that was announced and uploaded. */
async function newUpload(world: World): Promise<{ params: Params }> {
  const { service, scope } = world;
  const { id } = await newDraft(world);
  const started = service.api('POST', `/api/v1/invoices/${id}/attachments/uploads`, {
    ...scope,
    body: { filename: 'a.pdf', size: PDF.length },
  });
  const target = await expecting<{ uploadId: string; url: string; fields: Record<string, string> }>(201, 'An upload', started);
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.set(name, value);
  form.set('file', new File([new Uint8Array(PDF)], 'a.pdf'));
  await fetch(target.url, { method: 'POST', body: form });
  return { params: { uuid: id, uploadId: target.uploadId } };
}

/** A link that was never viewed: the first view is added to the timeline. */
async function newShare(world: World): Promise<{ params: Params }> {
  const { service, scope } = world;
  const { id } = await newIssued(world);
  const made = service.api('POST', `/api/v1/invoices/${id}/share-links`, { ...scope, body: {} });
  return { params: { token: (await expecting<{ token: string }>(201, 'A share link', made)).token } };
}

/** A tracked mail that was never opened. @param name of the address in it @returns the parameters of a request to that address */
async function newTracked(world: World, name: 'open.gif' | 'click'): Promise<{ params: Params; query: string }> {
  const { service, scope } = world;
  const { id } = await newIssued(world);
  const to = `reader-${randomUUID()}@client.example`;
  await expecting(
    200,
    'A mail',
    service.api('POST', `/api/v1/invoices/${id}/email`, { ...scope, body: { to, attachPdf: false } }),
  );
  await service.idle();
  const [mail] = await service.mailbox(to);
  const found = new RegExp(`/api/v1/t/([\\w-]{88})/${name}([^"]*)`).exec(mail?.html ?? '');
  return { params: { token: found?.[1] ?? '' }, query: (found?.[2] ?? '').replaceAll('&amp;', '&') };
}

/** A company that has exported nothing yet, and the content of its archive. */
async function newExport({ service, user }: World): Promise<{ company: string; body: object }> {
  const body = await bodyFor(service, { token: user.token, company: companyScope('') }, 'POST', '/api/v1/companies');
  const scope = await service.newCompany(user, { ...body });
  const { id } = await issued(service, scope);
  return { company: scope.company, body: { invoiceIds: [id], includePdf: false } };
}

/** The series that the company's invoices were issued in. */
async function invoiceSeries({ service, scope }: World): Promise<string> {
  const path = '/api/v1/document-series?type=invoice';
  const [series] = await expecting<{ id: string }[]>(200, 'Series', service.api('GET', path, scope));
  return series?.id ?? '';
}

export const SPECIAL: Record<string, Special> = {
  // Companies are read four at a time, and other requests add some.
  'deadlines-list': () => Promise.resolve({ query: '?limit=4' }),
  'attachments-create': async () => ({ body: formWith(PDF) }),
  'attachments-complete-upload': newUpload,
  'document-series-audit': async world => ({ params: { uuid: await invoiceSeries(world) } }),
  'share-view': newShare,
  'share-pdf': newShare,
  'share-xml': newShare,
  'pages-shared-document': newShare,
  'pages-unsubscribe': world => newTracked(world, 'open.gif'),
  'pages-unsubscribe-now': world => newTracked(world, 'open.gif'),
  'mail-tracking-open': world => newTracked(world, 'open.gif'),
  'mail-tracking-click': world => newTracked(world, 'click'),
  'exports-zip': newExport,
  'exports-get': async world => {
    const { company, body } = await newExport(world);
    const { service, user } = world;
    const made = service.api('POST', '/api/v1/invoices/export/zip', { token: user.token, company, body });
    const { exportId } = await expecting<{ exportId: string }>(202, 'An export', made);
    return { company, params: { export: exportId } };
  },
  'auth-register': async () => ({ body: { email: `user-${randomUUID()}@test.example`, password: 'Correct-Horse-9-Battery' } }),
  'auth-login': async ({ user }) => ({ body: { email: user.email, password: user.password } }),
  'auth-logout': async ({ service }) => ({ body: { refresh_token: (await registerOnly(service)).refreshToken } }),
  'auth-refresh': async ({ service }) => ({ body: { refresh_token: (await registerOnly(service)).refreshToken } }),
  'auth-resend-confirmation': async ({ service }) => ({ body: { email: (await registerOnly(service)).email } }),
  'auth-forgot-password': async ({ service }) => ({ body: { email: (await registerOnly(service)).email } }),
  'auth-reset-password': async ({ service }) => ({
    // Of a confirmed account: a takeover deletes earlier records, in more round trips.
    body: { token: await resetToken(service, (await registerConfirmed(service)).email), password: 'Another-Correct-Horse-9' },
  }),
  'auth-mfa-verify': async ({ service }) => {
    const { email, backupCodes } = await registerGuarded(service);
    return { body: { mfaToken: await challengeOf(service, email), code: backupCodes[0], type: 'backup' } };
  },
  'auth-idp': async ({ service }) => ({
    body: { idToken: await service.runtime.idp.token({ sub: randomUUID(), email: newEmail() }) },
  }),
  'auth-passkey-login-options': async ({ user }) => ({ body: { email: user.email } }),
  'auth-passkey-login': async ({ service }) => {
    const { key } = await newPasskey(service, (await registerConfirmed(service)).token);
    return { body: { response: assert(await requestOptions(service), key) } };
  },
  'passkey-register': async ({ service, user }) => ({
    body: { name: 'Telefon', response: attest(await creationOptions(service, user.token)).response },
  }),
  'me-totp-setup': async ({ service }) => ({ token: (await registerOnly(service)).token }),
  'me-totp-enable': async ({ service }) => {
    const { token } = await registerOnly(service);
    return { token, body: { code: codeOf(await setUp(service, token)) } };
  },
  'me-totp-disable': async ({ user }) => ({ body: { password: user.password } }),
  'me-backup-codes-regenerate': async ({ service }) => ({
    token: (await registerGuarded(service)).token,
    body: { password: PASSWORD },
  }),
  'auth-confirm-email': async ({ service }) => {
    const { email } = await registerOnly(service);
    return { body: { token: await mailedToken(service, email) } };
  },
  'clients-bulk-delete': async ({ service, scope }) => ({
    body: { ids: [(await service.newClient(scope, { cui: null, name: randomUUID() })).id] },
  }),
  'delivery-notes-from-proforma': async ({ service, scope }) => {
    const { uuid } = await newProforma(service, await offering(service, scope, `PF${randomUUID().slice(0, 8)}`));
    return { body: { proformaId: uuid } };
  },
  'delivery-notes-bulk-convert': async ({ service, scope, clientId }) => {
    const own = await delivering(service, { ...scope, clientId });
    const notes = await Promise.all([1, 2].map(() => noteIn(service, own, 'issued')));
    return { body: { ids: notes.map(({ uuid }) => uuid) } };
  },
  // Of an event: a test is not repeated.
  'webhooks-delivery-retry': async ({ service, scope }) => {
    const body = { url: 'https://receiver.example/hook', events: ['client.created'] };
    const { uuid } = await expecting<{ uuid: string }>(
      201,
      'A webhook',
      service.api('POST', '/api/v1/webhooks', { ...scope, body }),
    );
    await service.newClient(scope, { cui: null, name: randomUUID() });
    await service.idle();
    const page = service.api('GET', `/api/v1/webhooks/${uuid}/deliveries`, scope);
    const { data } = await expecting<{ data: { uuid: string }[] }>(200, 'Its deliveries', page);
    return { params: { uuid, deliveryUuid: data[0]?.uuid ?? '' } };
  },
  'suppliers-bulk-delete': async world => ({
    body: { ids: [(await makeTarget(world.service, world.scope, { path: '/api/v1/suppliers/{uuid}' }))['uuid']] },
  }),
  'products-bulk-delete': async world => ({
    body: { ids: [(await makeTarget(world.service, world.scope, { path: '/api/v1/products/{uuid}' }))['uuid']] },
  }),
  'sync-trigger': async world => {
    // Of a company without a run: the plan does not allow another one so soon.
    const { service, user } = world;
    const { params } = await spareCompany(world);
    const company = companyScope(String(params['uuid']));
    await connect(service, { token: user.token, company });
    return { company };
  },
  'companies-toggle-sync': async ({ scope }) => ({ params: { uuid: scope.company } }),
  'clients-from-registry': async () => ({ body: { cui: lookedUp() } }),
  'clients-taxauth-lookup': async () => ({ query: `?cui=${lookedUp()}` }),
  'clients-vies-lookup': async () => ({ query: `?vatCode=ATU${lookedUp()}` }),
  'exchange-rates-list': async () => storedRates(),
  'exchange-rates-convert': async () => ({ ...(await storedRates()), query: '?amount=10&from=XDR&to=RON' }),
  'reports-vat': async () => ({ query: `?year=${today().slice(0, 4)}&month=${today().slice(5, 7)}` }),
  'reports-declarations': async () => ({ query: `?form=d394&period=${today().slice(0, 7)}` }),
  'companies-remove': spareCompany,
  'companies-deletion': removedCompany,
  'companies-release': async world => ({ ...(await removedCompany(world)), body: { confirm: 'no_archive' } }),
  'companies-start-retention': async world => ({ ...(await companyWithRetention(world)), body: { confirm: 'remove' } }),
  'companies-retention': companyWithRetention,
  'companies-restore': removedCompany,
  'companies-refresh-registry': spareCompany,
  'companies-upload-logo': async world => ({ ...(await spareCompany(world)), body: logoForm() }),
  'companies-logo': companyWithLogo,
  'companies-remove-logo': companyWithLogo,
  'companies-period-lock': async ({ scope }) => ({ params: { uuid: scope.company } }),
  'companies-set-period-lock': async ({ scope }) => ({ params: { uuid: scope.company }, body: { closedUntil: null } }),
  'companies-set-active': async world => {
    const spare = await spareCompany(world);
    await makeReadOnly(companyScope(String(spare.params['uuid'])));
    return spare;
  },
  'companies-update': async world => ({ ...(await spareCompany(world)), body: { phone: '+40 21 555 01 24' } }),
  'invoices-issue': inStatus(newDraft),
  'invoices-storno': inStatus(newIssued),
  'invoices-correct': async world => ({
    params: { uuid: (await newIssued(world)).id },
    body: { lines: [{ description: 'Consultanță', quantity: 2, unitPrice: 40, vatRate: 21 }] },
  }),
  'invoices-settle-advances': async world => ({ params: { uuid: (await newDraft(world)).id }, body: { advances: [] } }),
  'invoices-cancel': async world => ({ params: { uuid: (await newDraft(world)).id }, body: { reason: 'Ordered twice' } }),
  'invoices-submit': inStatus(newIssued),
  'invoices-bulk-submit': async world => ({ body: { ids: [(await newIssued(world)).id] } }),
  'invoices-upload': inStatus(newIssued),
  'invoices-pdf': inStatus(newIssued),
  'invoices-xml': inStatus(newIssued),
  'invoices-restore': inStatus(newCancelled),
  'invitations-accept': async ({ service, user }) => {
    const email = newEmail();
    const [{ token }, person] = await Promise.all([
      invited(service, user, { email, role: 'employee' }),
      registerOnly(service, { email }),
    ]);
    return { params: { token }, token: person.token };
  },
  'invitations-look': async ({ service, user }) => ({
    params: { token: (await invited(service, user, { email: newEmail(), role: 'employee' })).token },
  }),
  'licensing-validate': async ({ service, user }) => {
    const made = service.api('POST', '/api/v1/licensing/keys', { token: user.token, body: {} });
    const { licenseKey } = await expecting<{ licenseKey: string }>(201, 'A licence key', made);
    return { body: { licenseKey } };
  },
  'me-remove': async ({ service }) => ({ token: (await registerOnly(service)).token, body: { password: PASSWORD } }),
  'reports-control-file': async world => {
    const seriesId = await invoiceSeries(world);
    return { query: `?seriesId=${seriesId}` };
  },
  'reports-sales': async () => ({ query: `?dateFrom=${today().slice(0, 8)}01&dateTo=${today()}` }),
  'reports-save-opening': ({ clientId }) =>
    Promise.resolve({ body: { role: 'sale', partnerId: clientId, date: '2025-12-31', amount: 1210 } }),
  'reports-balance': unchangedDocuments,
  'reports-exchange-differences': unchangedDocuments,
  'reports-ledger': unchangedDocuments,
  'reports-statement': async world => ({ ...(await unchangedDocuments(world)), query: `?clientId=${world.clientId}` }),
  'reports-statement-email': async world => ({
    ...(await unchangedDocuments(world)),
    body: { clientId: world.clientId, to: 'client@client.example' },
  }),
  'me-update': async () => ({ body: { phone: '+40 21 555 01 25' } }),
  'taxauth-connect-callback': newConsent,
  'taxauth-connect-link': newLink,
  'taxauth-create-link': async ({ service }) => ({ token: (await service.newUser()).token, body: {} }),
  'taxauth-get-link': newLink,
  'taxauth-validate-cif': async ({ service, scope }) => {
    const { cif } = await expecting<{ cif: string }>(
      200,
      'The company',
      service.api('GET', `/api/v1/companies/${scope.company}`, scope),
    );
    return { body: { cif } };
  },
  'taxauth-vat-status': async () => ({ params: { cif: lookedUp() } }),
};

/** A request to which its endpoint responds with success, on records of its own where it changes any. */
export async function requestFor(world: World, { name, handler: { definition } }: EndpointEntry): Promise<BenchRequest> {
  const { service, scope } = world;
  const { params, query = '', ...special } = (await SPECIAL[name]?.(world)) ?? {};
  const { method, path } = definition;
  const sent = {
    path: filled(path, params ?? (await makeTarget(service, scope, definition))) + query,
    ...(definition.auth !== 'public' && { token: scope.token }),
    ...(definition.auth === 'company' && definition.companyIn !== 'path' && { company: scope.company }),
    ...(definition.body && !('body' in special) && { body: await bodyFor(service, scope, method, path) }),
  };
  return { ...sent, ...special };
}
