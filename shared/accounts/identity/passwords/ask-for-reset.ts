import { addLogFields } from '#shared/base/kernel/log.ts';
import { mailRequest } from '#shared/output/mail/requests.ts';
import { userPartition } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { NOBODY } from '../account/store.ts';

/**
 * Requests the mail with a reset token. The write has the same form whether or not the email has an account, so that the duration
 * does not reveal it: the worker that composes the mail drops the request if there is no active account with a password.
 */
export const askForReset = (userId: string = NOBODY, commit: Commit<void>): Promise<void> => {
  addLogFields({ userId: userId === NOBODY ? undefined : userId });
  return commit([mailRequest(userPartition(userId), { template: 'reset-password', userId })], undefined);
};
