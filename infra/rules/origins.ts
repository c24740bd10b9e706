import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { RuleSetName } from '../../shared/einvoice/rules/evaluate.ts';
import type { Origin } from './assertions.ts';

/** The records of what our rules were written from, a file for each set: `npm run rules:diff -- <folder> --record`. */

const fileOf = (set: RuleSetName): string => join(import.meta.dirname, 'written-from', `${set}.json`);

const schema = z.record(z.string(), z.tuple([z.enum(['fatal', 'warning']), z.string(), z.string()]));

export const readOrigins = (set: RuleSetName): Record<string, Origin> =>
  schema.parse(JSON.parse(readFileSync(fileOf(set), 'utf8')));

/** Records a release once our rules are written from it. One rule a line, so that changes can be read. */
export function writeOrigins(set: RuleSetName, origins: Readonly<Record<string, Origin>>): void {
  const lines = Object.entries(origins).map(
    ([id, origin]) => `  ${JSON.stringify(id)}: ${JSON.stringify(origin).replaceAll(',', ', ')}`,
  );
  writeFileSync(fileOf(set), `{\n${lines.join(',\n')}\n}\n`);
}
