import { type DeferredTask, deferTask, taskStill } from '../../store/deferred-tasks.ts';
import type { CompanyId } from '../../store/table.ts';
import type { Condition, Write } from '../../store/transact.ts';
import type { PersonRef } from '../../model/document.ts';

/** The deferred tasks "rewrite the documents of this changed client". */
export const CLIENT_TASK = 'client';

/**
 * A change of a client that its open documents take over: left in the client's own transaction, so that they do also when the process
 * that changed it dies.
 */
export interface ClientChange {
  /** Of the client that documents take over at least. */
  version: number;
  /** Of the change (`YYYY-MM`): documents of other months stay as they are. */
  month: string;
  by: PersonRef;
}

/** Seconds after which the documents are looked at once more: longer than any call of the API may run, and than indexes lag. */
const LOOK_AGAIN = 60;

export const clientTask = (companyId: CompanyId, id: string): DeferredTask => ({ kind: CLIENT_TASK, companyId, id });

/** Holds while no later change has been left. */
export const ifUnchanged = ({ version }: ClientChange): Condition => ({
  expression: '#data.#version = :version',
  names: { '#data': 'data', '#version': 'version' },
  values: { ':version': version },
});

/** Lets the transaction pass only while a change is the newest of its client. */
export const stillNewest = (company: CompanyId, clientId: string, change: ClientChange): Write =>
  taskStill(company, clientTask(company, clientId), ifUnchanged(change));

/** The write that has the documents of a client rewritten, also when this process dies before it has done so. */
export const deferClientChange = (company: CompanyId, clientId: string, change: ClientChange): Write =>
  deferTask(company, clientTask(company, clientId), LOOK_AGAIN, change);
