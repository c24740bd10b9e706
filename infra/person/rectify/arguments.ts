import { profileChangeBody } from '#shared/accounts/identity/account/input.ts';
import { accountEmail } from '#shared/accounts/identity/account/store.ts';
import { clientChangeBody } from '#shared/records/parties/clients/input.ts';
import { UsageError } from '../../redrive/arguments.ts';
import { ACCOUNT_FIELDS, type Correction, PARTY_FIELDS } from './correction.ts';

const FIELDS = [...new Set([...PARTY_FIELDS, ...ACCOUNT_FIELDS])];

/**
 * The right data as `--set <field>=<value>` gives them, by the rules of the fields in requests; those of an account hold for it alone.
 *
 * @throws UsageError
 */
export function readCorrection(sets: readonly string[]): Correction {
  const given: Correction = {};
  for (const set of sets) {
    const [name, ...rest] = set.split('=');
    const field = FIELDS.find(one => one === name);
    const value = rest.join('=').trim();
    if (!field || value === '') throw new UsageError(`--set must be <field>=<value>, with one of ${FIELDS.join(', ')}.`);
    given[field] = field === 'email' ? value.toLowerCase() : value;
  }
  if (sets.length === 0) throw new UsageError('Give what is right as --set <field>=<value>.');
  const { firstName, lastName, ...party } = given;
  const { phone, email } = given;
  for (const checked of [
    ...(Object.keys(party).length > 0 ? [clientChangeBody.safeParse(party)] : []),
    ...(firstName || lastName || phone ? [profileChangeBody.safeParse({ firstName, lastName, phone })] : []),
    ...(email ? [accountEmail().safeParse(email)] : []),
  ])
    if (!checked.success)
      throw new UsageError(
        checked.error.issues.map(({ path, message }) => `--set ${path.join('.') || 'email'}: ${message}.`).join('\n'),
      );
  return given;
}
