import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_BODY_BYTES } from '#shared/platform/lambda/endpoint/request.ts';
import { EVENT_BYTES } from '../../../infra/local/gateway/payload-limits.ts';
import { LONG } from '../../support/effort.ts';
import { formWith, PDF } from '../../support/files.ts';
import { CASES, inTurn } from '../../support/matrix/endpoints.ts';
import { openOwner, type Owner, refusal } from '../../support/matrix/owner.ts';
import { filled } from '../../support/matrix/resources.ts';
import { senderTo } from '../../support/matrix/send.ts';
import { selected } from '../../support/selection/selected.ts';
import { useService } from '../../support/service.ts';

/** Every endpoint that takes a body rejects one that is no JSON object, before anything that the path or the fields could cause. */

const NOT_JSON = ['{"a":', '{a: 1}', "{'a': 1}", '{"a": 1,}', 'a=1', '\u0000', '{"a": 1} {"b": 2}', '{"a": NaN}'];
const NOT_AN_OBJECT = ['[]', '[{}]', '"text"', '5', 'true', 'null'];
const OTHER_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data; boundary=x',
  'json',
];
const BODIED = selected(CASES.filter(({ definition }) => definition.body));
/** The number of entries of each list that is sent to an endpoint that is not the first. */
const SENT = LONG ? 8 : 2;

const service = useService();
let owner: Owner;
beforeAll(async () => {
  owner = await openOwner(service(), 'Bodies');
});

describe('bodies: syntax errors are reported before anything else', () => {
  const json = { 'content-type': 'application/json' };

  test('there are such endpoints', () => expect(BODIED.length).toBeGreaterThan(5));

  test.each(BODIED)('$title', async ({ name, definition }) => {
    const params = owner.anyParams(definition);
    const some = <T>(all: T[]): T[] => (name === BODIED[0]?.name ? all : inTurn(all, SENT, name));
    const refused = [
      ...[...some(NOT_JSON), ...some(NOT_AN_OBJECT)].map(body => ({ body, headers: json })),
      ...some(OTHER_TYPES).map(type => ({ body: '{}', headers: { 'content-type': type } })),
    ].map(async request => {
      const answer = await owner.ask(definition, params, request);
      expect(answer, JSON.stringify(request)).toMatchObject(refusal(400, 'bad_request'));
    });
    const padding = ' '.repeat(MAX_BODY_BYTES - 1);
    const large = owner.ask(definition, params, { body: `{}${padding}`, headers: json });
    await Promise.all(refused);
    expect(await large).toMatchObject(refusal(413, 'payload_too_large'));
  });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/merge-patch+json'])(
    'the type %s is JSON',
    async type => {
      const request = { method: 'POST', path: '/api/auth', headers: { 'content-type': type } };
      const answer = await owner.send({ ...request, body: '{"email": "nobody@test.example", "password": "wrong"}' });
      expect(answer.status).toBe(401);
    },
  );

  test('a body of exactly 1 MB is read', async () => {
    const body = '{"email": "nobody@test.example", "password": "wrong"}'.padEnd(MAX_BODY_BYTES);
    expect((await owner.send({ method: 'POST', path: '/api/auth', body })).status).toBe(401);
  });
});

describe('forms: encoding and size are rejected before the fields are read', () => {
  const forms = selected(CASES.filter(({ definition }) => definition.form));

  test('there are such endpoints', () => expect(forms.length).toBeGreaterThan(0));

  test.each(forms)('$title: compressed 415, more than a function can receive 413', async ({ definition }) => {
    const params = owner.anyParams(definition);
    const form = (file: Uint8Array) => formWith(file, 'file.pdf');
    for (const encoding of ['gzip', 'br', 'identity, gzip']) {
      const answer = await owner.ask(definition, params, { body: form(PDF), headers: { 'content-encoding': encoding } });
      expect(answer, encoding).toMatchObject(refusal(415, 'unsupported_media_type'));
    }
    const { method, path, companyIn } = definition;
    const { token, company } = owner.scope;
    const headers = { authorization: `Bearer ${token}`, 'x-company': companyIn === 'path' ? undefined : company };
    // API Gateway responds itself. A third is added when bytes become text, for a function.
    const tooLarge = form(new Uint8Array((EVENT_BYTES * 3) / 4));
    const { status, json } = await senderTo(service().url)({ method, path: filled(path, params), headers, body: tooLarge });
    expect([status, json]).toEqual([413, { message: 'Request Entity Too Large' }]);
  });
});
