import { randomUUID } from 'node:crypto';
import { today } from '#shared/base/kernel/clock.ts';
import { type Api, apiAt, expecting } from '../local/api-client.ts';
import { BANK_ACCOUNT, CLIENT, COMPANY, INVOICE, register } from '../local/demo/journey.ts';
import type { Runtime } from '../local/runtime.ts';
import { type LifeObserver, onCountedSystem } from './counting.ts';
import type { Run, Usage } from './usage.ts';

/** Requests of one invoice's life that the caller makes, in their order: `docs/operations/cost.md` names them. */
const REQUESTS = 6;

/** Longer than the authority's answer takes. */
const MAX_TURNS = 60;

/**
 * Counts what one invoice takes: drafted, read, issued, fetched as PDF, mailed, submitted, and polled until the authority's verdict. It runs on
 * a local system of its own in `dataDir`; what the company and its client take before is not counted.
 *
 * @param observer sees the calls of the table
 * @throws Error when a step fails
 */
export const countLife = (dataDir: string, observer?: LifeObserver): Promise<Usage> =>
  onCountedSystem(
    dataDir,
    async ({ runtime, runs, measure }) => {
      const api = apiAt(runtime.url);
      const scope = await newCompany(api);
      // One before, for what only the first invoice of a company takes.
      await oneLife(api, runtime, scope, runs);
      const { usage } = await measure(() => oneLife(api, runtime, scope, runs, observer));
      return { ...usage, requests: REQUESTS };
    },
    observer,
  );

interface Scope {
  token: string;
  company: string;
  clientId: string;
}

const call = <T>(
  api: Api,
  { token, company }: Pick<Scope, 'token' | 'company'>,
  path: string,
  body?: unknown,
  method = 'POST',
): Promise<T> => expecting<T>([200, 201, 202], `${method} ${path}`, api(method, path, { token, company, body }));

/** A company that may submit, with the example client. */
async function newCompany(api: Api): Promise<Scope> {
  const person = { firstName: 'Ana', lastName: 'Pop', organizationName: COMPANY.name };
  const token = await register(api, { ...person, email: 'cost@invoicing.example', password: 'Cost-of-1-invoice' });
  const post = <T>(path: string, body: unknown, company = ''): Promise<T> => call<T>(api, { token, company }, path, body);
  const { id: company, cif } = await post<{ id: string; cif: string }>('/api/v1/companies', COMPANY);
  await post('/api/v1/bank-accounts', BANK_ACCOUNT, company);
  const { client } = await post<{ client: { id: string } }>('/api/v1/clients', CLIENT, company);
  const granted = await post<{ token: string }>('/_local/taxauth/tokens', { cif });
  await post('/api/v1/taxauth/tokens', { token: granted.token, label: 'Cost', companyId: company });
  return { token, company, clientId: client.id };
}

/** The requests of one invoice, and the time that the authority takes. */
async function oneLife(api: Api, { clock, idle }: Runtime, scope: Scope, runs: Run[], observer?: LifeObserver): Promise<void> {
  const issueDate = today();
  const body = { ...INVOICE, issueDate, dueDate: issueDate, clientId: scope.clientId, idempotencyKey: randomUUID() };
  const { invoice } = await call<{ invoice: { id: string } }>(api, scope, '/api/v1/invoices', body);
  const path = `/api/v1/invoices/${invoice.id}`;
  const read = (): Promise<{ status: string }> => call(api, scope, path, undefined, 'GET');
  await read();
  await call(api, scope, `${path}/issue`);
  await idle();
  await call(api, scope, `${path}/pdf`, undefined, 'GET');
  await call(api, scope, `${path}/email`, { to: 'client@example.com' });
  await idle();
  await call(api, scope, `${path}/submit`);
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    await idle();
    // How often a caller looks is theirs: it is not counted.
    const counted = runs.length;
    observer?.counts(false);
    const { status } = await read();
    observer?.counts(true);
    runs.length = counted;
    if (status === 'validated') return;
    clock.advance('PT2M30S');
  }
  throw new Error('The tax authority gave no verdict.');
}
