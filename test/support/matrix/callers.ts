import { randomUUID } from 'node:crypto';
import { expecting } from '../../../infra/local/api-client.ts';
import type { CREDENTIAL_REFUSALS } from '#shared/platform/lambda/endpoint/steps/credential.ts';
import {
  effectivePermissions,
  type Permission,
  PERMISSIONS,
  ROLE_PERMISSIONS,
  ROLES,
} from '#shared/platform/access/permissions.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import type { Service } from '../service.ts';
import { forgedTokens } from './forged.ts';
import type { Standing } from './outcome.ts';
import {
  addCompany,
  joinAlso,
  makeReadOnly,
  newKey,
  newMember,
  newOrganization,
  type Organization,
  type PersonOptions,
} from './people.ts';

/** A caller: the headers of the request, and the facts that the oracle must know. */
export interface Caller extends Standing {
  name: string;
  authorization: string | undefined;
  /** `X-Company`, or the company in the path where the endpoint has it there. */
  names: string | undefined;
  organization?: string;
  /** What a 401 says of the credential. */
  why?: keyof typeof CREDENTIAL_REFUSALS;
}

/** A permission that guards no endpoint: it allows nothing. */
const NOTHING: Permission = 'borderou.view';
const everything = (): boolean => true;

const bearer = (token: string): string => `Bearer ${token}`;
const but = (permission: Permission): Permission[] => PERMISSIONS.filter(one => one !== permission);

export interface World {
  victim: Organization;
  stranger: Organization;
  /** Callers who are tested at every endpoint. */
  callers: Caller[];
  /** Callers who hold every permission except this one. */
  lacking(permission: Permission): Caller[];
}

const READY: Omit<Caller, 'name' | 'authorization' | 'names'> = {
  credential: 'session',
  account: 'active',
  company: 'accessible',
  holds: everything,
};

/** Two organizations, and all callers of an endpoint of the first one, including those that only pretend. */
export async function openWorld(service: Service, guarded: Iterable<Permission>): Promise<World> {
  const [victim, stranger] = await Promise.all([newOrganization(service, 'Victim'), newOrganization(service, 'Stranger')]);
  const { token } = victim.owner;
  const [readOnly, deleted] = await Promise.all(['11112222', '33334444'].map(cif => addCompany(service, token, { cif })));
  if (readOnly === undefined || deleted === undefined) throw new Error('A company was not made.');
  await makeReadOnly(readOnly);
  await expecting(204, 'Removing', service.api('DELETE', `/api/v1/companies/${deleted}`, { token }));

  const lacking = new Map<Permission, Caller[]>();
  const [callers] = await Promise.all([
    everybody(victim, stranger, { readOnly, deleted }),
    ...[...guarded].map(async permission => lacking.set(permission, await withoutOne(victim, permission))),
  ]);
  return { victim, stranger, callers, lacking: permission => lacking.get(permission) ?? [] };
}

async function withoutOne(victim: Organization, permission: Permission): Promise<Caller[]> {
  const member = await newMember(victim, { membership: { permissions: but(permission) } });
  const holds = (wanted: Permission): boolean => wanted !== permission;
  const names = victim.company;
  const keys = await Promise.all([
    newKey(victim, victim.owner, but(permission)),
    // Scopes are intersected with what the member holds.
    newKey(victim, member, PERMISSIONS),
  ]);
  const [narrow, wide] = keys;
  return [
    { ...READY, name: `a member with everything but ${permission}`, authorization: bearer(member.token), names, holds },
    { ...READY, credential: 'api-key', name: `a key with every scope but ${permission}`, authorization: narrow, names, holds },
    {
      ...READY,
      credential: 'api-key',
      name: `a key with every scope of a member without ${permission}`,
      authorization: wide,
      names,
      holds,
    },
  ];
}

/** The messages about tokens that this service has signed. */
const WHY: Partial<Record<string, NonNullable<Caller['why']>>> = {
  'an expired token': 'expiredToken',
  'a token that expires this second': 'expiredToken',
  'a token of an unknown session': 'endedSession',
  'a token of an unknown user': 'endedSession',
};

type Facts = Partial<Caller>;
const caller = (name: string, authorization: string | undefined, names: string | undefined, facts: Facts = {}): Caller => ({
  ...READY,
  ...{ name, authorization, names },
  ...facts,
});
const NONE: Facts = { credential: 'none', why: 'missing' };
const invalid = (why: NonNullable<Caller['why']>): Facts => ({ credential: 'invalid', why });

