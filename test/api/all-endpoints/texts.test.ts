import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { accountKey } from '#shared/platform/access/records.ts';
import { transact, update } from '#shared/platform/store/transact.ts';
import { loadBodySchema } from '#shared/platform/lambda/endpoint/steps/parse-request.ts';
import { type Registered, registerOnly } from '../../support/accounts.ts';
import { formWith, PDF } from '../../support/files.ts';
import { draft } from '../../support/invoices.ts';
import { CASES, type Definition, inTurn } from '../../support/matrix/endpoints.ts';
import { placed } from '../../support/matrix/references.ts';
import { bodyFor, filled } from '../../support/matrix/resources.ts';
import { LONG, places } from '../../support/effort.ts';
import { selected } from '../../support/selection/selected.ts';
import { senderTo } from '../../support/matrix/send.ts';
import { openFixtures } from '../../support/matrix/targets.ts';
import { type Scope, useService } from '../../support/service.ts';

/**
 * REQ-10, REQ-11: NFC; unpaired surrogates and control characters other than tab and line break: 422 with the field. "Request
 * bodies": UTF-8 only: other bytes or another `charset` 400; `Content-Encoding` other than identity 415.
 */

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** The places of all texts in a JSON schema, with the first element of each list: `lines.0.description`. */
function textsIn(schema: Schema, place: string[] = []): string[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(one => textsIn(one, place));
  const members = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => textsIn(one, [...place, name]));
  const items = schema.items ? textsIn(schema.items, [...place, '0']) : [];
  return [...(schema.type === 'string' ? [place.join('.')] : []), ...inner, ...members, ...items];
}
const inputOf = (schema: z.ZodType): Schema => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

const service = useService();
let scope: Scope;
let fixtures: ReturnType<typeof openFixtures>;

beforeAll(async () => {
  service().runtime.clock.freeze(true);
  scope = await service().newCompany(await service().newUser());
  fixtures = openFixtures(service(), scope, () => false);
});

async function ask(definition: Definition, sent: { body?: unknown; query?: string; headers?: Record<string, string> }) {
  const params = await fixtures.target(definition);
  return senderTo(service().url)({
    method: definition.method,
    path: filled(definition.path, params) + (sent.query ?? ''),
    headers: { authorization: `Bearer ${scope.token}`, 'x-company': scope.company, ...sent.headers },
    ...('body' in sent && { body: sent.body }),
  });
}

const allBodied = CASES.filter(({ definition }) => definition.body);
const bodied = selected(allBodied);
const HALF = '\ud83d';

/** The places in a body or query that are tried: all at every third endpoint and in the long run, else the first. */
const triedAt = (all: readonly Definition[], definition: Definition, found: string[]): string[] =>
  places(all.length, 3).includes(all.indexOf(definition) + 1) ? found : found.slice(0, 1);

describe('half a character in any text of any body: 422 with the field', () => {
  const definitions = bodied.map(({ definition }) => definition);
  test.each(bodied)('$title', async ({ definition }) => {
    const body = await bodyFor(service(), scope, definition.method, definition.path);
    const found = [...new Set(textsIn(inputOf((await loadBodySchema(definition.body)) as z.ZodType)))];
    for (const place of [...triedAt(definitions, definition, found), 'unknownField']) {
      const answer = await ask(definition, { body: placed(body, place, HALF) });
      expect(answer, `${place}: ${answer.text}`).toMatchObject({ status: 422, json: { error: { code: 'validation_error' } } });
      const { error } = answer.json as { error: { details: object } };
      expect(Object.keys(error.details)).toEqual([place]);
    }
  });

  test('also in its middle, escaped or not, and NUL in a line of an invoice', async () => {
    const { definition } = allBodied.find(({ title }) => title === 'POST /api/v1/invoices') ?? CASES[0]!;
    const body = await bodyFor(service(), scope, 'POST', '/api/v1/invoices');
    for (const text of ['x \ud83d y', 'a\u0000b', 'a\u0001b', '\u007f']) {
      const answer = await ask(definition, { body: placed(body, 'lines.0.description', text) });
      expect(answer).toMatchObject({
        status: 422,
        json: { error: { details: { 'lines.0.description': [expect.any(String)] } } },
      });
    }
  });
});

