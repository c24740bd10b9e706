import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';
import { RULE_SET_NAMES } from '#shared/authority/einvoice/rules/sets.ts';
import type { Origin } from './assertions.ts';

/**
 * The recorded origins of our rules; `npm run rules:diff -- <folder> --record` writes them. A rule that all sets have alike, as nine of ten are,
 * has one origin; any other has one for each set that has the rule.
 */
const FILE = join(import.meta.dirname, 'written-from.json');

const origin = z.tuple([z.enum(['fatal', 'warning']), z.string(), z.string()]);
const schema = z.record(z.string(), z.union([origin, z.partialRecord(z.enum(RULE_SET_NAMES), origin)]));

/** The origins of the rules of a set, by rule id. @param file the text of the record */
export function readOrigins(set: RuleSetName, file = readFileSync(FILE, 'utf8')): Record<string, Origin> {
  const recorded = Object.entries(schema.parse(JSON.parse(file)));
  return Object.fromEntries(
    recorded.flatMap(([id, own]) => {
      const found = Array.isArray(own) ? own : own[set];
      return found ? [[id, found]] : [];
    }),
  );
}

/** Records a release as the origin of our rules. */
export function writeOrigins(set: RuleSetName, origins: Readonly<Record<string, Origin>>): void {
  writeFileSync(FILE, withOrigins(set, origins, readFileSync(FILE, 'utf8')));
}

/** The text of the record after a release was recorded. One rule per line, so that diffs are readable. */
export function withOrigins(set: RuleSetName, origins: Readonly<Record<string, Origin>>, file: string): string {
  const sets = RULE_SET_NAMES.map(name => [name, name === set ? origins : readOrigins(name, file)] as const);
  const ids = new Set(sets.flatMap(([, rules]) => Object.keys(rules)));
  const lines = [...ids].map(id => {
    const own = sets.flatMap(([name, rules]) => (rules[id] ? [[name, rules[id]] as const] : []));
    const alike = own.length === sets.length && new Set(own.map(([, one]) => JSON.stringify(one))).size === 1;
    return `  ${JSON.stringify(id)}: ${JSON.stringify(alike ? own[0]?.[1] : Object.fromEntries(own)).replaceAll(',', ', ')}`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}
