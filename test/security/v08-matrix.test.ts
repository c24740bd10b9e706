import { describe, expect, test } from 'vitest';
import { CASES, GUARDED } from '../support/matrix/endpoints.ts';
import { namesRecord, resourceOf } from '../support/matrix/resources.ts';
import { parametersOf, recordsIn } from '../support/matrix/targets.ts';
import { useService } from '../support/service.ts';

const service = useService();

interface Description {
  paths: Record<string, Record<string, { security?: unknown[] }>>;
}

describe('V8 the tests that are generated from the catalogue', () => {
  test('V8.4.1 the generated matrix has every operation of the published description', async () => {
    const body = (await service().api('GET', '/openapi.json')).body as Description;
    const published = Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { security = [] }]) => ({
        title: `${method.toUpperCase()} ${path}`,
        asks: security.length > 0,
      })),
    );
    expect(CASES.map(({ title }) => title).toSorted()).toEqual(published.map(({ title }) => title).toSorted());
    // Endpoints that require no credential are only in the tests of public endpoints.
    expect(GUARDED.map(({ title }) => title).toSorted()).toEqual(
      published.flatMap(({ title, asks }) => (asks ? [title] : [])).toSorted(),
    );
  });

  test('V8.2.2 can create every record that a path names, so that none is left out', () => {
    const named = GUARDED.flatMap(({ definition }) => recordsIn(definition).map(name => ({ path: definition.path, name })));
    expect(named.length).toBeGreaterThan(100);
    for (const { path, name } of named) expect(resourceOf(path, name).template, `${path} ${name}`).toBeTruthy();
    // Names that are no records are a tax number and the token of an invitation.
    const others = GUARDED.flatMap(({ definition: { path } }) => parametersOf(path).filter(name => !namesRecord(path, name)));
    expect([...new Set(others)].toSorted()).toEqual(['cif', 'token']);
  });
});
