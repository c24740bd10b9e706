import { expect } from 'vitest';
import type { EndpointEntry } from '../../infra/catalogue.ts';
import type { MeasuredRequest } from '../../infra/local/recorders/meter.ts';
import { limitSubject } from '#shared/platform/lambda/limits/address.ts';
import { BUCKETS, type Tier } from '#shared/platform/lambda/limits/policies.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { epochSeconds, now } from '#shared/base/kernel/clock.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { forgedTokens } from '../support/matrix/forged.ts';
import { newKey, newMember, newOrganization, type Organization } from '../support/matrix/people.ts';
import { filled } from '../support/matrix/resources.ts';
import { senderTo } from '../support/matrix/send.ts';
import { openFixtures, parametersOf } from '../support/matrix/targets.ts';
import type { Service } from '../support/service.ts';

/** Measures requests that are rejected before their endpoint runs: they must not read more than admission does. */

type Definition = EndpointEntry['handler']['definition'];

/** Read units of admission, from what it reads (items under 4 KB, strongly consistent: one unit each) and not from any measurement. */
const UNITS = {
  /** A signature is verified in memory, and a missing credential not at all. */
  nothing: 0,
  /** A key id that the process does not know: it reads the published keys once more, at most every ten seconds. */
  publishedKeys: 1,
  /** The item of an API key shows whether there is such a key. */
  apiKey: 1,
  /** Account with memberships, session or key, and the named company. */
  caller: 3,
};

/** A caller who is rejected by an endpoint, with the maximum cost. */
export interface RefusedCaller {
  name: string;
  status: number;
  readUnits: number;
  authorization?: string;
  company?: string;
  /** The tier whose rate limit bucket is empty at the caller's address. */
  empty?: Tier;
  /** Where it is rejected, and with which status; everywhere by default. */
  at?: (definition: Definition) => boolean;
}

export interface RefusedWorld {
  service: Service;
  victim: Organization;
  fixtures: ReturnType<typeof openFixtures>;
  callers: RefusedCaller[];
}

const guarded = ({ auth }: Definition): boolean => auth !== 'public';
const counted = ({ uncounted }: Definition): boolean => !uncounted;
const NOTHING = 'borderou.view';

/** Two organizations, and all callers that endpoints of the first one must reject. */
export async function openRefusedWorld(service: Service, deletable: (template: string) => boolean): Promise<RefusedWorld> {
  const [victim, stranger] = await Promise.all([newOrganization(service, 'Victim'), newOrganization(service, 'Stranger')]);
  const { owner, company } = victim;
  const bearer = (token: string): string => `Bearer ${token}`;
  const [forged, key, strangerKey, narrow, ended, inactive, powerless] = await Promise.all([
    forgedTokens(owner),
    newKey(victim, owner, PERMISSIONS),
    newKey(stranger, stranger.owner, PERMISSIONS),
    newKey(victim, owner, [NOTHING]),
    newMember(victim, { revoked: true }),
    newMember(victim, { account: { active: false } }),
    newMember(victim, { membership: { permissions: [NOTHING] } }),
  ]);
  const refusedAs =
    (status: number, readUnits: number, at = guarded) =>
    (name: string, authorization?: string, more: Partial<RefusedCaller> = {}): RefusedCaller => ({
      ...{ name, status, readUnits, company, at },
      ...(authorization !== undefined && { authorization }),
      ...more,
    });
  const unauthorized = refusedAs(401, UNITS.nothing);
  const foreign = refusedAs(403, UNITS.caller, definition => definition.auth === 'company' && definition.companyIn !== 'path');
  const forbidden = refusedAs(403, UNITS.caller, ({ permission }) => permission !== undefined);
  const limited = refusedAs(429, UNITS.caller, definition => guarded(definition) && counted(definition));
  const callers = [
    unauthorized('nobody'),
    unauthorized('somebody with garbage', 'x'),
    ...['a token with a changed signature', 'an expired token', 'a token with algorithm none'].map(name =>
      unauthorized(name, bearer(forged[name] ?? '')),
    ),
    unauthorized('a token under an unknown kid', bearer(forged['a token under an unknown kid'] ?? ''), {
      readUnits: UNITS.publishedKeys,
    }),
    unauthorized('an API key that does not exist', `af_${'0'.repeat(32)}${owner.userId.replaceAll('-', '')}`, {
      readUnits: UNITS.apiKey,
    }),
    unauthorized('an ended session', bearer(ended.token), { readUnits: UNITS.caller }),
    forbidden('an inactive account', bearer(inactive.token), { at: guarded }),
    foreign('the owner of another organization', bearer(stranger.owner.token)),
    foreign('an API key of another organization', strangerKey),
    forbidden('a member without the permission', bearer(powerless.token)),
    forbidden('an API key without the scope', narrow),
    limited('a session beyond the limit', bearer(owner.token), { empty: 'authenticated' }),
    limited('an API key beyond the limit', key, { empty: 'authenticated' }),
    limited('nobody beyond the limit', undefined, { empty: 'unauthenticated', at: counted, readUnits: UNITS.nothing }),
    limited('a forged token beyond the limit', bearer(forged['a token with a changed signature'] ?? ''), {
      empty: 'unauthenticated',
      at: counted,
      readUnits: UNITS.nothing,
    }),
  ];
  return { service, victim, fixtures: openFixtures(service, { token: owner.token, company }, deletable), callers };
}

