import { addLogFields } from '../../kernel/log.ts';
import { mailRequest } from '../../mail/requests.ts';
import { userPartition } from '../../store/table.ts';
import type { Commit } from '../../store/transact.ts';
import { NOBODY } from '../account/store.ts';

/**
 * Asks for the mail with the token. The same is written whether or not anybody has the email: the worker that writes the mail
 * drops it where there is no active account with a password.
 */
export const askForReset = (userId: string = NOBODY, commit: Commit<void>): Promise<void> => {
  addLogFields({ userId: userId === NOBODY ? undefined : userId });
  return commit([mailRequest(userPartition(userId), { template: 'reset-password', userId })], undefined);
};
