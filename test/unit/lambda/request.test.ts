import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  fieldErrors,
  flag,
  freeForm,
  header,
  jsonBody,
  MAX_BODY_BYTES,
  pageOf,
  paging,
  pathParameters,
  through,
} from '#shared/platform/lambda/endpoint/request.ts';
import { isRecordParameter } from '#shared/platform/lambda/endpoint/record-parameter.ts';
import { numeric } from '#shared/base/kernel/fields.ts';
import { eventOf } from './event.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const read = (body: string, headers: Record<string, string> = JSON_TYPE) => jsonBody(eventOf({ body, headers }));

describe('a JSON body', () => {
  test.each<[sent: string, read: Record<string, unknown>]>([
    ['{}', {}],
    ['{"a":1}', { a: 1 }],
    ['  {"a": [1, {"b": null}]}\n', { a: [1, { b: null }] }],
    ['{"a":0.1,"b":-12.50,"c":123456789012345}', { a: 0.1, b: -12.5, c: 123456789012345 }],
    ['{"ț":"Ș🧾"}', { ț: 'Ș🧾' }],
  ])('%s', (sent, value) => {
    expect(read(sent)).toEqual({ value });
  });

  test.each<[number: string]>([
    ['1e3'],
    ['1E3'],
    ['-2.5e-7'],
    ['1e400'],
    ['12345678901234567'],
    ['0.1234567890123456'],
    ['9007199254740993'],
    ['1.000000000000000000001'],
    ['-0.00000000000000001'],
  ])('the number %s, which a double would change, stays text', number => {
    expect(read(`{"a":${number},"b":[${number}],"c":{"d":${number}}}`)).toEqual({
      value: { a: number, b: [number], c: { d: number } },
    });
  });

  test('no number is ever changed: it is read as the number with the same digits, or as its own text', () => {
    const digits = fc.stringMatching(/^(0|[1-9]\d{0,24})(\.\d{1,24})?$/);
    fc.assert(
      fc.property(fc.boolean(), digits, (negative, text) => {
        const sent = `${negative ? '-' : ''}${text}`;
        const value = (read(`{"a":${sent}}`).value as { a: unknown }).a;
        const exact = numeric().parse(sent);
        expect(numeric().parse(value)).toBe(exact);
      }),
    );
  });

  test('text that looks like a number stays text, and numbers inside of text are ignored', () => {
    expect(read('{"a":"1e3","b":"{\\"c\\":12345678901234567}"}')).toEqual({ value: { a: '1e3', b: '{"c":12345678901234567}' } });
  });

  test('names of the prototype are ordinary members', () => {
    const { value } = read('{"__proto__":{"admin":true},"constructor":1}');
    expect(Object.keys(value ?? {})).toEqual(['__proto__', 'constructor']);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    expect(z.object({ name: z.string().optional() }).parse(value)).toEqual({});
  });

  test.each(['', ' ', '\n'])('an absent body (%j) is an empty object', body => {
    expect(read(body, {})).toEqual({ value: {} });
    expect(jsonBody(eventOf({}))).toEqual({ value: {} });
  });

  test.each(['[]', '"a"', '1', 'true', 'null', '1e3'])('returns 400: %s is no object', body => {
    expect(read(body).problem).toMatchObject({ status: 400, message: 'The body must be a JSON object.' });
  });

  test.each([
    ['{', 'line 1, column 2'],
    ['{"a"}', 'line 1, column 5'],
    ["{'a':1}", 'line 1, column 2'],
    ['{"a":01}', 'line 1, column 7'],
    ['undefined', 'line 1, column 1'],
    ['{"a":1}}', 'line 1, column 8'],
    ['\u{feff}{}', 'line 1, column 1'],
    ['{\n "quantity": 1,5\n}', 'line 2, column 16'],
  ])('returns 400: %j is no JSON, at %s', (body, place) => {
    expect(read(body).problem).toMatchObject({ status: 400, message: `The body is not valid JSON at ${place}.` });
  });

  test.each([
    ['application/json', true],
    ['application/json;charset=UTF-8', true],
    ['APPLICATION/JSON', true],
    ['application/problem+json', true],
    ['text/json', false],
    ['text/plain', false],
    ['application/jsonp', false],
    ['application/x-ndjson', false],
    ['multipart/form-data; boundary=application/json', false],
  ])('content type %s: %s', (type, accepted) => {
    const { problem } = read('{}', { 'content-type': type });
    if (accepted) expect(problem).toBeUndefined();
    else expect(problem).toMatchObject({ status: 400, message: 'Content-Type must be application/json.' });
  });

  test('1 MB is counted in bytes, not characters', () => {
    const body = (bytes: number, letter: string): string => {
      const around = Buffer.byteLength('{"a":""}');
      return `{"a":"${letter.repeat((bytes - around) / Buffer.byteLength(letter))}"}`;
    };
    expect(read(body(MAX_BODY_BYTES, 'x')).problem).toBeUndefined();
    expect(read(body(MAX_BODY_BYTES, 'ț')).problem).toBeUndefined();
    expect(read(body(MAX_BODY_BYTES + 1, 'x')).problem).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect(read(body(MAX_BODY_BYTES + 2, 'ț')).problem).toMatchObject({ status: 413 });
  });

  test('a body in base64 is decoded', () => {
    const body = Buffer.from('{"a":"ț"}').toString('base64');
    expect(jsonBody(eventOf({ body, isBase64Encoded: true, headers: JSON_TYPE }))).toEqual({ value: { a: 'ț' } });
    const large = Buffer.alloc(MAX_BODY_BYTES + 1, 0x20).toString('base64');
    expect(jsonBody(eventOf({ body: large, isBase64Encoded: true })).problem).toMatchObject({ status: 413 });
  });

  test('a free-form member is read with plain numbers', () => {
    const event = eventOf({ body: '{"preferences":{"a":1e3,"b":12345678901234567}}' });
    expect(freeForm(event, 'preferences')).toEqual({ a: 1000, b: 12345678901234568 });
    expect(freeForm(event, 'other')).toBeUndefined();
  });
});

