import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';
import { ruleSet } from '#shared/authority/einvoice/rules/sets.ts';
import { ARTIFACTS, oracleAvailable, SKIPPED } from '../support/einvoice/oracle.ts';
import { mutantBases } from './bases.ts';
import { compare, report } from './compare.ts';
import { corpusSpecimens } from './corpus.ts';
import { mutants } from './mutants.ts';
import { requested } from './requests.ts';
import { officialValidator, type Validator } from './verdicts.ts';
import { ALL, LONG, seedOf, sized } from '../support/effort.ts';

/** A sample of the comparison that `run.ts` makes in full; the seeds differ, so that they do not see the same mutants. */

const REQUESTS = sized(5, 20, 100);
const MUTANTS = sized(10, 40, 200);
/** One document of the corpora in so many. */
const ONE_IN = sized(40, 16, 8);

const SETS: Record<RuleSetName, string> = {
  'cius-ro-1.0.9': 'cius-ro/1.0.9/xslt/EN16931-CIUS_RO-UBL-validation.xslt',
  'en16931-1.3.16': 'en16931/xslt/EN16931-UBL-validation.xslt',
};

/** In `npm test` the rule set of the authority, which includes the rules of EN 16931 of its time. */
const COMPARED = (Object.keys(SETS) as RuleSetName[]).slice(0, LONG ? undefined : 1);

describe.skipIf(!oracleAvailable).each(Object.keys(SETS) as RuleSetName[])(`our list of %s${SKIPPED}`, set => {
  it('has the same rules with the same severity', () => {
    const xslt = readFileSync(resolve(ARTIFACTS, SETS[set]), 'utf8');
    const official = [
      ...xslt.matchAll(/<xsl:attribute name="id">([^<]+)<\/xsl:attribute>\s*<xsl:attribute name="flag">(\w+)</g),
    ].map(([, id, flag]) => `${id} ${flag}`);
    const ours = ruleSet(set).rules.map(({ id, severity }) => `${id} ${severity}`);
    expect(official.length).toBeGreaterThan(900);
    expect(ours.sort()).toEqual(official.sort());
  });
});

describe.skipIf(!oracleAvailable).each(COMPARED)(`%s against the official rules${SKIPPED}`, set => {
  let validator: Validator;
  beforeAll(async () => {
    validator = await officialValidator(set);
  }, 300_000);

  it('has the same findings in documents of the corpora', () => {
    const sample = corpusSpecimens().filter((_, index) => index % ONE_IN === 0);
    const result = compare(sample, validator, set);
    expect(result.documents, report('corpora', result)).toBe(result.agreeing);
    expect(result.findings).toBeGreaterThan(500);
  });

  it('finds nothing in documents of valid requests, as the official rules do', () => {
    const result = compare(requested(REQUESTS, seedOf(4711)), validator, set);
    expect(result.documents, report('requests', result)).toBe(result.agreeing);
    expect([result.documents, result.findings]).toEqual([REQUESTS, 0]);
  });

  it('has the same findings in documents with errors', () => {
    const result = compare(mutants(mutantBases(), MUTANTS, seedOf(77)), validator, set);
    expect(result.documents, report('mutants', result)).toBe(result.agreeing);
    expect(result.broken.size).toBeGreaterThan(ALL ? 30 : 15);
  });
});