/** The properties of an endpoint that admission depends on. */
const shapeOf = ({ auth, companyIn, permission, sessionOnly, uncounted, read, body }: Definition): string =>
  [auth, companyIn, permission === undefined, sessionOnly, uncounted, read === undefined, body === undefined].join();

/**
 * * The callers of each endpoint: all where it is the first of its shape, or all are to be measured; otherwise one caller for each
 * status, and another at the next endpoint.
 */
export function callersOf(
  world: RefusedWorld,
  entries: readonly EndpointEntry[],
  everybody: boolean,
): (entry: EndpointEntry) => RefusedCaller[] {
  const shapes = new Map(entries.toReversed().map(entry => [shapeOf(entry.handler.definition), entry]));
  return entry => {
    const { definition } = entry.handler;
    const all = world.callers.filter(({ at }) => at?.(definition) ?? true);
    if (everybody || shapes.get(shapeOf(definition)) === entry) return all;
    const turn = entries.indexOf(entry);
    return Object.values(Object.groupBy(all, ({ status }) => status)).flatMap(alike => alike?.[turn % alike.length] ?? []);
  };
}

let addresses = 0;

/** An unused IP address; for a tier, one whose bucket is empty. */
async function newAddress(empty: Tier | undefined): Promise<string> {
  const address = `2001:db8:1:${(++addresses).toString(16)}::1`;
  if (empty) {
    const at = now().getTime();
    const bucket = { taken: BUCKETS[empty].size, filledAt: at, emptyUntil: at + 60_000, expiresAt: epochSeconds() + 60 };
    await transact([put({ pk: `RATE#${empty}#${limitSubject(address)}`, sk: 'BUCKET', kind: 'counter', ...bucket })]);
  }
  return address;
}

/** The cost of one rejected request, with the rate limits of a deployed stage; its body and path name existing records. */
export async function refusedCall(world: RefusedWorld, entry: EndpointEntry, caller: RefusedCaller): Promise<MeasuredRequest> {
  const { definition } = entry.handler;
  const { service, fixtures } = world;
  const [params, body, address] = await Promise.all([
    fixtures.target(definition),
    definition.body ? fixtures.body(definition) : undefined,
    newAddress(caller.empty),
  ]);
  const inPath = definition.companyIn === 'path';
  const company = parametersOf(definition.path)[0] ?? '';
  const answer = await senderTo(service.url)({
    method: definition.method,
    path: filled(definition.path, inPath && caller.company ? { ...params, [company]: caller.company } : params),
    headers: {
      authorization: caller.authorization,
      'x-company': inPath ? undefined : caller.company,
      'x-forwarded-for': address,
    },
    ...(body && { body }),
  });
  expect(answer.status, `${caller.name}: ${answer.text}`).toBe(caller.status);
  const [measured] = service.runtime.meter.last(1);
  if (measured?.function !== entry.name) throw new Error(`${definition.path} was answered by ${measured?.function}.`);
  return measured;
}

/** One sentence for each cost of a rejected request beyond that of admission. */
export function beyondAdmission(caller: RefusedCaller, { dynamodb, calls }: MeasuredRequest): string[] {
  const other = calls.filter(call => call.service !== 'dynamodb').map(call => `${call.service} ${call.operation}`);
  return [
    ...(dynamodb.readUnits > caller.readUnits
      ? [`${caller.name}: ${dynamodb.readUnits} read units; admission takes ${caller.readUnits}.`]
      : []),
    ...other.map(call => `${caller.name}: ${call} before the refusal.`),
  ];
}
