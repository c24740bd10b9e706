import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closeBrowser } from '#shared/output/pdf/browser.ts';
import { loadCatalogue } from '../../infra/catalogue.ts';
import { alarmsOf } from '../../infra/game-day/alarms.ts';
import { gameDay } from '../../infra/game-day/game-day.ts';
import { INCIDENTS } from '../../infra/game-day/incidents.ts';
import { sampled } from '../support/effort.ts';
import { runScript } from '../support/scripts/run-script.ts';

afterAll(closeBrowser);

/** The alarms of rollouts differ only by the stack whose functions they count. */
const kindOf = (alarm: string): string => alarm.replace(/^rollout-.*/, 'rollout');

describe('the incidents of a game day', () => {
  it('let each alarm of a stage ring', async () => {
    const { alarms } = await alarmsOf(await loadCatalogue());
    const rung = new Set(INCIDENTS.flatMap(({ rings }) => rings.map(kindOf)));
    expect([...new Set(alarms.map(({ id }) => kindOf(id)))].filter(id => !rung.has(id))).toEqual([]);
  });

  it('are the rows of docs/operations/game-day.md, with the alarms of each', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/operations/game-day.md'), 'utf8');
    const rows = page.split('\n').filter(line => line.startsWith('| `'));
    expect(rows).toHaveLength(INCIDENTS.length);
    rows.forEach((row, place) => {
      const { id, title, rings } = INCIDENTS[place]!;
      const [what, , lost, twice, alarms = ''] = row.slice(2, -2).split(' | ');
      expect([what, lost, twice]).toEqual([`\`${id}\`: ${title}`, '0', '0']);
      expect([...alarms.matchAll(/`([\w-]+)`/g)].map(([, alarm]) => alarm).toSorted(), id).toEqual([...rings].toSorted());
    });
  });

  it.each(sampled([...INCIDENTS], ({ id }) => id).map(incident => [incident.id, incident] as const))(
    '%s: nothing is lost, nothing is done twice, and its alarms ring',
    async (_, incident) => {
      const [played] = await gameDay([incident], () => {});
      expect(played).toMatchObject({ lost: [], twice: [], problems: [] });
    },
  );
});

it('npm run game-day prints what each incident lost and which alarms rang', async () => {
  const { code, said } = await runScript('game-day', ['token-stolen']);
  expect(code, said).toBe(0);
  expect(said).toMatch(/^\| token-stolen \| \d+ \| 0 \| 0 \| security-incidents \(\d+ min\) \|$/m);
});

it('npm run game-day names the incidents when one is not known', async () => {
  const { code, said } = await runScript('game-day', ['earthquake']);
  expect([code, said]).toEqual([2, expect.stringContaining('There is no incident earthquake. There are: processes-die, poison')]);
});
