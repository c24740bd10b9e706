import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';
import type { Origin } from './assertions.ts';

/** The recorded origins of our rules, one file per rule set; `npm run rules:diff -- <folder> --record` writes them. */

const fileOf = (set: RuleSetName): string => join(import.meta.dirname, 'written-from', `${set}.json`);

const schema = z.record(z.string(), z.tuple([z.enum(['fatal', 'warning']), z.string(), z.string()]));

export const readOrigins = (set: RuleSetName): Record<string, Origin> =>
  schema.parse(JSON.parse(readFileSync(fileOf(set), 'utf8')));

/** Records a release as the origin of our rules. One rule per line, so that diffs are readable. */
export function writeOrigins(set: RuleSetName, origins: Readonly<Record<string, Origin>>): void {
  const lines = Object.entries(origins).map(
    ([id, origin]) => `  ${JSON.stringify(id)}: ${JSON.stringify(origin).replaceAll(',', ', ')}`,
  );
  writeFileSync(fileOf(set), `{\n${lines.join(',\n')}\n}\n`);
}
