import { check } from 'recheck';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DEPTH } from '../support/effort.ts';
import { MADE, type Pattern, patternsOfProgram, PROVEN_AT_LENGTH } from '../support/source/regular-expressions.ts';

/**
 * Every regular expression that reads outside input takes time linear in its length (CWE-1333). `recheck` proves it by automata
 * (N. Chida, T. Terauchi: "Repairing DoS vulnerability of real-world regexes", IEEE S&P 2022) and gives an attack where it is not so.
 */

/** Expressions whose time is not linear, or cannot be shown to be; with the slowest input. */
async function violationsOf(patterns: readonly Pattern[]): Promise<string[]> {
  const checked = new Map<string, Promise<string | null>>();
  const violations = patterns.filter(isProvenNow).map(async ({ at, source, flags }) => {
    const key = `/${source}/${flags}`;
    if (!checked.has(key)) checked.set(key, violationOf(source, flags));
    const violation = await checked.get(key);
    return violation === null ? [] : [`${at} ${key}: ${violation}`];
  });
  return (await Promise.all(violations)).flat();
}

const isProvenNow = ({ source }: Pattern): boolean => DEPTH || !PROVEN_AT_LENGTH.includes(source);

async function violationOf(source: string, flags: string): Promise<string | null> {
  const found = await check(source, flags, { checker: 'automaton', timeout: 60_000 });
  if (found.status === 'safe') return null;
  if (found.status === 'unknown') return `not shown to be linear (${found.error.kind}); write it more simply, or as a loop`;
  return `${found.complexity.summary}, for example ${found.attack.pattern}`;
}

describe('regular expressions of shared/ and functions/', () => {
  const { literals, made } = patternsOfProgram();

  // Half a minute of processor time for all of them.
  it.runIf(DEPTH)('take linear time', async () => {
    expect(literals.length).toBeGreaterThan(200);
    expect(await violationsOf(literals)).toEqual([]);
  });

  it('that are made from parts are listed in test/support/source/regular-expressions.ts, and take linear time', async () => {
    expect([...new Set(made.map(({ file }) => file))].sort()).toEqual(Object.keys(MADE).sort());
    const patterns = Object.entries(MADE).flatMap(([file, each]) => each.map(one => ({ at: file, ...one })));
    expect(await violationsOf(patterns)).toEqual([]);
  });

  it('those whose proof is left to the long run exist: an expression that was changed is a new one, which is proven at once', () => {
    const sources = [...literals, ...Object.values(MADE).flat()].map(({ source }) => source);
    expect(PROVEN_AT_LENGTH.filter(source => !sources.includes(source))).toEqual([]);
  });

  it.runIf(DEPTH)('of the field library take linear time as they are used', async () => {
    const used = [z.regexes.email, z.regexes.guid, z.regexes.datetime({ offset: true })];
    expect(await violationsOf(used.map(({ source, flags }) => ({ at: 'zod', source, flags })))).toEqual([]);
  });

  it('a pattern that is not linear is found', async () => {
    const patterns = ['^(<!--[^]*?-->\\s*)*<x', '\\[[^\\]]*\\]', '(a+)+b', '[-.]+$'].map(source => ({
      at: 'here',
      source,
      flags: '',
    }));
    expect(await violationsOf(patterns)).toHaveLength(4);
  });
});
