import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Compared } from '../../../../infra/rules/report.ts';
import { compareRelease } from '../../../../infra/rules/run.ts';
import { compare } from '../../../conformance/compare.ts';
import { requested } from '../../../conformance/requests.ts';
import { validatorOf } from '../../../conformance/verdicts.ts';
import { type MadeUpRule, writeRelease } from './made-up-release.ts';

const root = mkdtempSync(join(tmpdir(), 'invoicing-rules-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const KEPT: MadeUpRule = { id: 'BR-01', flag: 'fatal', context: '/*', test: 'cbc:CustomizationID', text: '[BR-01]-Kept.' };
const REMOVED: MadeUpRule = { id: 'BR-RO-010', flag: 'fatal', context: '/*', test: 'cbc:ID', text: '[BR-RO-010]-Removed.' };
const BEFORE: MadeUpRule = { id: 'BR-RO-020', flag: 'fatal', context: '/*', test: "cbc:ID != '1'", text: '[BR-RO-020]-Before.' };
const AFTER: MadeUpRule = { ...BEFORE, flag: 'warning', test: "cbc:ID != '2'" };
/** One that no document meets. */
const ADDED: MadeUpRule = {
  id: 'BR-RO-999',
  flag: 'fatal',
  context: '/*',
  test: 'cbc:Never and 1 < 2',
  text: '[BR-RO-999]-Added.',
};

const before = writeRelease(join(root, 'before'), [KEPT, REMOVED, BEFORE]);
const after = writeRelease(join(root, 'after'), [KEPT, AFTER, ADDED]);

/** Runs the command, as if ours were the rules of the first release; its output and its exit code. */
async function run(argv: string[], documents: () => Compared[] | Promise<Compared[]> = () => []) {
  const lines: string[] = [];
  const code = await compareRelease(argv, {
    say: line => lines.push(...line.split('\n')),
    ours: () => [KEPT, REMOVED, BEFORE].map(({ id, flag }) => ({ id, severity: flag })),
    compareDocuments: async () => documents(),
  });
  return { code, lines };
}

describe('npm run rules:diff', () => {
  it('the release that ours were written from: no difference, exit code 0', async () => {
    const { code, lines } = await run([before, '--before', before]);
    expect(code).toBe(0);
    expect(lines.slice(1)).toEqual(['Added: 0', 'Removed: 0', 'Changed: 0']);
  });

  it('a new one: each rule that differs, with what to write where; exit code 1', async () => {
    const { code, lines } = await run([after, '--before', before, '--no-documents']);
    expect(code).toBe(1);
    expect(lines.slice(1)).toEqual([
      'Added: 1',
      '  BR-RO-999: write it in shared/authority/einvoice/rules/cius-ro/br-ro.ts',
      '      severity: fatal',
      '      context:  /*',
      '      test:     cbc:Never and 1 < 2',
      '      text:     [BR-RO-999]-Added.',
      'Removed: 1',
      '  BR-RO-010: take it out of shared/authority/einvoice/rules/cius-ro/br-ro.ts',
      '      was severity: fatal',
      '      was context:  /*',
      '      was test:     cbc:ID',
      '      was text:     [BR-RO-010]-Removed.',
      'Changed: 1',
      '  BR-RO-020: severity, test read otherwise; change it in shared/authority/einvoice/rules/cius-ro/br-ro.ts',
      '      was severity: fatal',
      '      was context:  /*',
      "      was test:     cbc:ID != '1'",
      '      was text:     [BR-RO-020]-Before.',
      '      severity: warning',
      '      context:  /*',
      "      test:     cbc:ID != '2'",
      '      text:     [BR-RO-020]-Before.',
    ]);
  });

  it('both validate documents, the release by the processor of XSLT: a rule that it adds is found there and not by ours', async () => {
    const { code, lines } = await run([after], async () => {
      const validator = await validatorOf(join(after, 'xslt', 'EN16931-CIUS_RO-UBL-validation.xslt'), 'made-up');
      return [{ title: 'requests', ...compare(requested(2, 1), validator, 'cius-ro-1.0.9') }];
    });
    expect(code).toBe(1);
    const found = lines.slice(lines.indexOf('requests: 0 of 2 documents have the same findings'));
    expect(found[1]).toMatch(/^ {2}BR-RO-999 fatal: the release finds, ours does not, 2 times; first in request /);
    expect(found.some(line => line.startsWith('  BR-01 '))).toBe(false);
  });

  it('the same rules with other findings in a document: exit code 1', async () => {
    const compared = { title: 'mutants', documents: 3, agreeing: 2, byFinding: new Map([['+BR-02 fatal', 1]]) };
    const { code, lines } = await run([before], () => [{ ...compared, examples: new Map([['+BR-02 fatal', 'mutant 1/7']]) }]);
    expect(code).toBe(1);
    expect(lines.slice(-2)).toEqual([
      'mutants: 2 of 3 documents have the same findings',
      '  BR-02 fatal: ours finds, the release does not, 1 times; first in mutant 1/7',
    ]);
  });

  it('without a processor of XSLT the rules are compared, and it says that no documents were validated: exit code 1', async () => {
    const { code, lines } = await run([before], () => Promise.reject(new Error('Cannot find module saxon-js')));
    expect([code, lines.at(-1)]).toEqual([1, expect.stringMatching(/^Documents were not validated .*saxon-js/)]);
    expect((await run([before, '--no-documents'], () => Promise.reject(new Error('No.')))).code).toBe(0);
  });

  it('without the release before: conditions and messages are not compared, and it says so', async () => {
    const { lines } = await run([after]);
    expect(lines[1]).toBe('Tests and texts are compared only with those of the previous release (--before).');
    expect(lines).toContain(
      '  BR-RO-020: severity reads otherwise; change it in shared/authority/einvoice/rules/cius-ro/br-ro.ts',
    );
  });

  const empty = writeRelease(join(root, 'empty'), [], 'other.xslt');
  const broken = writeRelease(join(root, 'without-rules'), []);
  it.each([
    ['no folder', [], /Name the folder of a release/],
    ['two', [before, after], /One release at a time/],
    ['an unknown one', [join(root, 'none')], /is no folder/],
    ['one without a stylesheet', [empty], /holds no release/],
    ['one with a stylesheet without rules', [broken], /holds no assertion/],
    ['one with several releases', [root], /holds several releases/],
    ['an unknown option', [before, '--fast'], /--fast/],
    ['an invalid number', [before, '--mutants', 'many'], /--mutants must be a whole number/],
  ])('wrong usage: %s; exit code 2, with what to change', async (_, argv, message) => {
    const { code, lines } = await run(argv);
    expect([code, lines.join('\n')]).toEqual([2, expect.stringMatching(message)]);
    expect(lines.join('\n')).toContain('npm run rules:diff -- <folder>');
  });
});
