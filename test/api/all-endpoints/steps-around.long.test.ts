import { randomUUID } from 'node:crypto';
import { PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { keepsIdempotency } from '../../../infra/api/declared-errors.ts';
import type { Outgoing } from '../../../infra/local/invocation.ts';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { type IdempotencyRecord, partKey } from '#shared/platform/lambda/endpoint/idempotency/record.ts';
import { tableName } from '#shared/platform/store/table.ts';
import { registerReady, userIdOf } from '../../support/accounts.ts';
import { type Case, GUARDED, requestAs } from '../../support/matrix/endpoints.ts';
import { validBody } from '../../support/matrix/keyed-bodies.ts';
import { openOwner, type Owner } from '../../support/matrix/owner.ts';
import { addCompany } from '../../support/matrix/people.ts';
import { selected } from '../../support/selection/selected.ts';
import type { RawAnswer } from '../../support/matrix/send.ts';
import { invited } from '../../support/organization.ts';
import { useOwnService } from '../../support/service.ts';

/**
 * The rare branches of the steps around endpoints, at every endpoint: each function needs its own rights for them
 * (infra/grants/table-grants.ts).
 */

const service = useOwnService({ onError: () => {} });
let owner: Owner;
let userId: string;
beforeAll(async () => {
  service().runtime.clock.freeze(true);
  owner = await openOwner(service(), 'Steps');
  userId = userIdOf(owner.scope.token);
});
afterEach(() => vi.restoreAllMocks());

/** Rejected before they read anything, if the request has no known device or invitation. */
const REFUSED_FIRST = ['/api/v1/passkey/register', '/api/v1/me/mfa/totp/enable', '/api/v1/invitations/accept/{token}'];
const KEYED = GUARDED.filter(({ definition }) => keepsIdempotency(definition) && !REFUSED_FIRST.includes(definition.path));

/** The scopes of an endpoint's keys: a company, and without one the caller. */
const scopesOf = ({ definition: { auth } }: Case): ('company' | 'caller')[] =>
  auth === 'company' ? ['company'] : ['company', 'caller'];

interface Keyed {
  /** The partition of the key's record. */
  partition: string;
  send(): Promise<RawAnswer>;
}

/** A request with a new `Idempotency-Key`. It may end the company in its path. */
async function keyed({ definition }: Case, scope: 'company' | 'caller'): Promise<Keyed> {
  const { token } = owner.scope;
  const isOwn = definition.companyIn !== 'path';
  const company = isOwn ? owner.scope.company : await addCompany(service(), token, { cif: String(66_660_000 + made++) });
  const params = { ...owner.anyParams(definition), ...(definition.companyIn === 'path' && { uuid: company }) };
  const body = (await validBody(definition, owner.fixtures)) ?? {};
  const caller = { authorization: `Bearer ${token}`, names: scope === 'company' ? company : undefined, organization: undefined };
  const request = requestAs(definition, caller, params, body);
  const headers = { ...request.headers, 'idempotency-key': randomUUID() };
  return {
    partition: scope === 'company' ? `C#${company}` : `U#${userId}`,
    send: () => owner.send({ ...request, headers }),
  };
}
let made = 0;

/** The records of keys in a partition. */
async function records(partition: string): Promise<IdempotencyRecord[]> {
  const { Items = [] } = await dynamodb().send(
    new QueryCommand({
      TableName: tableName(),
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
      ExpressionAttributeValues: { ':pk': partition, ':sk': 'IDEMPOTENCY#' },
    }),
  );
  return Items as IdempotencyRecord[];
}

const CASES_OF_KEYS = KEYED.flatMap(one => scopesOf(one).map(scope => ({ ...one, scope, title: `${one.title} (${scope})` })));

/** Calls a register that these tests do not have: a failure is not stored. */
const UNKEPT = ['/api/v1/companies/{uuid}/refresh-registry', '/api/v1/clients/from-registry'];

describe('a response that is larger than an item', () => {
  test.each(selected(CASES_OF_KEYS.filter(({ definition }) => !UNKEPT.includes(definition.path))))(
    '$title: is assembled from its parts',
    async ({ scope, ...endpoint }) => {
      const { partition, send } = await keyed(endpoint, scope);
      const known = new Set((await records(partition)).map(({ sk }) => sk));
      const first = await send();
      const record = (await records(partition)).find(({ sk }) => !known.has(sk));
      if (!record?.body) throw new Error(`No answer was kept: ${first.status} ${first.text}`);
      // As if an item could hold at most the first half.
      const [half, rest] = [record.body.subarray(0, 20), record.body.subarray(20)];
      const part = { ...partKey(record, 'rest', 0), kind: 'idempotency-part', body: rest, expiresAt: record.expiresAt };
      await dynamodb().send(new PutCommand({ TableName: tableName(), Item: part }));
      await dynamodb().send(
        new UpdateCommand({
          TableName: tableName(),
          Key: { pk: record.pk, sk: record.sk },
          UpdateExpression: 'SET #body = :half, #rest = :rest',
          ExpressionAttributeNames: { '#body': 'body', '#rest': 'rest' },
          ExpressionAttributeValues: { ':half': half, ':rest': { id: 'rest', parts: 1 } },
        }),
      );
      const second = await send();
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect([second.status, second.text]).toEqual([first.status, first.text]);
    },
  );
});

/** The calls of a claimed request that the steps around the endpoint make, up to the release of its key. */
const STEPS = {
  GetItem: /"(SESSION|KEY)#|"COMPANY"/,
  Query: /"A#"|"JWKS"/,
  UpdateItem: /"RATE#/,
  PutItem: /"IDEMPOTENCY#/,
} as Record<string, RegExp>;

const isRelease = ({ operation, input }: Outgoing): boolean => {
  const [one, ...others] = operation === 'TransactWriteItems' ? (input['TransactItems'] as object[]) : [];
  return others.length === 0 && /^\{"Delete":.*"IDEMPOTENCY#/.test(JSON.stringify(one) ?? '');
};

describe('a request that fails', () => {
  test.each(selected(CASES_OF_KEYS))('$title: releases its key', async ({ scope, ...endpoint }) => {
    const { partition, send } = await keyed(endpoint, scope);
    const before = (await records(partition)).length;
    let released = 0;
    vi.spyOn(service().runtime.faults, 'onCall').mockImplementation((call, invocation) => {
      if (isRelease(call)) released++;
      const passes = !invocation || isRelease(call) || STEPS[call.operation]?.test(JSON.stringify(call.input));
      return { before: () => (passes ? Promise.resolve() : Promise.reject(new Error('Fails.'))), after: async () => {} };
    });
    const answer = await send();
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(500);
    expect(released).toBe(1);
    vi.restoreAllMocks();
    expect(await records(partition)).toHaveLength(before);
  });
});

describe('a caller in several organizations who names none', () => {
  const asked = GUARDED.filter(({ definition: { auth, organizationIn } }) => auth === 'user' && organizationIn === undefined);
  let token: string;
  beforeAll(async () => {
    const [member, other] = await Promise.all([registerReady(service()), registerReady(service())]);
    const invitation = await invited(service(), other, { email: member.email, role: 'admin' });
    await service().api('POST', `/api/v1/invitations/accept/${invitation.token}`, { token: member.token });
    ({ token } = member);
  });

  test.each(selected(asked))('$title: uses one that has companies', async ({ definition }) => {
    const indexes: unknown[] = [];
    const { onCall } = service().runtime.faults;
    vi.spyOn(service().runtime.faults, 'onCall').mockImplementation((call, invocation) => {
      indexes.push(call.input['IndexName']);
      return onCall(call, invocation);
    });
    const caller = { authorization: `Bearer ${token}`, names: undefined, organization: undefined };
    // Without a body, as the organization is chosen before the body is read.
    const { body: _, ...request } = requestAs(definition, caller, owner.anyParams(definition), {});
    const answer = await owner.send(request);
    expect([401, 500], answer.text).not.toContain(answer.status);
    expect(indexes).toContain('gsi1');
  });
});
