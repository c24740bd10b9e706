import { unauthorized } from '../kernel/errors.ts';
import { check, type Write } from '../store/transact.ts';
import { accountKey } from './records.ts';
import type { Account } from './model.ts';

/**
 * What is set up under an account belongs to one of its owners. When the proven owner of the email takes the account over from its
 * registrant (takeover.ts), `Account.epoch` goes up: one write that ends every earlier API key and passkey, however many there are.
 */

interface WithEpoch {
  epoch?: number | undefined;
}

/** The field that a credential carries of the account under which it is made. */
export const epochIn = ({ epoch }: WithEpoch): { epoch?: number } => (epoch === undefined ? {} : { epoch });

/** Whether a credential was made under the account's present owner. */
export const isOfEpoch = (credential: WithEpoch, account: WithEpoch): boolean => (credential.epoch ?? 0) === (account.epoch ?? 0);

/**
 * Lets a transaction pass only while the account is open and has the owner who was admitted: a request of the registrant that
 * was under way during the takeover leaves nothing behind.
 *
 * @throws (in the transaction) 401
 */
export const ownerUnchanged = ({ id, epoch }: Pick<Account, 'id'> & WithEpoch): Write =>
  check(
    accountKey(id),
    {
      expression: `#data.active = :yes AND ${epoch === undefined ? 'attribute_not_exists(#data.epoch)' : '#data.epoch = :epoch'}`,
      names: { '#data': 'data' },
      values: { ':yes': true, ...(epoch !== undefined && { ':epoch': epoch }) },
    },
    () => unauthorized('The account has just changed; log in again.'),
  );
