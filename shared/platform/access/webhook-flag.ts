import { registerCache } from '#shared/base/kernel/caches.ts';
import { now } from '#shared/base/kernel/clock.ts';
import type { Company } from '#shared/model/company.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import type { DueMark } from '#shared/platform/store/due-work.ts';
import { type CompanyId, companyKey } from '#shared/platform/store/table.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';

/**
 * Whether events of a company must be published to webhooks. The company's record has a flag for this, updated in the transactions
 * that change webhooks. Every request reads the record anyway, so the flag is cached in memory and events need no read of their
 * own.
 */

/** TTL of a cached flag, in milliseconds. */
const KEPT_MS = 60_000;
const MOST_KEPT = 1000;

const seen = new Map<string, { hasWebhooks: boolean; at: number }>();
registerCache(() => seen.clear());

/** Caches the flag of a company's record that was just read. */
export function noteWebhooks({ id, hasWebhooks = false }: Company): void {
  if (seen.size >= MOST_KEPT) seen.clear();
  seen.set(id, { hasWebhooks, at: now().getTime() });
}

/**
 * The attributes that mark an item's events as waiting for publication; undefined if the company has no active webhook. A webhook
 * created within the last minute may be missing from the cache; its events are then lost if the stream loses them as well.
 */
export function awaitsPublication(company: CompanyId, id: string): DueMark | undefined {
  const known = seen.get(company);
  const isFresh = known && Math.abs(now().getTime() - known.at) < KEPT_MS;
  return isFresh && !known.hasWebhooks ? undefined : awaitsDispatch(id);
}

/** The write that sets in a company's record whether it has active webhooks. It raises the record's version. */
export const webhookFlag = (company: CompanyId, hasWebhooks: boolean): Write =>
  update(companyKey(company, 'COMPANY'), {
    expression: 'SET #data.hasWebhooks = :has, #data.#version = #data.#version + :one, #version = #version + :one',
    names: { '#data': 'data', '#version': 'version' },
    values: { ':has': hasWebhooks, ':one': 1 },
  });
