import { describe, expect, it, test } from 'vitest';
import type { Change } from '../../../../../infra/openapi/compatibility/change.ts';
import { compareDocuments } from '../../../../../infra/openapi/compatibility/compare.ts';
import { contractOf, contractText } from '../../../../../infra/openapi/compatibility/contract.ts';
import { type Part, smallApi } from './small-api.ts';

/** The changes as lines; those that break clients begin with `!`. */
const lines = (changes: Change[]): string[] =>
  changes.map(({ place, what, breaking }) => `${breaking ? '!' : ' '} ${place}: ${what}`);

/** What `change` changes in the small API. */
function changed(change: (api: Part) => void): string[] {
  const current = smallApi();
  change(current);
  return lines(compareDocuments(smallApi(), current));
}

const operation = (api: Part): Part => api.paths['/things'].post;
const input = (api: Part): Part => api.components.schemas.In;
const output = (api: Part): Part => api.components.schemas.Out;

type Case = [title: string, change: (api: Part) => void, ...expected: string[]];

const check = (cases: Case[]): void =>
  test.each(cases.map(([title, change, ...expected]) => ({ title, change, expected })))('$title', ({ change, expected }) => {
    expect(changed(change)).toEqual(expected);
  });

describe('operations', () => {
  check([
    ['path removed', api => delete api.paths['/things'], '! POST /things: removed'],
    ['method added', api => (api.paths['/things'].get = operation(api)), '  GET /things: added'],
    [
      'operation id',
      api => (operation(api).operationId = 'x'),
      '! POST /things: operation id changed from `things-create` to `x`',
    ],
    ['deprecated', api => (operation(api).deprecated = true), '  POST /things: deprecated'],
    ['success status removed', api => delete operation(api).responses[201], '! POST /things: status 201 removed'],
    ['error status removed', api => delete operation(api).responses[404], '  POST /things: status 404 removed'],
    ['status added', api => (operation(api).responses[409] = {}), '  POST /things: status 409 added'],
    [
      'header of a response removed',
      api => delete operation(api).responses[201].headers.ETag,
      '! POST /things, 201: header `ETag` removed',
    ],
    [
      'media type of a response removed',
      api => (operation(api).responses[201].content = {}),
      '! POST /things, 201: media type `application/json` removed',
    ],
    ['request body required', api => (operation(api).requestBody.required = true), '! POST /things: request body required now'],
    ['request body removed', api => delete operation(api).requestBody, '! POST /things: request body removed'],
  ]);
});

describe('parameters', () => {
  const query = (required: boolean) => ({ name: 'q', in: 'query', required, schema: { type: 'string' } });
  check([
    ['removed', api => operation(api).parameters.shift(), '! POST /things: query parameter `limit` removed'],
    ['added', api => operation(api).parameters.push(query(false)), '  POST /things: query parameter `q` added'],
    [
      'added, required',
      api => operation(api).parameters.push(query(true)),
      '! POST /things: query parameter `q` added, and required',
    ],
    ['required', api => (operation(api).parameters[0].required = true), '! POST /things: query parameter `limit` required now'],
    ['optional', api => (operation(api).parameters[1].required = false), '  POST /things: header `x-company` optional now'],
    ['header in other letters', api => (operation(api).parameters[1].name = 'x-company')],
    [
      'maximum lowered',
      api => (operation(api).parameters[0].schema.maximum = 50),
      '! POST /things, query parameter `limit`: maximum changed from `100` to `50` in requests',
    ],
    [
      'maximum raised',
      api => (operation(api).parameters[0].schema.maximum = 200),
      '  POST /things, query parameter `limit`: maximum changed from `100` to `200` in requests',
    ],
    [
      'style',
      api => (operation(api).parameters[0].explode = false),
      '! POST /things: query parameter `limit` is written in another style',
    ],
  ]);
});

describe('security', () => {
  check([
    [
      'credential removed',
      api => operation(api).security.pop(),
      '! POST /things: the credential `apiKey` is not accepted any more',
    ],
    [
      'both credentials at once',
      api => (operation(api).security = [{ session: [], apiKey: [] }]),
      '! POST /things: the credential `session` is not accepted any more',
      '! POST /things: the credential `apiKey` is not accepted any more',
      '  POST /things: accepts the credential `apiKey` with `session`',
    ],
    ['no credential', api => (operation(api).security = []), '  POST /things: requires no credential any more'],
    [
      'credential required',
      api => (api.webhooks['thing.created'].post.security = [{ session: [] }]),
      '! event thing.created: requires a credential now',
    ],
    [
      'permission',
      api => (operation(api)['x-permission'] = 'things.admin'),
      '! POST /things: requires the permission `things.admin` instead of `things.write`',
    ],
    [
      'permission dropped',
      api => delete operation(api)['x-permission'],
      '  POST /things: requires the permission `things.write` no more',
    ],
    ['scheme', api => (api.components.securitySchemes.apiKey.name = 'X-Key'), '! credential `apiKey`: is sent in another way'],
  ]);
});

