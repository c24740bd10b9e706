import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TREATMENTS } from '../../infra/person/kinds.ts';
import { ITEM_KINDS } from '#shared/base/vocabulary/item-kinds.ts';

/** The papers of data protection (docs/privacy) say what the service stores, in both languages. */

const root = join(import.meta.dirname, '..', '..');
const folder = join(root, 'docs', 'privacy');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const PAPERS = readdirSync(folder).filter(name => name.endsWith('.md') && name !== 'README.md' && !name.endsWith('.ro.md'));
const { context } = JSON.parse(readFileSync(join(root, 'cdk.json'), 'utf8')) as {
  context: { stages: Record<string, { logRetentionDays: number }> };
};

describe.each([
  ['retention.md', 'days'],
  ['retention.ro.md', 'de zile'],
])('the retention schedule %s', (name, days) => {
  const schedule = read(name);

  it('names every kind of item once', () => {
    const named = [...schedule.matchAll(/^\|[^|]*\|([^|]*)\|[^|]*\|$/gm)].flatMap(
      ([, kinds = '']) => kinds.match(/(?<=`)[a-z-]+(?=`)/g) ?? [],
    );
    expect([...named].filter(kind => kind !== 'kinds').sort()).toEqual(Object.keys(ITEM_KINDS).sort());
    expect(Object.keys(TREATMENTS).sort()).toEqual(Object.keys(ITEM_KINDS).sort());
  });

  it.each(Object.entries(context.stages))(
    'states how long the logs of the stage %s are stored',
    (stage, { logRetentionDays }) => {
      expect(schedule).toMatch(new RegExp(`\`${stage}\` ${logRetentionDays} (${days}|zile)`));
    },
  );
});

describe('the papers', () => {
  it.each(PAPERS)('%s is there in English and Romanian, and both say that they are templates', name => {
    const romanian = name.replace(/\.md$/, '.ro.md');
    expect(existsSync(join(folder, romanian)), romanian).toBe(true);
    expect(read(name)).toMatch(/^# .*\n\n> Template: a lawyer has to read it before it is used\./);
    expect(read(romanian)).toMatch(/^# .*\n\n> Model: un jurist trebuie să îl citească înainte de utilizare\./);
    for (const one of [name, romanian]) expect(read('README.md')).toContain(`](${one})`);
    const sections = (text: string): number => text.match(/^## /gm)?.length ?? 0;
    expect(sections(read(romanian)), 'sections').toBe(sections(read(name)));
  });
});
