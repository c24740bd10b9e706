import { describe, expect, test } from 'vitest';
import { concernedBy, importsOf, inTurnOf } from '../../support/selection/changed.ts';

const SOURCE = `import { answer } from '#shared/platform/lambda/endpoint/answer.ts';
import type { Client } from '#shared/records/parties/clients/model.ts';
import { type Created, createClient } from '#shared/records/parties/clients/create.ts';
import {
  present,
} from '#shared/records/parties/clients/present.ts';
import { z } from 'zod';
import '../helper.ts';

export const handler = { 200: () => import('#shared/records/parties/clients/schema.ts').then(schema => schema.one) };
`;

describe('importsOf', () => {
  test('finds modules of shared/, also on several lines and dynamic ones; no types, packages and steps around all endpoints', () => {
    expect(importsOf('functions/clients/create.ts', SOURCE)).toEqual([
      'shared/records/parties/clients/create.ts',
      'shared/records/parties/clients/present.ts',
      'shared/records/parties/clients/schema.ts',
    ]);
  });
});

describe('concernedBy', () => {
  const all = [
    { name: 'clients-create', file: 'functions/clients/create.ts' },
    { name: 'clients-get', file: 'functions/clients/get.ts' },
    { name: 'plans-list', file: 'functions/plans/list.ts' },
  ];
  const SOURCES: Record<string, string> = {
    'functions/clients/create.ts': SOURCE,
    'functions/clients/get.ts': "import { present } from '#shared/records/parties/clients/present.ts';",
  };
  const concerned = (...changed: string[]): string[] =>
    concernedBy(all, new Set(changed), file => SOURCES[file] ?? '').map(({ name }) => name);

  test.each([
    ['an own file', ['functions/plans/list.ts'], ['plans-list']],
    ['a module that one imports', ['shared/records/parties/clients/create.ts'], ['clients-create']],
    ['a module that several import', ['shared/records/parties/clients/present.ts'], ['clients-create', 'clients-get']],
    ['a module that none imports', ['shared/base/kernel/ids.ts'], []],
    ['a step around all endpoints', ['shared/platform/lambda/endpoint/answer.ts'], []],
    ['a module that is imported for its types', ['shared/records/parties/clients/model.ts'], []],
    ['nothing', [], []],
  ])('%s', (_, changed, names) => expect(concerned(...changed)).toEqual(names));
});

describe('inTurnOf', () => {
  const all = Array.from({ length: 40 }, (_, number) => ({ name: `endpoint-${number}`, file: '' }));

  test('takes so many, the same ones for the same commit', () => {
    const chosen = inTurnOf(all, 12, 'a1b2');
    expect(new Set(chosen.map(({ name }) => name)).size).toBe(12);
    expect(inTurnOf(all.toReversed(), 12, 'a1b2')).toEqual(chosen);
    expect(inTurnOf(all.slice(0, 5), 12, 'a1b2')).toHaveLength(5);
  });

  test('every endpoint is chosen for some commit', () => {
    const commits = Array.from({ length: 40 }, (_, number) => `commit ${number}`);
    const chosen = new Set(commits.flatMap(commit => inTurnOf(all, 12, commit).map(({ name }) => name)));
    expect(chosen.size).toBe(all.length);
  });
});
