import { randomBytes } from 'node:crypto';
import { today } from '#shared/base/kernel/clock.ts';
import { type Api, apiAt, expecting } from '../api-client.ts';
import { type DemoData, type DemoInvoice, hasDemo, keepDemo, readDemo } from './demo-data.ts';
import { BANK_ACCOUNT, CLIENT, COMPANY, INVOICE, type Person, register, signIn } from './journey.ts';
import type { Runtime } from '../runtime.ts';

/** Options of the demo, which takes an invoice from draft to validated and only uses the public API. */
export interface DemoOptions {
  runtime: Pick<Runtime, 'url' | 'clock'>;
  dataDir: string;
  say(line: string): void;
}

/** Runs the demo: without data it creates a user and a company first, else only one more invoice. @throws when a step fails */
export async function runDemo({ runtime, dataDir, say }: DemoOptions): Promise<void> {
  const api = apiAt(runtime.url);
  // The authority takes some 20 minutes of the local clock. So the clock is set back by 30 minutes first: nothing is dated in the future.
  const turnable = !runtime.clock.state().frozen && Math.abs(runtime.clock.now() - Date.now()) < 1000;
  if (turnable) runtime.clock.set(new Date(Date.now() - 30 * 60_000).toISOString());
  try {
    const { kept, token } = hasDemo(dataDir) ? await again(api, readDemo(dataDir), say) : await begin(api, dataDir, say);
    const scope = { token, company: kept.companyId };
    const { id, number } = await oneInvoice(api, scope, kept.clientId, say);
    keepDemo(dataDir, { ...kept, invoice: { id, number } });
    await untilValidated(api, runtime, scope, id, say);
  } finally {
    if (turnable) runtime.clock.reset();
  }
}

/** Prints URLs, demo user and password; called at every start. */
export function tellAccess({ url, dataDir, say }: { url: string; dataDir: string; say: DemoOptions['say'] }): void {
  say('');
  say(`Look around    ${url}/_local`);
  say(`Documentation  ${url}/docs`);
  say(`API document   ${url}/openapi.json`);
  say(`Mailbox        ${url}/_local/mailbox`);
  if (!hasDemo(dataDir)) return;
  const kept = readDemo(dataDir);
  tellUser(kept, say);
  if (kept.invoice) say('Try            ' + curl(url, kept, kept.invoice));
}

/** Like `tellAccess`, for a run that ends after the invoice (`--once`) and so has no URLs. */
export function tellData({ dataDir, say }: Pick<DemoOptions, 'dataDir' | 'say'>): void {
  say('');
  tellUser(readDemo(dataDir), say);
  say(`Data           ${dataDir} (npm start serves it)`);
}

const tellUser = ({ email, password }: Person, say: DemoOptions['say']): void => say(`Demo user      ${email}  ${password}`);

interface Begun {
  kept: DemoData;
  token: string;
}

async function again(api: Api, kept: DemoData, say: DemoOptions['say']): Promise<Begun> {
  say(`Signing in as ${kept.email}`);
  return { kept, token: await signIn(api, kept) };
}

async function begin(api: Api, dataDir: string, say: DemoOptions['say']): Promise<Begun> {
  const person: Person = {
    email: await freeAddress(api),
    password: `Demo-${randomBytes(9).toString('base64url')}`,
    firstName: 'Andreea',
    lastName: 'Munteanu',
    organizationName: COMPANY.name,
  };
  say(`Registering ${person.email}, confirming by the link in the mail`);
  const token = await register(api, person);
  const created = <T>(what: string, path: string, body: unknown, company?: string): Promise<T> =>
    expecting<T>([200, 201], what, api('POST', path, { token, company, body }));

  const { id: companyId, cif } = await created<{ id: string; cif: string }>('Creating the company', '/api/v1/companies', COMPANY);
  say(`Company ${COMPANY.name} (${cif})`);
  await created('Adding the bank account', '/api/v1/bank-accounts', BANK_ACCOUNT, companyId);
  const { client } = await created<{ client: { id: string } }>('Adding the client', '/api/v1/clients', CLIENT, companyId);
  say(`Bank account ${BANK_ACCOUNT.iban}, client ${CLIENT.name}`);
  const granted = await created<{ token: string }>('Asking the tax authority for a token', '/_local/taxauth/tokens', { cif });
  await created('Linking the tax authority', '/api/v1/taxauth/tokens', { token: granted.token, label: 'Demo', companyId });
  say('Tax authority linked');

  const kept: DemoData = { ...person, companyId, clientId: client.id };
  keepDemo(dataDir, kept);
  return { kept, token };
}

