import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Answer, answer } from '#shared/platform/lambda/endpoint/answer.ts';
import { SMALLEST } from '#shared/platform/lambda/endpoint/conventions/compression.ts';
import { deprecationHeaders } from '#shared/platform/lambda/endpoint/conventions/deprecation.ts';
import { represent } from '#shared/platform/lambda/endpoint/conventions/represent.ts';
import { eventOf } from './event.ts';

/** The format of a response apart from its body: compression, entity tag, deprecation (docs/http.md). */

const LARGE = { text: 'x'.repeat(SMALLEST) };
const accepting = (coding?: string) => eventOf({ headers: coding === undefined ? {} : { 'accept-encoding': coding } });

describe('compression', () => {
  test.each([
    [undefined, false],
    ['', false],
    ['identity', false],
    ['br', false],
    ['gzip;q=0', false],
    ['gzip', true],
    ['gzip, deflate, br', true],
    ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
    ['*', true],
    ['gzip;q=0.5, identity', false],
  ])('Accept-Encoding: %s → gzip: %s', async (coding, compressed) => {
    const { headers = {}, body = '', isBase64Encoded } = await represent(accepting(coding), answer(200, LARGE));
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-type': 'application/json' });
    expect(headers['content-encoding']).toBe(compressed ? 'gzip' : undefined);
    const text = compressed ? gunzipSync(Buffer.from(body, 'base64')).toString() : body;
    expect([JSON.parse(text), isBase64Encoded ?? false]).toEqual([LARGE, compressed]);
  });

  test('a short body is sent uncompressed', async () => {
    const { headers, body } = await represent(accepting('gzip'), answer(200, { a: 1 }));
    expect([headers?.['content-encoding'], headers?.['vary'], body]).toEqual([undefined, undefined, '{"a":1}']);
  });
});

describe('the tag of a response with a version', () => {
  const versioned = (body: unknown) => new Answer(200, body, answer(200, body).headers, 3);

  test('differs by encoding, and either matches', async () => {
    const [plain, compressed] = await Promise.all(
      ['identity', 'gzip'].map(coding => represent(accepting(coding), versioned(LARGE))),
    );
    const tags = [plain, compressed].map(response => String(response?.headers?.['etag']));
    expect(tags[1]).toBe(`${tags[0]?.slice(0, -1)}-gzip"`);
    for (const tag of tags) {
      const again = await represent(eventOf({ headers: { 'accept-encoding': 'gzip', 'if-none-match': tag } }), versioned(LARGE));
      expect(again).toMatchObject({ statusCode: 304, headers: { etag: tags[1] } });
      expect(again.body).toBeUndefined();
    }
  });

  test('other responses have none', async () => {
    const { headers } = await represent(eventOf({}), answer(200, { a: 1 }));
    expect(headers?.['etag']).toBeUndefined();
  });
});

describe('a deprecated endpoint', () => {
  const DEPRECATED = { since: '2027-01-31', sunset: '2027-12-31', link: 'https://example.test/moved' };

  test('has the headers in each response, in addition to other links', async () => {
    const listed = answer(200, { page: 1, pages: 2, limit: 10 });
    const { headers } = await represent(eventOf({ method: 'GET', rawPath: '/api/v1/x' }), listed, { deprecated: DEPRECATED });
    expect(headers).toMatchObject({
      deprecation: `@${Date.UTC(2027, 0, 31) / 1000}`,
      sunset: 'Fri, 31 Dec 2027 00:00:00 GMT',
    });
    expect(headers?.['link']).toMatch(/rel="next".*, <https:\/\/example\.test\/moved>; rel="deprecation"/);
  });

  test('one that is not deprecated has none of the headers', () => expect(deprecationHeaders(undefined)).toEqual({}));
});
