import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { beforeAll, describe, expect, test } from 'vitest';
import { declaredErrors } from '../../../infra/api/declared-errors.ts';
import { isRecordParameter } from '#shared/platform/lambda/endpoint/record-parameter.ts';
import { CASES, checkedSender } from '../../support/matrix/endpoints.ts';
import { refusal } from '../../support/matrix/owner.ts';
import { filled } from '../../support/matrix/resources.ts';
import { selected } from '../../support/selection/selected.ts';
import type { Send } from '../../support/matrix/send.ts';
import { parametersOf } from '../../support/matrix/targets.ts';
import { useService } from '../../support/service.ts';

/** What every endpoint declares, and the responses to paths and methods without an endpoint. */

describe('definitions', () => {
  test('no two endpoints have the same name, or the same method and path', () => {
    expect(new Set(CASES.map(one => one.name)).size).toBe(CASES.length);
    expect(new Set(CASES.map(one => one.title.replace(/\{[^}]+\}/g, '{}'))).size).toBe(CASES.length);
  });

  /** REQ-46 to REQ-48; 415 of OUT-28. */
  // 412 only answers `If-Match`, which no caller of the contract sends (docs/http.md).
  const CONTRACT = [400, 401, 402, 403, 404, 405, 409, 410, 412, 413, 415, 422, 429, 500, 503];

  test.each(CASES)('$title has a summary, a success with its schema, and errors of the contract', async ({ definition }) => {
    expect(definition.summary).toMatch(/^[A-Z].{3,}[^.\s]$/);
    const statuses = Object.keys(definition.responses).map(Number);
    const successes = statuses.filter(status => status < 400);
    expect(successes.length).toBeGreaterThan(0);
    for (const status of successes) {
      const schema = await definition.responses[status]?.();
      // No body, or bytes with a declared type.
      const bodiless = [202, 204, 302].includes(status) || definition.produces !== undefined;
      if (!schema) expect(bodiless, `${status} has neither a schema nor a media type`).toBe(true);
      else expect(() => z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })).not.toThrow();
    }
    for (const status of [...declaredErrors(definition), ...statuses.filter(one => one >= 400)])
      expect(CONTRACT).toContain(status);
    expect(definition.path).toMatch(/^(\/[a-z0-9.-]+|\/\{[a-zA-Z]+\})+$/);
  });

  // An API key is limited by its scopes: without a permission nothing would limit it (ACC-72).
  test.each(CASES.filter(({ definition: { auth, method, permission } }) => auth !== 'public' && method !== 'GET' && !permission))(
    '$title, which changes something and requires no permission, is for sessions',
    ({ definition }) => expect(definition.sessionOnly).toBe(true),
  );
});

describe('paths and methods', () => {
  const service = useService();
  let send: Send;
  beforeAll(() => {
    send = checkedSender(service().url);
  });

  test.each([
    '/api',
    '/api/v1',
    '/api/v2/invoices',
    '/api/v1/nothing',
    '/api/v1/invoices/',
    '/API/V1/invoices',
    '/api/v1//invoices',
  ])('returns 404 for the unknown path %s', async path => {
    for (const method of ['GET', 'POST', 'DELETE']) expect(await send({ method, path })).toMatchObject(refusal(404, 'not_found'));
  });

  /** A fixed word of a path is not taken for the id of a record of another path. */
  const isMeant = (template: string, other: string): boolean => {
    const [wanted, parts] = [other.split('/'), template.split('/')];
    const takes = (part: string, word: string): boolean =>
      part === word || (part.startsWith('{') && (word.startsWith('{') || !isRecordParameter(part.slice(1, -1))));
    return wanted.length === parts.length && wanted.every((part, place) => takes(part, parts[place] ?? ''));
  };

  /** Paths with a fixed word that another path would take for an id: all of them, as each depends on what both functions know. */
  const WORDED = CASES.map(({ definition }) => definition.path).filter(path =>
    CASES.some(({ definition: { path: other } }) => {
      const [parts, others] = [path.split('/'), other.split('/')];
      const matches =
        others.length === parts.length && others.every((part, place) => part.startsWith('{') || part === parts[place]);
      return matches && other !== path && !isMeant(path, other);
    }),
  );

  test('paths with a fixed word where others have an id are found', () => {
    expect(WORDED).toContain('/api/v1/clients/bulk-delete');
    expect(WORDED).toContain('/api/v1/invoices/{uuid}/attachments/uploads');
    expect(WORDED).not.toContain('/api/v1/invoices/{uuid}/pdf');
  });

  test.each([...new Set([...selected(CASES).map(one => one.definition.path), ...WORDED])].map(path => ({ path })))(
    'returns 405 with Allow for other methods of $path',
    async ({ path: template }) => {
      const path = filled(template, Object.fromEntries(parametersOf(template).map(name => [name, randomUUID()])));
      const allowed = new Set(
        CASES.filter(({ definition }) => isMeant(template, definition.path)).map(one => one.definition.method),
      );
      const others = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter(one => !allowed.has(one));
      const answers = await Promise.all(others.map(method => send({ method, path, ...(method !== 'GET' && { body: {} }) })));
      for (const [place, answer] of answers.entries()) {
        expect(answer, others[place]).toMatchObject(refusal(405, 'method_not_allowed'));
        const told = (answer.headers['allow'] ?? '').split(', ');
        expect(told.toSorted(), others[place]).toEqual([...allowed].toSorted());
      }
    },
  );
});
