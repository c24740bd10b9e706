import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generated } from '../../support/effort.ts';
import { valueOf } from '../../support/fuzz/arbitrary.ts';
import { misfit, violationsOf } from '../../support/fuzz/check.ts';
import { OPERATIONS } from '../../support/fuzz/document.ts';
import { curlOf } from '../../support/fuzz/report.ts';

/** Contract fuzzing can fail: its check finds deviations from the document, and its valid values are valid. */

const HEADERS = {
  'content-type': 'application/json',
  'x-request-id': '0b5c7d9e-5f0b-4a57-9d9c-3d4f6d2f9e11',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "frame-ancestors 'none'",
  'cache-control': 'no-store',
};
const operation = OPERATIONS.find(({ title }) => title === 'POST /api/v1/clients/bulk-delete');
const answered = (status: number, json: unknown, headers: Record<string, string> = {}) =>
  operation
    ? violationsOf(operation, { status, headers: { ...HEADERS, ...headers }, text: JSON.stringify(json), json })
    : ['none'];
const error = { error: { code: 'bad_request', message: 'No.' } };

describe('the check of a response', () => {
  test.each([
    ['the documented success', answered(200, { deleted: 0, errors: [] })],
    ['a documented error', answered(400, error)],
    ['busy, with Retry-After', answered(503, { error: { ...error.error, code: 'service_unavailable' } }, { 'retry-after': '1' })],
  ])('%s is valid', (_, violations) => expect(violations).toEqual([]));

  test.each([
    ['500', answered(500, { error: { ...error.error, code: 'internal_error' } }), 'status 500'],
    [
      '503 without Retry-After',
      answered(503, { error: { ...error.error, code: 'service_unavailable' } }),
      '503 without Retry-After',
    ],
    ['another status', answered(418, error), 'status 418 is not documented'],
    ['a missing member', answered(200, { deleted: 0 }), 'status 200 is not as its schema'],
    ['a member too many', answered(200, { deleted: 0, errors: [], more: 1 }), 'status 200 is not as its schema'],
    ['another code of an error', answered(400, { error: { code: 'x', message: 'No.' } }), 'status 400 is not as its schema'],
    ['another media type', answered(200, {}, { 'content-type': 'text/html' }), 'the media type text/html is not documented'],
  ])('%s is found', (_, violations, found) => expect(violations.join()).toContain(found));
});

describe('values generated as valid are valid by the document', () => {
  const bodied = OPERATIONS.flatMap(({ title, body }) => (body ? [{ title, body }] : []));
  test('bodies of all operations', () => {
    expect(bodied.length).toBeGreaterThan(50);
    for (const { title, body } of bodied)
      for (const value of fc.sample(valueOf(body, 0), generated({ runs: 2, seed: 7, long: 20 })))
        expect(misfit(body, value), `${title} ${JSON.stringify(value)}`).toBeUndefined();
  });

  test('many values with mistakes are not', () => {
    const wrong = bodied.flatMap(({ body }) =>
      fc.sample(valueOf(body, 40), generated({ runs: 2, seed: 7 })).map(value => misfit(body, value)),
    );
    expect(wrong.filter(one => one !== undefined).length).toBeGreaterThan(wrong.length / 3);
  });
});

test('the command repeats the request: quotes, empty headers, and bodies that are no text', () => {
  const request = { method: 'POST', target: '/a%zz', headers: { 'x-a': "it's", 'x-b': '' } };
  expect(curlOf('http://localhost:1', { ...request, body: Buffer.from('{}') })).toBe(
    `curl -i --path-as-is -X POST -H 'x-a: it'\\''s' -H 'x-b;' --data-binary '{}' 'http://localhost:1/a%zz'`,
  );
  expect(curlOf('', { ...request, body: Buffer.from([0xff]) })).toContain('--data-binary @');
});