/** An address that is not registered yet. A run that crashed after the registration has used its address, and its password is lost. */
async function freeAddress(api: Api): Promise<string> {
  const { messages } = await expecting<{ messages: { to: string[] }[] }>(
    200,
    'Reading the mailbox',
    api('GET', '/_local/mailbox'),
  );
  const taken = new Set(messages.flatMap(message => message.to));
  return taken.has('demo@invoicing.example')
    ? `demo-${randomBytes(3).toString('hex')}@invoicing.example`
    : 'demo@invoicing.example';
}

interface Scope {
  token: string;
  company: string;
}

interface Invoice {
  id: string;
  number: string;
  status: string;
  total: number;
  currency: string;
  xmlPath: string | null;
  pdfPath: string | null;
  taxauthValidationErrors: unknown;
}

async function oneInvoice(api: Api, scope: Scope, clientId: string, say: DemoOptions['say']): Promise<Invoice> {
  const issueDate = today();
  const body = {
    ...INVOICE,
    issueDate,
    dueDate: new Date(Date.parse(issueDate) + 30 * 86_400_000).toISOString().slice(0, 10),
    clientId,
    // Without it, the same request within an hour would return the existing draft.
    idempotencyKey: `demo-${randomBytes(8).toString('hex')}`,
  };
  const send = <T>(what: string, path: string, sent?: unknown): Promise<T> =>
    expecting<T>([200, 201], what, api('POST', path, { ...scope, body: sent }));

  const { invoice: draft } = await send<{ invoice: Invoice }>('Drafting the invoice', '/api/v1/invoices', body);
  say(`draft      ${draft.number}, total ${draft.total.toFixed(2)} ${draft.currency}`);
  const issued = await send<Invoice>('Issuing the invoice', `/api/v1/invoices/${draft.id}/issue`);
  say(`issued     ${issued.number}`);
  say(`           XML ${issued.xmlPath}`);
  say(`           PDF ${issued.pdfPath}`);
  const submitted = await send<Invoice>('Submitting the invoice', `/api/v1/invoices/${draft.id}/submit`);
  say(`submitted  ${submitted.status}`);
  return issued;
}

/** Enough clock changes for all polls: ten within a day. */
const MAX_TURNS = 60;

/** Sets the clock forward until the authority has validated or rejected the invoice. */
async function untilValidated(
  api: Api,
  { clock }: Pick<Runtime, 'clock'>,
  scope: Scope,
  invoiceId: string,
  say: DemoOptions['say'],
): Promise<void> {
  say('           The authority processes the invoice; the local clock is set forward to the polls.');
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    await expecting(200, 'Waiting for quiet', api('GET', '/_local/idle?timeoutMs=60000'));
    const invoice = await expecting<Invoice>(200, 'Reading the invoice', api('GET', `/api/v1/invoices/${invoiceId}`, scope));
    if (invoice.status === 'validated') {
      say(`validated  ${invoice.number}`);
      return;
    }
    if (invoice.status === 'rejected') {
      throw new Error(`The tax authority rejected ${invoice.number}: ${JSON.stringify(invoice.taxauthValidationErrors)}`);
    }
    clock.advance(turn < 10 ? 'PT2M30S' : 'PT30M');
  }
  throw new Error('The tax authority neither validated nor rejected the invoice.');
}

/** A shell command that logs in and downloads the PDF. */
const curl = (url: string, { email, password, companyId }: DemoData, { id, number }: DemoInvoice): string =>
  [
    `TOKEN=$(curl -s ${url}/api/auth -H 'content-type: application/json' -d '${JSON.stringify({ email, password })}'`,
    `| sed 's/.*"token":"\\([^"]*\\)".*/\\1/');`,
    `curl -s ${url}/api/v1/invoices/${id}/pdf -H "authorization: Bearer $TOKEN" -H 'x-company: ${companyId}' -o ${number.replace(/[^\w-]/g, '_')}.pdf`,
  ].join(' ');
