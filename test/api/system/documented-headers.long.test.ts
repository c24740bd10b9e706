import { beforeAll, describe, expect, test } from 'vitest';
import { isObject, type JsonObject } from '../../../infra/openapi/json.ts';
import { openApiDocument } from '../../../infra/openapi/document.ts';
import { loadCatalogue } from '../../../infra/catalogue.ts';
import { CASES, type Definition } from '../../support/matrix/endpoints.ts';
import { openOwner, type Owner } from '../../support/matrix/owner.ts';
import { selected } from '../../support/selection/selected.ts';
import type { RawAnswer } from '../../support/matrix/send.ts';
import { useOwnService } from '../../support/service.ts';

/** The OpenAPI document lists the headers of responses: no other header is sent, and those that are documented as permanent always are. */

const service = useOwnService({ rateLimits: true });
const document = await openApiDocument((await loadCatalogue()).endpoints, { serverUrl: 'https://api.example' });
let owner: Owner;
beforeAll(async () => {
  // Fixtures are created within the limits of an address.
  service().runtime.clock.freeze(true);
  owner = await openOwner(service(), 'Headers');
});

/** Described in text, since all responses have them, or since the transport decides about them. */
const IN_WORDS = [
  ...['content-type', 'content-length', 'content-encoding', 'vary', 'date', 'connection', 'keep-alive', 'transfer-encoding'],
  ...[
    'content-security-policy',
    'cross-origin-opener-policy',
    'referrer-policy',
    'strict-transport-security',
    'x-content-type-options',
  ],
];
/** Sent with each response, or with each that a limit counts. */
const LASTING = [
  'x-request-id',
  'cache-control',
  'ratelimit',
  'ratelimit-policy',
  'etag',
  'link',
  'location',
  'www-authenticate',
];

const member = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), value);

/** The documented headers of a response in lower case; undefined if the status is not documented. */
function documented({ path, method }: Definition, status: number): string[] | undefined {
  const response = member(document, 'paths', path, method.toLowerCase(), 'responses', String(status));
  const reference = member(response, '$ref');
  const shared = typeof reference === 'string' ? member(document, ...reference.split('/').slice(1)) : response;
  return isObject(shared) ? Object.keys((shared['headers'] ?? {}) as JsonObject).map(name => name.toLowerCase()) : undefined;
}

function requireDocumented(definition: Definition, { status, headers, text }: RawAnswer): void {
  const listed = documented(definition, status);
  expect(listed, `status ${status}: ${text}`).toBeDefined();
  const sent = Object.keys(headers).filter(name => !IN_WORDS.includes(name) && !name.startsWith('access-control-'));
  expect(sent.filter(name => !listed?.includes(name))).toEqual([]);
  if (status < 400) expect(LASTING.filter(name => listed?.includes(name) && !sent.includes(name))).toEqual([]);
}

describe('the headers of a response are those of the document', () => {
  test.each(selected(CASES.filter(({ definition }) => definition.method === 'GET')))('$title', async ({ definition }) => {
    const params = definition.auth === 'public' ? owner.anyParams(definition) : await owner.fixtures.target(definition);
    requireDocumented(definition, await owner.ask(definition, params));
  });

  test.each(selected(CASES.filter(({ definition }) => definition.auth !== 'public')))(
    '$title without a credential',
    async one => {
      const { definition } = one;
      const answer = await owner.ask(definition, owner.anyParams(definition), { headers: { authorization: undefined } });
      expect(answer.status).toBe(401);
      requireDocumented(definition, answer);
    },
  );

  test('a repetition with an Idempotency-Key', async () => {
    const definition = CASES.find(({ name }) => name === 'clients-create')?.definition;
    if (!definition) throw new Error('There is no clients-create.');
    const request = { body: await owner.fixtures.body(definition), headers: { 'idempotency-key': crypto.randomUUID() } };
    await owner.ask(definition, {}, request);
    const again = await owner.ask(definition, {}, request);
    expect(again.headers['idempotent-replayed']).toBe('true');
    requireDocumented(definition, again);
  });
});