const everybody = async (
  victim: Organization,
  stranger: Organization,
  companies: { readOnly: string; deleted: string },
): Promise<Caller[]> =>
  (await Promise.all([imposters(victim), members(victim, stranger, companies), namings(victim, stranger, companies)])).flat();

/** Credentials that are not valid, all of them 401; the message of those that never were valid gives no details. */
async function imposters(victim: Organization): Promise<Caller[]> {
  const { owner, company } = victim;
  const [key, revoked, expired, ended, outdated, gone, forged] = await Promise.all([
    newKey(victim, owner, PERMISSIONS),
    newKey(victim, owner, PERMISSIONS, { revokedAt: instant() }),
    newKey(victim, owner, PERMISSIONS, { expireAt: instantIn(-1) }),
    newMember(victim, { revoked: true }),
    newMember(victim, { passwordChanged: true }),
    newMember(victim, { membership: { isActive: false, role: 'owner' } }),
    forgedTokens(owner),
  ]);
  const keyOfGone = await newKey(victim, gone, PERMISSIONS);
  const sent: [name: string, authorization: string | undefined, Facts][] = [
    ['nobody', undefined, NONE],
    ['an empty Authorization', '', NONE],
    ['Bearer and nothing', 'Bearer', invalid('unknownScheme')],
    ['garbage as a token', bearer('garbage'), invalid('invalidToken')],
    ['garbage of three parts', bearer('a.b.c'), invalid('invalidToken')],
    ['garbage as a key', 'af_garbage', invalid('unknownKey')],
    ['an unknown key of the right form', `af_${'0'.repeat(32)}${owner.userId.replaceAll('-', '')}`, invalid('unknownKey')],
    ['Basic credentials', `Basic ${Buffer.from('owner:password').toString('base64')}`, invalid('unknownScheme')],
    ['an access token without Bearer', owner.token, invalid('tokenWithoutBearer')],
    ['an API key sent as Bearer', bearer(key), invalid('keyBehindBearer')],
    ['an API key in capitals', key.toUpperCase(), invalid('unknownScheme')],
    ['a revoked API key', revoked, invalid('revokedKey')],
    ['an expired API key', expired, invalid('expiredKey')],
    ['an API key of a deactivated member', keyOfGone, invalid('endedKey')],
    ['an ended session', bearer(ended.token), invalid('endedSession')],
    ['a session from before a change of password', bearer(outdated.token), invalid('endedSession')],
    ...Object.entries(forged).map(([name, token]): [string, string, Facts] => [
      name,
      bearer(token),
      invalid(WHY[name] ?? 'invalidToken'),
    ]),
  ];
  return sent.map(([name, authorization, facts]) => caller(name, authorization, company, facts));
}

/** Users with a valid credential and fewer permissions than the owner; each with a session and with a key with every scope. */
async function members(victim: Organization, stranger: Organization, { readOnly }: { readOnly: string }): Promise<Caller[]> {
  const { company } = victim;
  const all = [...PERMISSIONS];
  const roles = ROLES.map((role): [string, PersonOptions, Facts] => {
    const held = new Set(effectivePermissions(role, [], null));
    const options = { membership: { role, allowedCompanies: [company] } };
    return [`a member in the role ${role}`, options, { holds: one => held.has(one) }];
  });
  const people: [name: string, PersonOptions, Facts][] = [
    ['an inactive account', { account: { active: false } }, { account: 'inactive' }],
    [
      'an accountant without companies',
      { membership: { role: 'accountant', permissions: all, allowedCompanies: [] } },
      { company: 'not-allowed' },
    ],
    [
      'an employee of other companies',
      { membership: { role: 'employee', permissions: all, allowedCompanies: [stranger.company, readOnly] } },
      { company: 'not-allowed' },
    ],
    ['a member with a permission of no use', { membership: { permissions: [NOTHING] } }, { holds: one => one === NOTHING }],
    ...roles,
  ];
  const made = people.map(async ([name, options, facts]) => {
    const person = await newMember(victim, options);
    const key = await newKey(victim, person, PERMISSIONS);
    return [
      caller(name, bearer(person.token), company, facts),
      caller(`an API key of ${name}`, key, company, { ...facts, credential: 'api-key', why: 'endedKey' }),
    ];
  });
  const gone = await newMember(victim, { membership: { isActive: false, role: 'owner' } });
  const guest = await newMember(victim, { membership: { permissions: [NOTHING] } });
  await joinAlso(guest, stranger, { role: 'owner' });
  return [
    ...(await Promise.all(made)).flat(),
    caller('an API key without the scope', await newKey(victim, victim.owner, [NOTHING]), company, {
      credential: 'api-key',
      holds: one => one === NOTHING,
    }),
    caller('a deactivated member', bearer(gone.token), company, { company: 'hidden' }),
    caller('a deactivated member who names no company', bearer(gone.token), undefined, {
      company: 'unnamed',
      organizationless: true,
      holds: () => false,
    }),
    caller('an owner elsewhere who is a guest here', bearer(guest.token), company, { holds: one => one === NOTHING }),
    caller("a guest's API key of the other organization", await newKey(stranger, guest, PERMISSIONS), company, {
      credential: 'api-key',
      company: 'hidden',
    }),
    caller('the owner of another organization', bearer(stranger.owner.token), company, { company: 'hidden' }),
    caller('an API key of another organization', await newKey(stranger, stranger.owner, PERMISSIONS), company, {
      credential: 'api-key',
      company: 'hidden',
    }),
  ];
}

