import { log } from '#shared/base/kernel/log.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { type Ask, askAt, Refused } from './api.ts';
import type { Credentials } from './credentials.ts';
import { CanaryFailed, isJudged, type Outcome, periodKey, type Problem, problemsOf } from './problems.ts';

/**
 * A run of the canary: it makes the invoice of its period, looks at what the invoice of the run before has led to, then issues, submits and
 * mails its own. All that it knows of earlier runs it asks the API for. Runs at once, or twice, make one invoice, since all of their requests have
 * the key of the period.
 */

/** An address of SES's mailbox simulator, which delivers to nobody (COM-70). */
export const SINK = 'success@simulator.amazonses.com';

export interface Canary {
  url: string;
  credentials: Credentials;
  everyMinutes: number;
}

interface Invoice {
  id: string;
  number: string;
  status: string;
  createdAt: string;
}

/** @throws CanaryFailed */
export async function runCanary({ url, credentials, everyMinutes }: Canary, now: Date): Promise<void> {
  const ask = askAt(url, credentials.key, credentials.company);
  const period = periodKey(now, everyMinutes);
  const problems: Problem[] = [];
  const step = async <T>(run: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await run();
    } catch (error) {
      problems.push(...problemOf(error));
      return undefined;
    }
  };

  const own = await step(() => draft(ask, period, credentials.client));
  problems.push(...((await step(() => lookBack(ask, credentials.webhook, own?.id, now))) ?? []));
  if (own) {
    const path = `/invoices/${own.id}`;
    const issued = await step(() => ask('POST', `${path}/issue`, { once: `${period} issue` }));
    if (issued) {
      await step(() => ask('POST', `${path}/submit`, { once: `${period} submit` }));
      await step(() => ask('POST', `${path}/email`, { once: `${period} email`, body: { to: SINK } }));
    }
  }
  if (problems.length > 0) {
    // Two steps that failed for one reason say it once.
    const found = [...new Map(problems.map(one => [`${one.problem} ${one.message}`, one])).values()];
    for (const { problem, message } of found) log.warn('canary found a problem', { problem, reason: message });
    throw new CanaryFailed(found);
  }
  log.info('canary passed', { period });
}

/** The problem of a request that was refused; none if another run of the same period is making it. */
function problemOf(error: unknown): Problem[] {
  if (!(error instanceof Refused)) throw error;
  const { status, reason, message } = error;
  if (reason === 'request_in_progress') return [];
  return [{ problem: status === 401 || status === 403 ? 'key-refused' : 'api-failed', message }];
}

const draft = async (ask: Ask, period: string, clientId: string): Promise<Invoice> =>
  (
    await ask<{ invoice: Invoice }>('POST', '/invoices', {
      body: {
        idempotencyKey: period,
        // Without a day on which it is due: else members would be mailed about open invoices (OUT-94).
        ...{ clientId, issueDate: today(), paymentTerms: 'Test' },
        lines: [{ description: 'Test', quantity: 1, unitPrice: 100, vatRate: 21 }],
      },
    })
  ).invoice;

/** What is wrong with the newest invoice that is not this period's; nothing when there is none, or it is too young. */
async function lookBack(ask: Ask, webhook: string, ownId: string | undefined, now: Date): Promise<Problem[]> {
  const { data } = await ask<{ data: Invoice[] }>('GET', '/invoices?limit=2&sort=createdAt&order=desc');
  const before = data.find(({ id, createdAt }) => id !== ownId && isJudged(createdAt, now));
  return before ? problemsOf(await outcomeOf(ask, webhook, before)) : [];
}

async function outcomeOf(ask: Ask, webhook: string, { id, number, status, createdAt }: Invoice): Promise<Outcome> {
  const path = `/invoices/${id}`;
  const isValidated = status === 'validated';
  const mails = await ask<Outcome['mails']>('GET', `${path}/emails`);
  const attempts = isValidated ? await attemptsFor(ask, webhook, id, createdAt) : [];
  // Only an invoice that was not accepted has messages of the authority.
  const { taxauthValidationErrors: errors } = isValidated
    ? { taxauthValidationErrors: null }
    : await ask<{ taxauthValidationErrors: string[] | null }>('GET', path);
  return { number, status, errors: errors ?? [], mails, attempts };
}

interface Delivery {
  status: string;
  responseCode: number;
  errorMessage: string | null;
  requestPayload: string | null;
}

/** Deliveries since an invoice was made that are looked at: one, unless those of earlier invoices were tried again. */
const MOST_DELIVERIES = 5;

/** The attempts to tell of the verdict on an invoice. Lists of deliveries do not say which document they are about. */
async function attemptsFor(ask: Ask, webhook: string, invoice: string, since: string): Promise<Delivery[]> {
  const path = `/webhooks/${webhook}/deliveries`;
  const { data } = await ask<{ data: { uuid: string; deliveredAt: string }[] }>('GET', path);
  const recent = data.filter(({ deliveredAt }) => Date.parse(deliveredAt) >= Date.parse(since)).slice(0, MOST_DELIVERIES);
  const details = await Promise.all(recent.map(({ uuid }) => ask<Delivery>('GET', `${path}/${uuid}`)));
  return details.filter(({ requestPayload }) => requestPayload?.includes(invoice));
}
