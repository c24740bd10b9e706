import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Assertion, assertionsOf } from '../../../../infra/rules/assertions.ts';
import { type Difference, differenceOf, isNone, type Part } from '../../../../infra/rules/compare.ts';
import { placesOf } from '../../../../infra/rules/places.ts';
import { readRelease } from '../../../../infra/rules/release.ts';
import type { RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';
import { ruleSet } from '#shared/authority/einvoice/rules/sets.ts';
import { ARTIFACTS, oracleAvailable, SKIPPED } from '../../../support/einvoice/oracle.ts';
import { type MadeUpRule, xsltOf } from './made-up-release.ts';

const SETS: RuleSetName[] = ['cius-ro-1.0.9', 'en16931-1.3.16'];

describe('the difference between our rules and those of a release', () => {
  const one: Assertion = { id: 'BR-1', severity: 'fatal', context: 'c', test: 'a', text: 'b' };
  const ours = [{ id: 'BR-1', severity: 'fatal' as const }];
  const none: Difference = { added: [], removed: [], changed: [] };
  const changed = (...parts: Part[]): Difference => ({ ...none, changed: [{ id: 'BR-1', parts }] });
  it.each<
    [what: string, ours: Parameters<typeof differenceOf>[0], now: Assertion[], before: Assertion[], difference: Difference]
  >([
    ['nothing', ours, [one], [one], none],
    ['no rules at all', [], [], [], none],
    ['added ones, sorted', [], [{ ...one, id: 'BR-2' }, one], [], { ...none, added: ['BR-1', 'BR-2'] }],
    ['a removed one', ours, [], [one], { ...none, removed: ['BR-1'] }],
    ['severity, which ours state', ours, [{ ...one, severity: 'warning' }], [], changed('severity')],
    ['test', ours, [{ ...one, test: 'x' }], [one], changed('test')],
    ['context', ours, [{ ...one, context: 'x' }], [one], changed('test')],
    ['text', ours, [{ ...one, text: 'x' }], [one], changed('text')],
    ['all of it', ours, [{ ...one, severity: 'warning', test: 'x', text: 'y' }], [one], changed('severity', 'test', 'text')],
    ['test and text, without the release before', ours, [{ ...one, test: 'x', text: 'y' }], [], none],
    [
      'another assertion of the same rule',
      ours,
      [one, { ...one, severity: 'warning', context: 'x' }],
      [one],
      changed('test', 'text'),
    ],
    ['names of members that every object has', [], [{ ...one, id: 'constructor' }], [], { ...none, added: ['constructor'] }],
  ])('%s', (_, own, now, before, difference) => {
    expect(differenceOf(own, now, before)).toEqual(difference);
    expect(isNone(difference)).toBe(difference.added.length + difference.removed.length + difference.changed.length === 0);
  });
});

describe('assertions of a stylesheet', () => {
  const rule: MadeUpRule = { id: 'BR-1', flag: 'fatal', context: '/*', test: 'a  <  2', text: ' Said\n twice ' };

  it('id, severity, context, test and text, with white space counted once', () => {
    expect(assertionsOf(xsltOf([rule]))).toEqual([
      { id: 'BR-1', severity: 'fatal', context: '/*', test: 'a < 2', text: 'Said twice' },
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

describe.each(SETS)('our rules of %s', set => {
  it.skipIf(!oracleAvailable)(`are those of the installed release${SKIPPED}`, () => {
    const release = readRelease(resolve(ARTIFACTS, set === 'cius-ro-1.0.9' ? 'cius-ro/1.0.9' : 'en16931'));
    expect(release.set).toBe(set);
    expect(differenceOf(ruleSet(set).rules, release.assertions, release.assertions)).toEqual({
      added: [],
      removed: [],
      changed: [],
    });
  });
});