describe('fields of requests', () => {
  check([
    ['removed', api => delete input(api).properties.sometimes, '! In.sometimes: removed from requests'],
    ['added', api => (input(api).properties.more = {}), '  In.more: added to requests'],
    [
      'added, required',
      api => {
        input(api).properties.more = {};
        input(api).required.push('more');
      },
      '! In.more: added to requests, and required',
    ],
    ['newly required', api => input(api).required.push('status'), '! In.status: required in requests now'],
    ['optional', api => (input(api).required = []), '  In.always: optional in requests now'],
    [
      'value of an enumeration removed',
      api => input(api).properties.status.enum.pop(),
      '! In.status: no longer `"issued"` in requests',
    ],
    [
      'value of an enumeration added',
      api => input(api).properties.status.enum.push('paid'),
      '  In.status: can also be `"paid"` in requests',
    ],
    ['only some values', api => (input(api).properties.always.enum = ['a']), '! In.always: only `"a"` in requests'],
    [
      'type changed',
      api => (input(api).properties.always = { type: 'integer' }),
      '! In.always: changed from `string` to `integer` in requests',
    ],
    [
      'no null',
      api => (input(api).properties.sometimes.type = 'string'),
      '! In.sometimes: cannot be `null` any more in requests',
    ],
    ['null too', api => (input(api).properties.always.type = ['string', 'null']), '  In.always: can also be `null` in requests'],
    [
      'number instead of integer',
      api => (input(api).properties.count.type = 'number'),
      '  In.count: changed to `number` in requests',
    ],
    ['anything', api => (input(api).properties.always = {}), '  In.always: changed from `string` to `any` in requests'],
    ['bound raised', api => (input(api).properties.count.minimum = 2), '! In.count: minimum changed from `1` to `2` in requests'],
    [
      'bound removed',
      api => delete input(api).properties.count.minimum,
      '  In.count: minimum changed from `1` to `nothing` in requests',
    ],
    [
      'format added',
      api => (input(api).properties.always.format = 'date'),
      '! In.always: format changed from `nothing` to `"date"` in requests',
    ],
    ['default changed', api => (input(api).properties.count.default = 6), '! In.count: default changed from `5` to `6`'],
    ['unknown fields refused', api => (input(api).additionalProperties = false), '! In: no other fields in requests any more'],
    [
      'values of a map',
      api => (input(api).properties.map.additionalProperties = { type: 'number' }),
      '! In.map.*: changed from `string` to `number` in requests',
    ],
    [
      'alternative removed',
      api => input(api).properties.party.anyOf.pop(),
      '! In.party: cannot be `{"kind":"firm"}` any more in requests',
    ],
    [
      'field of an alternative',
      api => delete input(api).properties.party.anyOf[1].properties.name,
      '! In.party.name: removed from requests',
    ],
  ]);
});

