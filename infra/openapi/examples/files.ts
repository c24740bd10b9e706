import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { TAG_GROUPS } from '../tags.ts';
import type { Examples, OperationExamples } from './model.ts';

/** Where the recorded examples are: a file for each area, in the folder of its group; `errors.json`, `events.json`. */
const FOLDER = import.meta.dirname;

const groups = (): string[] => Object.keys(TAG_GROUPS).map(folderOf);
const folderOf = (group: string): string => group.toLowerCase().replaceAll(' ', '-');
const groupOf = (area: string): string =>
  folderOf(Object.keys(TAG_GROUPS).find(group => area in (TAG_GROUPS[group] ?? {})) ?? '');

let examples: Examples | undefined;

/** The recorded examples, read at the first call. */
export const recordedExamples = (): Examples => (examples ??= readExamples());

// Only `writeExamples` writes these files.
const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(FOLDER, ...path), 'utf8'));

function readExamples(): Examples {
  const files = groups().flatMap(group => readdirSync(join(FOLDER, group)).map(name => [group, name] as const));
  const operations = files.map(([group, name]) => [basename(name, '.json'), read(group, name)] as const);
  return {
    operations: Object.fromEntries(operations) as Record<string, Record<string, OperationExamples>>,
    errors: read('errors.json') as Examples['errors'],
    events: read('events.json') as Examples['events'],
  };
}

/** Writes all examples in place of the recorded ones: one operation, error or event a line. */
export function writeExamples({ operations, errors, events }: Examples): void {
  const write = (value: object, ...path: string[]): void => {
    const lines = Object.entries(value).map(([name, one]) => `  ${JSON.stringify(name)}: ${JSON.stringify(one)}`);
    writeFileSync(join(FOLDER, ...path), `{\n${lines.join(',\n')}\n}\n`);
  };
  for (const group of groups()) {
    rmSync(join(FOLDER, group), { recursive: true, force: true });
    mkdirSync(join(FOLDER, group), { recursive: true });
  }
  for (const [area, ofArea] of Object.entries(operations)) write(ofArea, groupOf(area), `${area}.json`);
  write(errors, 'errors.json');
  write(events, 'events.json');
}
