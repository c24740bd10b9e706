import { type DeferredTask, deferTask, checkTask } from '#shared/platform/store/deferred-tasks.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Condition, Write } from '#shared/platform/store/transact.ts';
import type { PersonRef } from '#shared/model/document.ts';

/** The kind of the deferred tasks that rewrite the drafts of a changed client. */
export const CLIENT_TASK = 'client';

/**
 * A change of a client that its drafts take over. It is stored in the transaction that changes the client, so that the
 * documents are rewritten even when the process dies.
 */
export interface ClientChange {
  /** The version of the client after the change; documents take over this or a later one. */
  version: number;
  /** The month of the change (`YYYY-MM`): documents of other months do not change. */
  month: string;
  by: PersonRef;
}

/** Seconds after which the task runs: longer than an API request can take, and longer than indexes lag behind. */
const LOOK_AGAIN = 60;

export const clientTask = (companyId: CompanyId, id: string): DeferredTask => ({ kind: CLIENT_TASK, companyId, id });

/** The condition that the task still holds this change, not a later one. */
export const ifUnchanged = ({ version }: ClientChange): Condition => ({
  expression: '#data.#version = :version',
  names: { '#data': 'data', '#version': 'version' },
  values: { ':version': version },
});

/** A condition check: the transaction fails unless the change is the newest of its client. */
export const stillNewest = (company: CompanyId, clientId: string, change: ClientChange): Write =>
  checkTask(company, clientTask(company, clientId), ifUnchanged(change));

/** The write of the deferred task that rewrites the documents of a client. */
export const deferClientChange = (company: CompanyId, clientId: string, change: ClientChange): Write =>
  deferTask(company, clientTask(company, clientId), LOOK_AGAIN, change);