describe('fields of responses', () => {
  check([
    ['removed', api => delete output(api).properties.sometimes, '! Out.sometimes: removed from responses'],
    ['added', api => (output(api).properties.more = {}), '  Out.more: added to responses'],
    ['not always present', api => (output(api).required = []), '! Out.always: no longer always present in responses'],
    ['always present', api => output(api).required.push('status'), '  Out.status: always present in responses now'],
    [
      'value of an enumeration added',
      api => output(api).properties.status.enum.push('paid'),
      '  Out.status: can also be `"paid"` in responses',
    ],
    [
      'value of an enumeration removed',
      api => output(api).properties.status.enum.pop(),
      '  Out.status: no longer `"issued"` in responses',
    ],
    [
      'other values only',
      api => (output(api).properties.status.enum = ['open']),
      '! Out.status: no longer `"draft"`, `"issued"` in responses',
      '  Out.status: can also be `"open"` in responses',
    ],
    [
      'type changed',
      api => (output(api).properties.always = { type: 'integer' }),
      '! Out.always: changed from `string` to `integer` in responses',
    ],
    [
      'null too',
      api => (output(api).properties.always.type = ['string', 'null']),
      '! Out.always: may also be `null` in responses',
    ],
    [
      'never null',
      api => (output(api).properties.sometimes.type = 'string'),
      '  Out.sometimes: is never `null` any more in responses',
    ],
    [
      'number instead of integer',
      api => (output(api).properties.count.type = 'number'),
      '! Out.count: changed to `number` in responses',
    ],
    [
      'maximum raised',
      api => (output(api).properties.count.maximum = 200),
      '! Out.count: maximum changed from `100` to `200` in responses',
    ],
    [
      'maximum lowered',
      api => (output(api).properties.count.maximum = 50),
      '  Out.count: maximum changed from `100` to `50` in responses',
    ],
    ['default', api => (output(api).properties.count.default = 6)],
    [
      'a map without names',
      api => (output(api).properties.map.additionalProperties = false),
      '! Out.map: no other fields in responses any more',
    ],
    [
      'alternative added',
      api => output(api).properties.party.anyOf.push({ type: 'string' }),
      '! Out.party: may also be `string` in responses',
    ],
    ['of an error', api => delete api.components.schemas.Failure.properties.code, '! Failure.code: removed from responses'],
  ]);

  it('a list that was always empty may have elements, one with elements not more of them', () => {
    const listOf = (most?: number): Part => {
      const api = smallApi();
      output(api).properties.list = { type: 'array', items: { type: 'object' }, ...(most !== undefined && { maxItems: most }) };
      return api;
    };
    const change = '  Out.list: maxItems changed from `0` to `nothing` in responses';
    expect(lines(compareDocuments(listOf(0), listOf()))).toEqual([change]);
    expect(lines(compareDocuments(listOf(5), listOf()))).toEqual([change.replace('`0`', '`5`').replace(' ', '!')]);
  });
});

describe('schemas that refer to each other', () => {
  check([
    [
      'used in requests and responses: once for each',
      api => delete api.components.schemas.Line.properties.quantity,
      '! Line.quantity: removed from requests',
      '! Line.quantity: removed from responses',
    ],
    [
      'recursive',
      api => (api.components.schemas.Node.properties.label.type = 'integer'),
      '! Node.label: changed from `string` to `integer` in requests',
      '! Node.label: changed from `string` to `integer` in responses',
    ],
    [
      'another name for the same',
      api => {
        api.components.schemas.Row = api.components.schemas.Line;
        input(api).properties.lines.items = { $ref: '#/components/schemas/Row' };
      },
    ],
    [
      'written in place',
      api =>
        (input(api).properties.lines.items = {
          type: 'object',
          required: ['quantity'],
          properties: { quantity: { type: 'number' } },
        }),
    ],
    ['unused', api => (api.components.schemas.Unused = {})],
  ]);
});

describe('requests to webhooks', () => {
  const event = (api: Part): Part => api.webhooks['thing.created'].post;
  check([
    ['removed', api => delete api.webhooks['thing.created'], '! event thing.created: removed'],
    [
      'field removed',
      api => delete api.components.schemas.Event.properties.description,
      '! Event.description: removed from responses',
    ],
    ['field added', api => (api.components.schemas.Event.properties.more = {}), '  Event.more: added to responses'],
    [
      'header not always sent',
      api => (event(api).parameters[0].required = false),
      '! event thing.created: header `webhook-id` optional now',
    ],
    ['answer without effect', api => delete event(api).responses[410], '! event thing.created: status 410 removed'],
  ]);
});

describe('the contract', () => {
  it('has no texts, and keeps fields with the names of texts', () => {
    const contract: Part = contractOf(smallApi());
    expect(contract.info).toEqual({ version: '1.2.3' });
    expect(contract.paths['/things'].post).not.toHaveProperty('summary');
    expect(contract.paths['/things'].post.responses[201]).not.toHaveProperty('description');
    expect(Object.keys(contract.components.schemas.Event.properties)).toEqual(['id', 'description']);
  });

  it('is compared alike, whole or without texts, and from its file', () => {
    expect(compareDocuments(contractOf(smallApi()), smallApi())).toEqual([]);
    const read = JSON.parse(contractText(contractOf(smallApi()))) as Part;
    expect(compareDocuments(read, smallApi())).toEqual([]);
    expect(contractOf(read)).toEqual(contractOf(smallApi()));
  });

  it('does not change with a text, an example or an extension', () => {
    const changes = changed(api => {
      operation(api).description = 'Other words.';
      operation(api).parameters[0].example = 7;
      operation(api).responses[201].content['application/json'].examples = { one: { value: {} } };
      output(api).properties.always.examples = ['a'];
      output(api).properties.always['x-label'] = 'Always';
    });
    expect(changes).toEqual([]);
  });
});
