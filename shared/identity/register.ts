import * as z from 'zod';
import { setting } from '../aws/environment.ts';
import { instant } from '../kernel/clock.ts';
import { conflict, forbidden } from '../kernel/errors.ts';
import { optionalText } from '../kernel/fields.ts';
import { newId } from '../kernel/ids.ts';
import { type Language, LANGUAGES } from '../invoices/model.ts';
import { mailRequest } from '../mail/requests.ts';
import { userPartition } from '../store/table.ts';
import { type Commit, create, type Write } from '../store/transact.ts';
import { accountKey, membershipKey, organizationRecordKey } from './access.ts';
import { accountEmail, confirmationRequired, emailKey, type EmailLookup } from './accounts.ts';
import { requireCaptcha } from './captcha.ts';
import { issueAccessToken } from './issue-token.ts';
import { type Account, type Membership, type Organization, type Plan, PLAN_KEYS } from './model.ts';
import { membersOf } from './organizations.ts';
import { hashPassword, passwordFault } from './passwords.ts';
import { openSession, Tokens } from './sessions.ts';
import { slugOf } from './slugs.ts';

/** Body of POST /api/auth/register (completions-accounts §2). */
export const Registration = z
  .object({
    email: accountEmail(),
    password: z.string(),
    firstName: optionalText(100),
    lastName: optionalText(100),
    locale: z.union([z.enum(LANGUAGES), z.literal('')], `must be one of ${LANGUAGES.join(', ')}`).nullish(),
    organizationName: optionalText(255),
    captchaToken: z.string().nullish(),
  })
  .superRefine(({ email, password }, { addIssue }) => {
    const fault = passwordFault(password, email);
    if (fault) addIssue({ code: 'custom', path: ['password'], message: fault });
  });
export type Registration = z.infer<typeof Registration>;

export const Registered = Tokens.extend({ email: z.string(), emailConfirmationRequired: z.boolean() });
export type Registered = z.infer<typeof Registered>;

/** The plan of new organizations: the deployment's choice (completions-accounts §23). */
function defaultPlan(): Plan {
  const plan = setting('DEFAULT_PLAN', 'business');
  if (!PLAN_KEYS.some(key => key === plan))
    throw new Error(`Environment variable DEFAULT_PLAN is none of ${PLAN_KEYS.join(', ')}.`);
  return plan as Plan;
}

/** An organization with its first owner. */
export function foundOrganization(owner: Account, name: string): Write[] {
  const at = owner.createdAt;
  const organization: Organization = { id: newId(), name, slug: slugOf(name), plan: defaultPlan(), createdAt: at, updatedAt: at };
  const membership: Membership = {
    id: newId(),
    userId: owner.id,
    organizationId: organization.id,
    role: 'owner',
    permissions: [],
    allowedCompanies: [],
    isActive: true,
    joinedAt: at,
    createdAt: at,
    updatedAt: at,
  };
  return [
    create({ ...organizationRecordKey(organization.id), kind: 'organization', data: organization }),
    create({
      ...membershipKey(owner.id, organization.id),
      kind: 'membership',
      data: membership,
      row: membership,
      gsi1pk: membersOf(organization.id),
      gsi1sk: `${at}#${membership.id}`,
    }),
  ];
}

/** A new account, not yet confirmed, and the writes that make it: the email's lookup item makes the email unique. */
function newAccount(form: Registration, passwordHash: string | null, language: Language): { account: Account; writes: Write[] } {
  const at = instant();
  const account: Account = {
    id: newId(),
    email: form.email,
    passwordHash,
    firstName: form.firstName ?? null,
    lastName: form.lastName ?? null,
    phone: null,
    locale: form.locale || language,
    timezone: 'Europe/Bucharest',
    respectQuietHours: true,
    preferences: '{}',
    roles: [],
    active: true,
    emailConfirmed: false,
    mfaEnabled: false,
    credentialsChangedAt: at,
    lastConnectedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  const lookup: EmailLookup = { userId: account.id };
  return {
    account,
    writes: [
      create({ ...emailKey(account.email), kind: 'email', data: lookup }, taken),
      create({ ...accountKey(account.id), kind: 'account', data: account }),
    ],
  };
}

const taken = () => conflict('This email is already registered.');

/**
 * Registers a person: account, organization, owner membership, first login and the request for the confirmation mail, all in
 * one transaction.
 *
 * @param language what the client prefers when the form names no language.
 * @param address the caller's network address.
 * @param registered whether somebody has the email, as read before: spares the work; the transaction decides.
 * @throws 403 when registration is switched off or the captcha was not solved, 409 when the email is taken.
 */
export async function register(
  form: Registration,
  { language, address, registered }: { language: Language; address: string; registered: boolean },
  commit: Commit<Registered>,
): Promise<Registered> {
  if (setting('REGISTRATION', 'on') === 'off') throw forbidden('registration_off', 'Registration is switched off.');
  await requireCaptcha(form.captchaToken, address);
  if (registered) throw taken();
  const { account, writes } = newAccount(form, await hashPassword(form.password), language);
  const session = openSession(account);
  const name = form.organizationName ?? ([account.firstName, account.lastName].filter(Boolean).join(' ') || account.email);
  return commit(
    [
      ...writes,
      ...foundOrganization(account, name),
      session.write,
      mailRequest(userPartition(account.id), { template: 'confirm-email', userId: account.id }),
    ],
    {
      token: await issueAccessToken(account, session.session.id),
      refresh_token: session.refreshToken,
      email: account.email,
      emailConfirmationRequired: confirmationRequired(),
    },
  );
}
