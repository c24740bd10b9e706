import { describe, expect, it, test } from 'vitest';
import { DESCRIPTIONS } from '../../../../infra/openapi/descriptions/index.ts';
import { undescribed } from '../../../../infra/openapi/undescribed.ts';
import { operationsOf, schemasOf, wholeDocument } from './walk.ts';

/** The tables of descriptions, against the document. */

const document = await wholeDocument();

test.each(Object.entries(undescribed(document)))('%s: everything is described', (_, lacks) => {
  expect(lacks).toEqual({ operations: [], parameters: [], schemas: [], fields: [] });
});

it('an area without descriptions would be found', () => {
  const { 'clients-list': list } = Object.fromEntries(
    operationsOf(document).map(([, operation]) => [operation.operationId, structuredClone(operation)]),
  );
  delete list?.description;
  const found = undescribed({
    paths: { '/a': { get: { ...list, tags: ['a'] } } },
    components: { schemas: { ClientPage: { properties: { data: {} } } } },
  });
  expect(found['a']).toEqual({
    operations: ['clients-list'],
    parameters: [],
    schemas: ['ClientPage'],
    fields: ['ClientPage.data'],
  });
});

describe('the tables describe only existing items, once', () => {
  const tables = Object.values(DESCRIPTIONS);
  const twice = (names: string[]): string[] => names.filter((name, place) => names.indexOf(name) !== place);
  const operations = Object.fromEntries(operationsOf(document).map(([, operation]) => [operation.operationId, operation]));
  const places = new Set(schemasOf(document).map(({ place }) => place.replaceAll('[]', '')));

  it('operations and their parameters and responses', () => {
    const described = tables.flatMap(table => Object.entries(table.operations ?? {}));
    expect(twice(described.map(([name]) => name))).toEqual([]);
    const unknown = described.flatMap(([name, about]) => {
      const operation = operations[name];
      if (!operation) return [name];
      if (typeof about === 'string') return [];
      const parameters = Object.keys(about.parameters ?? {}).filter(
        one => !operation.parameters.some(known => known.name === one),
      );
      const responses = Object.keys(about.responses ?? {}).filter(status => !(status in operation.responses));
      const fields = Object.keys(about.fields ?? {}).filter(field => !places.has(`${name}.${field}`));
      return [...parameters, ...responses, ...fields].map(part => `${name} ${part}`);
    });
    expect(unknown).toEqual([]);
  });

  it('schemas and their fields', () => {
    const described = tables.flatMap(table => Object.entries(table.schemas ?? {}));
    expect(twice(described.map(([name]) => name))).toEqual([]);
    const unknown = described.flatMap(([name, { fields = {} }]) =>
      [name, ...Object.keys(fields).map(field => `${name}.${field}`)].filter(place => !places.has(place)),
    );
    expect(unknown).toEqual([]);
  });

  it('are sentences', () => {
    const texts = tables.flatMap(table => [
      ...Object.values(table.operations ?? {}).flatMap(about =>
        typeof about === 'string'
          ? [about]
          : [
              about.description,
              ...[about.parameters, about.responses, about.fields].flatMap(part => Object.values<string>(part ?? {})),
            ],
      ),
      ...Object.values(table.schemas ?? {}).flatMap(({ description, fields }) => [
        ...(description === undefined ? [] : [description]),
        ...Object.values(fields ?? {}),
      ]),
    ]);
    expect(texts.filter(text => !/^[\p{Lu}`0-9].*[.:]$/su.test(text.trim()))).toEqual([]);
  });
});