/** The owner, and a key of the owner, with another company than that of the requested records. */
async function namings(
  victim: Organization,
  stranger: Organization,
  companies: { readOnly: string; deleted: string },
): Promise<Caller[]> {
  const { owner, company } = victim;
  const key = await newKey(victim, owner, PERMISSIONS);
  const subjects: [what: string, names: string | undefined, Caller['company']][] = [
    ['the company', company, 'accessible'],
    ['no company', undefined, 'unnamed'],
    ['an empty company', ' ', 'unnamed'],
    ['a malformed company', 'not-a-uuid', 'hidden'],
    ['two companies', `${company},${company}`, 'hidden'],
    ['an unknown company', randomUUID(), 'hidden'],
    ["another organization's company", stranger.company, 'hidden'],
    ['a deleted company', companies.deleted, 'deleted'],
    ['a read-only company', companies.readOnly, 'read-only'],
  ];
  const abroad: Facts = { company: 'unnamed', organization: stranger.id, foreignOrganization: true };
  return [
    ...subjects.flatMap(([what, names, standing]) => [
      caller(`the owner naming ${what}`, bearer(owner.token), names, { company: standing }),
      caller(`an API key naming ${what}`, key, names, { company: standing, credential: 'api-key' }),
    ]),
    caller('the owner in another X-Organization', bearer(owner.token), undefined, abroad),
    caller('the owner in a malformed X-Organization', bearer(owner.token), undefined, { ...abroad, organization: 'x' }),
  ];
}

/** A caller with exactly the required permission, created when a test needs it. */
export interface Guest {
  credential: Caller['credential'];
  /** Whether it is the owner, or a key of the owner. */
  isOwner: boolean;
  come(company: string): Promise<Caller>;
}

/** The callers whose requests an endpoint must accept in a company of the organization. @param besides what its body needs besides */
export function welcome(organization: Organization, permission: Permission | undefined, besides: Permission[] = []): Guest[] {
  const { owner } = organization;
  const only = [permission ?? NOTHING, ...besides];
  const lowest = ROLES.find(role => permission === undefined || ROLE_PERMISSIONS[role].includes(permission)) ?? 'owner';
  const member = async (options: PersonOptions): Promise<string> => bearer((await newMember(organization, options)).token);
  const guest = (
    name: string,
    authorization: (company: string) => string | Promise<string>,
    { credential = 'session', isOwner = false }: Partial<Guest> = {},
  ): Guest => ({
    credential,
    isOwner,
    come: async company => ({ ...READY, name, credential, authorization: await authorization(company), names: company }),
  });
  return [
    guest('the owner', () => bearer(owner.token), { isOwner: true }),
    guest(`a key with only ${only.join(', ')}`, () => newKey(organization, owner, only), {
      credential: 'api-key',
      isOwner: true,
    }),
    guest(`a member with only ${only.join(', ')}`, () => member({ membership: { permissions: only } })),
    guest(`a member in the role ${lowest}`, company => member({ membership: { role: lowest, allowedCompanies: [company] } })),
  ];
}
