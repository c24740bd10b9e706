import * as z from 'zod';
import { setting } from '../../settings/settings.ts';
import { email } from '../../kernel/fields.ts';
import { getItem } from '../../store/read.ts';
import { type Item, type Key, lookupKey } from '../../store/table.ts';

/** Accounts by email. The lookup item makes an email unique: it is created in the transaction that creates the account. */

export const emailKey = (address: string): Key => lookupKey('EMAIL', address);

/** What the lookup item of an email says. */
export interface EmailLookup {
  userId: string;
}

type Stored<T> = Item & { data: T };

/** The email of an account as a form field: lower-case, without outer spaces. */
export const accountEmail = () => email().transform(address => address.toLowerCase());

/** An email as typed at login: compared like `accountEmail`, but an impossible one is merely unknown. */
export const typedEmail = () => z.string().trim().toLowerCase().min(1, 'must not be empty');

const LONGEST = 180;
/** Reads as an account that does not exist: who asks for an unknown email costs the same reads as for a known one. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Who registered with an email; undefined when nobody did. */
export const findUserId = async (address: string): Promise<string | undefined> =>
  address.length > LONGEST ? undefined : (await getItem<Stored<EmailLookup>>(emailKey(address)))?.data.userId;

/** Whether password logins wait for the confirmation of the email: the deployment's choice. */
export const confirmationRequired = (): boolean => setting('EMAIL_CONFIRMATION') === 'required';