describe('path parameters', () => {
  const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

  test.each(['uuid', 'id', 'attachmentId', 'deliveryUuid'])('%s names a record', name => {
    expect(isRecordParameter(name)).toBe(true);
  });
  test.each(['token', 'linkToken', 'cif', 'identifier', 'paid'])('%s does not name a record', name => {
    expect(isRecordParameter(name)).toBe(false);
  });

  test('ids are compared in lower case, other values are not changed', () => {
    const event = eventOf({ pathParameters: { uuid: ID.toUpperCase(), token: 'AbC' } });
    expect(pathParameters(event)).toEqual({ value: { uuid: ID, token: 'AbC' } });
    expect(pathParameters(eventOf({}))).toEqual({ value: {} });
  });

  test.each(['', '1', 'x', ID.slice(1), `${ID}0`, `{${ID}}`, ` ${ID}`, ID.replaceAll('-', ''), `${ID}\n`, '../companies'])(
    'returns 404: %j is no id',
    uuid => {
      expect(pathParameters(eventOf({ pathParameters: { uuid } })).problem).toMatchObject({ status: 404, code: 'not_found' });
    },
  );
});

describe('values through a schema', () => {
  const schema = z.object({
    name: z.string().min(1, 'must not be empty'),
    lines: z.array(z.object({ quantity: z.number('must be a number') })),
  });

  test('valid fields are returned, without unknown ones', () => {
    expect(through(schema, { name: 'a', lines: [], extra: 1 }, 422)).toEqual({ value: { name: 'a', lines: [] } });
  });

  test('all violations are reported, by the path of the field', () => {
    const wrong = { name: '', lines: [{ quantity: 1 }, { quantity: 'x' }, {}] };
    const fields = {
      name: ['must not be empty'],
      'lines.1.quantity': ['must be a number'],
      'lines.2.quantity': ['must be a number'],
    };
    expect(through(schema, wrong, 422).problem).toMatchObject({
      status: 422,
      code: 'validation_error',
      message: 'Invalid: name, lines.1.quantity, lines.2.quantity.',
      details: fields,
    });
    expect(through(schema, wrong, 400).problem).toMatchObject({
      status: 400,
      code: 'bad_request',
      message: 'Invalid or missing: name, lines.1.quantity, lines.2.quantity.',
      details: fields,
    });
  });

  test('a violation of the whole body is reported under "body"', () => {
    const whole = z.object({}).refine(() => false, 'names no field');
    expect(fieldErrors(whole.safeParse({}).error as z.ZodError)).toEqual({ body: ['names no field'] });
  });
});

describe('paging', () => {
  const query = z.object(paging());

  test.each<[query: object, read: object]>([
    [{}, { page: 1, limit: 20 }],
    [
      { page: '3', limit: '7' },
      { page: 3, limit: 7 },
    ],
    [{ limit: '100' }, { page: 1, limit: 100 }],
    [{ limit: '101' }, { page: 1, limit: 100 }],
    [{ limit: '999999999' }, { page: 1, limit: 100 }],
    [{ page: '007' }, { page: 7, limit: 20 }],
  ])('%o is accepted', (sent, value) => {
    expect(query.parse(sent)).toEqual(value);
  });

  test.each(['0', '-1', '1.5', 'abc', '', ' ', '1e1', '0x1', '1000000000', '+1', '１'])('%j is rejected', wrong => {
    for (const name of ['page', 'limit']) expect(query.safeParse({ [name]: wrong }).success, name).toBe(false);
  });

  test.each([
    ['-1', 'must be at least 1'],
    ['0', 'must be at least 1'],
    ['1.5', 'must be a whole number'],
    ['', 'must be a whole number'],
    ['1000000000', 'must be at most 999999999'],
    ['9'.repeat(400), 'must be at most 999999999'],
  ])('%j is rejected with what to change: %s', (wrong, message) => {
    expect(query.safeParse({ page: wrong }).error?.issues.map(issue => issue.message)).toEqual([message]);
  });

  test('a list may have another default and maximum', () => {
    const other = z.object(paging(50, 200));
    expect(other.parse({})).toEqual({ page: 1, limit: 50 });
    expect(other.parse({ limit: '500' })).toEqual({ page: 1, limit: 200 });
  });

  test.each([
    [0, 20, 0],
    [1, 20, 1],
    [20, 20, 1],
    [21, 20, 2],
    [100, 1, 100],
  ])('of %i records with limit %i there are %i pages', (total, limit, pages) => {
    expect(pageOf(['a'], total, { page: 2, limit })).toEqual({ data: ['a'], total, page: 2, limit, pages });
  });
});

describe('the rest of a request', () => {
  test('a flag is true or false, and nothing else', () => {
    expect(flag().parse('true')).toBe(true);
    expect(flag().parse('false')).toBe(false);
    for (const wrong of ['1', '0', '', 'TRUE', 'yes']) expect(flag().safeParse(wrong).success).toBe(false);
  });

  test('a header is found by its lower-case name', () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    expect(header(eventOf({ headers }), 'x-forwarded-for')).toBe('203.0.113.9');
    expect(header(eventOf({}), 'x-company')).toBeUndefined();
  });
});
