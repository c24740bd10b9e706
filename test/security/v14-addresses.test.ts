import * as z from 'zod';
import { describe, expect, test } from 'vitest';
import { CASES } from '../support/matrix/endpoints.ts';
import { parametersOf } from '../support/matrix/targets.ts';

/** Links that a user got by mail or from a member: the token in the path is their only credential. */
const LINKS = [
  '/api/connect/taxauth/link/{linkToken}',
  '/api/v1/invitations/accept/{token}',
  '/api/v1/share/{token}',
  '/api/v1/share/{token}/pdf',
  '/api/v1/share/{token}/xml',
  '/api/v1/t/{token}/click',
  '/api/v1/t/{token}/open.gif',
  '/api/v1/taxauth/token-links/{linkToken}',
  '/pages/share/{token}',
  '/pages/unsubscribe/{token}',
];

const SECRET = /token|password|secret|credential|authorization|api_?key|session/i;

describe('V14 addresses', () => {
  test('V14.2.1 no query parameter carries a credential; tokens in paths are links that their holder was given', () => {
    const inQueries = CASES.flatMap(({ title, definition: { query } }) =>
      query === undefined
        ? []
        : Object.keys(z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }).properties ?? {}).map(
            name => `${title} ${name}`,
          ),
    );
    expect(inQueries.length).toBeGreaterThan(50);
    expect(inQueries.filter(name => SECRET.test(name.split(' ')[2] ?? ''))).toEqual([]);
    const inPaths = CASES.filter(({ definition }) => parametersOf(definition.path).some(name => SECRET.test(name)));
    expect([...new Set(inPaths.map(({ definition }) => definition.path))].toSorted()).toEqual(LINKS);
  });
});
