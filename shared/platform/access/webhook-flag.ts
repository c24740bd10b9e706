import { notesOfRun } from '#shared/base/kernel/caches.ts';
import type { Company } from '#shared/model/company.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import type { DueMark } from '#shared/platform/store/due-work.ts';
import { type CompanyId, companyKey } from '#shared/platform/store/table.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';

/**
 * Whether events of a company must be published to webhooks. The company's record has a flag for this, updated in the transactions
 * that change webhooks. Every request reads the record anyway, so events need no read of their own.
 */

/** For how long after the read the flag counts, in milliseconds: requests take less, and long runs of workers publish in doubt. */
const COUNTS_MS = 5_000;

interface Noted {
  hasWebhooks: boolean;
  at: number;
}

const nameOf = (company: string): string => `webhooks of ${company}`;

/** Notes the flag of a company's record that was just read, for the current invocation. */
export const noteWebhooks = ({ id, hasWebhooks = false }: Company): unknown =>
  notesOfRun()?.set(nameOf(id), { hasWebhooks, at: performance.now() } satisfies Noted);

/**
 * The attributes that mark an item's events as waiting for publication; undefined if the company has no webhook: then they are
 * published to none. A webhook that is created after this invocation has read the company does not get them. One that is switched off
 * counts: its events are kept for a replay (WHK-14).
 */
export function awaitsPublication(company: CompanyId, id: string): DueMark | undefined {
  const noted = notesOfRun()?.get(nameOf(company)) as Noted | undefined;
  const counts = noted && performance.now() - noted.at < COUNTS_MS;
  return counts && !noted.hasWebhooks ? undefined : awaitsDispatch(id);
}

/** The write that sets in a company's record whether it has webhooks. It raises the record's version. */
export const webhookFlag = (company: CompanyId, hasWebhooks: boolean): Write =>
  update(companyKey(company, 'COMPANY'), {
    expression: 'SET #data.hasWebhooks = :has, #data.#version = #data.#version + :one, #version = #version + :one',
    names: { '#data': 'data', '#version': 'version' },
    values: { ':has': hasWebhooks, ':one': 1 },
  });
