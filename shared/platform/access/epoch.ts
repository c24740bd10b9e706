import { unauthorized } from '#shared/base/kernel/errors.ts';
import { check, type Write } from '#shared/platform/store/transact.ts';
import { accountKey } from './records.ts';
import type { Account } from './model.ts';

/**
 * `Account.epoch` counts how often the proven owner of the email has taken an account over from the person who registered it
 * (takeover.ts). Credentials store the epoch in which they were created, so raising it ends all earlier API keys and passkeys in
 * one write.
 */

interface WithEpoch {
  epoch?: number | undefined;
}

/** The `epoch` field that a new credential copies from its account. */
export const epochIn = ({ epoch }: WithEpoch): { epoch?: number } => (epoch === undefined ? {} : { epoch });

/** Whether a credential was created under the account's current owner. */
export const isOfEpoch = (credential: WithEpoch, account: WithEpoch): boolean => (credential.epoch ?? 0) === (account.epoch ?? 0);

/**
 * A condition that the account is open and its epoch unchanged since admission: a request by the registrant that is running during
 * a takeover has no effect.
 *
 * @throws 401 when the transaction is committed
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
