import * as z from 'zod';
import { setting } from '#shared/platform/settings/settings.ts';
import { documented, email } from '#shared/base/kernel/fields.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Item, type Key, lookupKey } from '#shared/platform/store/table.ts';

/** Accounts by email. The lookup item makes an email unique: it is created in the transaction that creates the account. */

export const emailKey = (address: string): Key => lookupKey('EMAIL', address);

/** The data of the lookup item of an email. */
export interface EmailLookup {
  userId: string;
}

type Stored<T> = Item & { data: T };

/** The email of an account as a form field: lower-case, without outer spaces. */
export const accountEmail = () => email().transform(address => address.toLowerCase());

/** The email field of a login: normalized like `accountEmail`, but an invalid email counts as unknown. */
export const typedEmail = () =>
  documented(z.string().trim().toLowerCase().min(1, 'must not be empty'), { type: 'string', format: 'email' });

const LONGEST = 180;
/** The id of no account: requests for an unknown email read it, so that they take as long as for a known one. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The id of the account with this email; undefined if there is none. */
export const findUserId = async (address: string): Promise<string | undefined> =>
  address.length > LONGEST ? undefined : (await getItem<Stored<EmailLookup>>(emailKey(address)))?.data.userId;

/** Whether logins with a password need a confirmed email: a setting of the deployment. */
export const confirmationRequired = (): boolean => setting('EMAIL_CONFIRMATION') === 'required';
