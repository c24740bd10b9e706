import { type FollowUp, leave, stillLeft } from '../../store/deferred-tasks.ts';
import type { CompanyId } from '../../store/table.ts';
import type { Condition, Write } from '../../store/transact.ts';
import type { PersonRef } from '../../model/document.ts';

/**
 * A change of a client that its documents follow: left in the client's own transaction, so that they do whatever becomes of the process
 * that changed it.
 */
export interface ClientChange {
  /** Of the client that documents follow at least. */
  version: number;
  /** Of the change (`YYYY-MM`): documents of other months do not follow. */
  month: string;
  by: PersonRef;
}

/** Seconds after which the documents are looked at once more: longer than any call of the API may run, and than indexes lag. */
const LOOK_AGAIN = 60;

export const clientWork = (companyId: CompanyId, id: string): FollowUp => ({ kind: 'client', companyId, id });

/** Holds while no later change has been left. */
export const ifUnchanged = ({ version }: ClientChange): Condition => ({
  expression: '#data.#version = :version',
  names: { '#data': 'data', '#version': 'version' },
  values: { ':version': version },
});

/** Lets the transaction pass only while a change is the newest of its client. */
export const stillNewest = (company: CompanyId, clientId: string, change: ClientChange): Write =>
  stillLeft(company, clientWork(company, clientId), ifUnchanged(change));

/** The write that has the documents of a client follow it, whatever becomes of this process. */
export const leaveFollowing = (company: CompanyId, clientId: string, change: ClientChange): Write =>
  leave(company, clientWork(company, clientId), LOOK_AGAIN, change);