describe('half a character in a query parameter: 422 with its name', () => {
  const queried = selected(CASES.filter(({ definition }) => definition.query));
  const definitions = queried.map(({ definition }) => definition);
  test.each(queried)('$title', async ({ definition }) => {
    const names = Object.keys(inputOf(definition.query as z.ZodType).properties ?? {});
    for (const name of triedAt(definitions, definition, names))
      for (const half of ['%ED%A0%80', '%00', '%ff']) {
        const answer = await ask(definition, { query: `?${name}=${half}` });
        expect(answer, name).toMatchObject({ status: 422, json: { error: { details: { [name]: [expect.any(String)] } } } });
      }
  });
});

describe('a name in the path that is no text, or too long, matches nothing', () => {
  const named = CASES.filter(({ definition }) => /\{(token|linkToken|cif|export)\}/.test(definition.path));
  test.each(selected(named))('$title', async ({ definition }) => {
    for (const name of ['%EF%BF%BD', '%00', '%C2%85', 'x'.repeat(3000)]) {
      const path = definition.path.replace(/\{[^}]+\}/g, name);
      const headers = { authorization: `Bearer ${scope.token}`, 'x-company': scope.company };
      expect((await senderTo(service().url)({ method: definition.method, path, headers })).status, name).toBe(404);
    }
  });
});

describe('fields with the name of a member that every object has', () => {
  const NAMES = ['toString', 'valueOf', 'hasOwnProperty', '__defineGetter__'];

  test.each(NAMES)('%s in a body or a query: 422 with its name', async name => {
    const expected = { status: 422, body: { error: { details: { [name]: [expect.any(String)] } } } };
    const body = { [name]: 'a\u0000' };
    expect(await service().api('POST', '/api/auth/confirm-email', { body: { ...body, token: 'x' } })).toMatchObject(expected);
    for (const half of ['%00', '%ff'])
      expect(await service().api('GET', `/api/v1/invoices?${name}=${half}`, scope)).toMatchObject(expected);
  });
});

test('a body full of violations gets a response within the 6 MB of a Lambda function', async () => {
  const bodies = [
    { token: 'x', list: Array.from({ length: 110_000 }, () => '\u0000') },
    { token: 'x', ['n'.repeat(5000)]: Array.from({ length: 110_000 }, () => '\u0001') },
  ];
  for (const body of bodies) {
    const { status, json, text } = await senderTo(service().url)({ method: 'POST', path: '/api/auth/confirm-email', body });
    expect([status, text.length < 100_000], String(json)).toEqual([422, true]);
  }
});

