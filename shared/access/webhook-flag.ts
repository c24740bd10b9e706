import { registerCache } from '../kernel/caches.ts';
import { now } from '../kernel/clock.ts';
import type { Company } from '../model/company.ts';
import { awaitsDispatch } from '../store/outbox.ts';
import type { DueMark } from '../store/due-work.ts';
import { type CompanyId, companyKey } from '../store/table.ts';
import { update, type Write } from '../store/transact.ts';

/**
 * Whether events of a company wait to be published to webhooks. Its record says whether it has any, in the transactions that change
 * them; and every request reads the record anyway. So what it said is kept for a moment, and no event asks for it.
 */

/** Older than this, what the record said is not known any more. */
const KEPT_MS = 60_000;
const MOST_KEPT = 1000;

const seen = new Map<string, { hasWebhooks: boolean; at: number }>();
registerCache(() => seen.clear());

/** Keeps what a company's record says, as it was read. */
export function noteWebhooks({ id, hasWebhooks = false }: Company): void {
  if (seen.size >= MOST_KEPT) seen.clear();
  seen.set(id, { hasWebhooks, at: now().getTime() });
}

/**
 * The attributes of an item whose events wait to be published: none where the company has no webhook that is switched on. A webhook that
 * was made within the last minute may not be known here; then an event is not found again should the stream lose it as well.
 */
export function awaitsPublication(company: CompanyId, id: string): DueMark | undefined {
  const known = seen.get(company);
  const isFresh = known && Math.abs(now().getTime() - known.at) < KEPT_MS;
  return isFresh && !known.hasWebhooks ? undefined : awaitsDispatch(id);
}

/** The write that says in a company's record whether it has webhooks that are switched on. It raises the record's version. */
export const webhookFlag = (company: CompanyId, hasWebhooks: boolean): Write =>
  update(companyKey(company, 'COMPANY'), {
    expression: 'SET #data.hasWebhooks = :has, #data.#version = #data.#version + :one, #version = #version + :one',
    names: { '#data': 'data', '#version': 'version' },
    values: { ':has': hasWebhooks, ':one': 1 },
  });
