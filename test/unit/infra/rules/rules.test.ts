import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { assertionsOf, type Origin, originsOf } from '../../../../infra/rules/assertions.ts';
import { type Difference, differenceOf, isNone } from '../../../../infra/rules/compare.ts';
import { readOrigins, withOrigins } from '../../../../infra/rules/origins.ts';
import { placesOf } from '../../../../infra/rules/places.ts';
import { readRelease } from '../../../../infra/rules/release.ts';
import type { RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';
import { ruleSet } from '#shared/authority/einvoice/rules/sets.ts';
import { ARTIFACTS, oracleAvailable, SKIPPED } from '../../../support/einvoice/oracle.ts';
import { type MadeUpRule, xsltOf } from './made-up-release.ts';

const SETS: RuleSetName[] = ['cius-ro-1.0.9', 'en16931-1.3.16'];

describe('the difference of two sets of rules', () => {
  const one: Origin = ['fatal', 'a', 'b'];
  const none: Difference = { added: [], removed: [], changed: [] };
  it.each<[what: string, ours: Record<string, Origin>, theirs: Record<string, Origin>, difference: Difference]>([
    ['nothing', { 'BR-1': one }, { 'BR-1': one }, none],
    ['no rules at all', {}, {}, none],
    ['added ones, sorted', {}, { 'BR-2': one, 'BR-1': one }, { ...none, added: ['BR-1', 'BR-2'] }],
    ['a removed one', { 'BR-1': one }, {}, { ...none, removed: ['BR-1'] }],
    ['severity', { 'BR-1': one }, { 'BR-1': ['warning', 'a', 'b'] }, { ...none, changed: [{ id: 'BR-1', parts: ['severity'] }] }],
    ['test', { 'BR-1': one }, { 'BR-1': ['fatal', 'x', 'b'] }, { ...none, changed: [{ id: 'BR-1', parts: ['test'] }] }],
    ['text', { 'BR-1': one }, { 'BR-1': ['fatal', 'a', 'x'] }, { ...none, changed: [{ id: 'BR-1', parts: ['text'] }] }],
    [
      'all of it',
      { 'BR-1': one },
      { 'BR-1': ['warning', 'x', 'y'] },
      { ...none, changed: [{ id: 'BR-1', parts: ['severity', 'test', 'text'] }] },
    ],
    ['names of members that every object has', {}, { constructor: one }, { ...none, added: ['constructor'] }],
  ])('%s', (_, ours, theirs, difference) => {
    expect(differenceOf(ours, theirs)).toEqual(difference);
    expect(isNone(difference)).toBe(difference === none);
  });
});

describe('assertions of a stylesheet', () => {
  const rule: MadeUpRule = { id: 'BR-1', flag: 'fatal', context: '/*', test: 'a  <  2', text: ' Said\n twice ' };

  it('id, severity, context, test and text, with white space counted once', () => {
    expect(assertionsOf(xsltOf([rule]))).toEqual([
      { id: 'BR-1', severity: 'fatal', context: '/*', test: 'a < 2', text: 'Said twice' },
    ]);
  });

  it('white space makes no difference, a context does; of an id that occurs twice both count', () => {
    const hashes = (...rules: MadeUpRule[]) => originsOf(assertionsOf(xsltOf(rules)))['BR-1'];
    const base = hashes(rule);
    expect(hashes({ ...rule, test: 'a < 2', text: 'Said twice' })).toEqual(base);
    expect(hashes({ ...rule, context: '/a' })?.[1]).not.toBe(base?.[1]);
    expect(hashes(rule, { ...rule, flag: 'warning', context: '/a' })).toEqual([
      ...['fatal', expect.not.stringMatching(base?.[1] ?? ''), expect.any(String)],
    ]);
  });

  it.each([
    ['no XML', '<xsl:stylesheet'],
    ['no assertion', xsltOf([])],
  ])('%s is rejected', (_, xslt) => {
    expect(() => assertionsOf(xslt)).toThrow();
  });
});

describe('the file of a rule', () => {
  it('every rule of both sets is in a file that exists and that names its family', () => {
    for (const set of SETS) {
      for (const { id } of ruleSet(set).rules) {
        const places = placesOf(id, set);
        expect([id, places.filter(file => !existsSync(file))]).toEqual([id, []]);
      }
    }
  });

  it.each([
    ['BR-RO-020', 'cius-ro/br-ro.ts'],
    ['BR-RO-999', 'cius-ro/br-ro.ts'],
    ['BR-RO-L999', 'cius-ro/br-ro-lengths.ts'],
    ['BR-CO-99', 'en16931/br-co.ts'],
    ['BR-99', 'en16931/br.ts'],
    ['BR-S-99', 'en16931/br-vat.ts'],
    ['BR-CL-99', 'en16931/br-cl.ts'],
    ['UBL-CR-999', 'ubl-syntax/ubl-cr.ts'],
    ['UBL-SR-99', 'ubl-syntax/ubl-sr.ts'],
    ['UBL-DT-99', 'ubl-syntax/ubl-dt.ts'],
  ])('%s: %s', (id, file) => {
    expect(placesOf(id, 'cius-ro-1.0.9')[0]).toBe(`shared/authority/einvoice/rules/${file}`);
    expect(placesOf(id, 'en16931-1.3.16').slice(0, 2)).toEqual([
      ...['shared/authority/einvoice/rules/current.ts', `shared/authority/einvoice/rules/${file}`],
    ]);
  });
});

describe.each(SETS)('the release that our rules of %s were written from', set => {
  it('has the same rules with the same severity as ours', () => {
    const recorded = Object.entries(readOrigins(set)).map(([id, [severity]]) => `${id} ${severity}`);
    expect(recorded.toSorted()).toEqual(
      ruleSet(set)
        .rules.map(({ id, severity }) => `${id} ${severity}`)
        .toSorted(),
    );
  });

  it.skipIf(!oracleAvailable)(`is the installed release${SKIPPED}`, () => {
    const folder = resolve(ARTIFACTS, set === 'cius-ro-1.0.9' ? 'cius-ro/1.0.9' : 'en16931');
    const release = readRelease(folder);
    expect(release.set).toBe(set);
    expect(readFileSync(release.stylesheet, 'utf8').length).toBeGreaterThan(100_000);
    expect(differenceOf(readOrigins(set), originsOf(release.assertions))).toEqual({ added: [], removed: [], changed: [] });
  });
});

describe('the record of the releases', () => {
  const record = readFileSync('infra/rules/written-from.json', 'utf8');

  it('is the same text when the same release is recorded again', () => {
    for (const set of SETS) expect(withOrigins(set, readOrigins(set), record)).toBe(record);
  });

  it('takes a release of one set, and keeps the other', () => {
    const [first, second] = ['cius-ro-1.0.9', 'en16931-1.3.16'] as const;
    const { 'BR-08': gone, ...rules } = readOrigins(first);
    const added = withOrigins(
      first,
      { ...rules, 'BR-10': ['warning', 'test', 'text'], 'BR-NEW': ['fatal', 'test', 'text'] },
      record,
    );
    expect(gone).toBeDefined();
    expect(readOrigins(first, added)).toEqual({
      ...rules,
      ...{ 'BR-10': ['warning', 'test', 'text'], 'BR-NEW': ['fatal', 'test', 'text'] },
    });
    expect(readOrigins(second, added)).toEqual(readOrigins(second, record));
  });
});