describe('bodies are UTF-8', () => {
  const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
  const send = (path: string, method: string, body: Uint8Array, headers: Record<string, string>) =>
    service().api(method, path, { ...scope, body, headers });
  const JSON_TYPE = { 'content-type': 'application/json' };
  const OTHER_BYTES: [what: string, bytes: Uint8Array][] = [
    ['ISO 8859-1', latin1('{"name":"caf\xe9 SRL"}')],
    ['a cut character', Buffer.from([...Buffer.from('{"name":"x'), 0xf0, 0x9f, 0x98, ...Buffer.from('"}')])],
    ['a surrogate in CESU-8', Buffer.from([...Buffer.from('{"name":"'), 0xed, 0xa0, 0xbd, ...Buffer.from('"}')])],
    ['UTF-16', Buffer.from('{"name":"x"}', 'utf16le')],
  ];

  test.each(bodied)('$title: other bytes 400, another charset 400, compressed 415', async ({ name, definition }) => {
    /** All for the first endpoint, and in the long run. */
    const some = <T>(all: readonly T[], few: number): T[] =>
      inTurn(all, LONG || name === bodied[0]?.name ? all.length : few, name);
    const path = filled(definition.path, await fixtures.target(definition));
    for (const [what, bytes] of some(OTHER_BYTES, 1))
      for (const headers of [JSON_TYPE, {}]) {
        const answer = await send(path, definition.method, bytes, headers);
        expect(answer, what).toMatchObject({ status: 400, body: { error: { code: 'bad_request' } } });
      }
    const plain = Buffer.from('{"name":"Cafenea"}');
    for (const charset of some(['iso-8859-1', 'utf-16', '"windows-1250"', 'x', '', 'utf-8; charset=iso-8859-1'], 2)) {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      expect(await send(path, definition.method, plain, headers), charset).toMatchObject({ status: 400 });
    }
    for (const encoding of some(['gzip', 'br', 'deflate', 'identity, gzip'], 1)) {
      const headers = { ...JSON_TYPE, 'content-encoding': encoding };
      expect(await send(path, definition.method, plain, headers), encoding).toMatchObject({
        status: 415,
        body: { error: { code: 'unsupported_media_type' } },
      });
    }
  });

  test('a body that declares UTF-8, in any spelling, and identity is accepted', async () => {
    const body = Buffer.from(JSON.stringify({ firstName: 'Ștefan', lastName: 'Ionescu' }));
    for (const type of [
      'application/json;charset=utf-8',
      'application/json; charset="UTF-8"',
      'application/json; charset=utf8; x=y',
      'APPLICATION/JSON ; CHARSET = " Utf-8 "',
    ])
      expect((await send('/api/v1/me', 'PATCH', body, { 'content-type': type, 'content-encoding': 'identity' })).status).toBe(
        200,
      );
    expect((await service().api('GET', '/api/v1/me', scope)).body).toMatchObject({ firstName: 'Ștefan' });
  });

  test('a long Content-Type is read in linear time', async () => {
    for (const type of [`application/json;charset=${' '.repeat(8000)}x"y`, `application/json;charset=${'"'.repeat(8000)}`])
      expect((await send('/api/v1/me', 'PATCH', Buffer.from('{}'), { 'content-type': type })).status).toBe(400);
  });

  test('U+FFFD itself may be sent as \\ufffd', async () => {
    expect((await send('/api/v1/me', 'PATCH', Buffer.from('{"lastName":"a\\ufffd"}'), JSON_TYPE)).body).toMatchObject({
      lastName: 'a\ufffd',
    });
  });

  test('texts of a form are checked, too', async () => {
    const { id } = await draft(service(), scope);
    const path = `/api/v1/invoices/${id}/attachments`;
    const boundary = 'boundary-of-at-least-27-characters';
    const form = (description: Uint8Array, filename: Uint8Array): Uint8Array =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="description"\r\n\r\n`),
        description,
        Buffer.from(`\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="`),
        filename,
        Buffer.from('"\r\ncontent-type: application/pdf\r\n\r\n'),
        PDF,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const good = Buffer.from('a.pdf');
    expect((await send(path, 'POST', form(latin1('caf\xe9'), good), headers)).status).toBe(400);
    expect((await send(path, 'POST', form(good, latin1('caf\xe9.pdf')), headers)).status).toBe(400);
    expect(await send(path, 'POST', form(Buffer.from('a\u0001b'), good), headers)).toMatchObject({
      status: 422,
      body: { error: { details: { description: [expect.any(String)] } } },
    });
    expect((await send(path, 'POST', form(good, good), { ...headers, 'content-encoding': 'gzip' })).status).toBe(415);
    const made = await service().api('POST', path, { ...scope, body: formWith(PDF, 'a.pdf', { description: 's\u0326ah' }) });
    expect(made).toMatchObject({ status: 201, body: { description: 'șah' } });
  });
});

describe('free-form objects', () => {
  let person: Registered;
  beforeAll(async () => {
    person = await registerOnly(service());
  });
  const me = () => service().api('GET', '/api/v1/me', { token: person.token });

  test('keys __proto__, constructor and prototype are dropped', async () => {
    const answer = await service().api('PATCH', '/api/v1/me', {
      token: person.token,
      body: '{"preferences":{"__proto__":{},"constructor":1,"a":{"prototype":2,"b":[{"__proto__":1}]},"theme":"s\u0326"}}',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject({ status: 200, body: { preferences: { a: { b: [{}] }, theme: 'ș' } } });
    expect(await me()).toMatchObject({ status: 200, body: { preferences: { a: { b: [{}] }, theme: 'ș' } } });
  });

  test('an account that stored such a key before can be read again', async () => {
    await transact([
      update(accountKey(person.userId), {
        expression: 'SET #data.preferences = :stored',
        names: { '#data': 'data' },
        values: { ':stored': '{"__proto__":{},"theme":"dark"}' },
      }),
    ]);
    expect(await me()).toMatchObject({ status: 200, body: { preferences: { theme: 'dark' } } });
  });
});
